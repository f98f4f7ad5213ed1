import Testing

@testable import Fetching

@Suite struct AddressPolicyTests {
    @Test(
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
            "239.255.255.250", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1",
            "fe80::1",
            "febf::1", "fec0::1", "ff02::1",
        ])
    func `an address that is not public is refused`(text: String) throws {
        let address = try #require(IPAddress(text: text))
        #expect(AddressPolicy.publicOnly.rejection(of: address, port: 443) != nil)
    }

    @Test(
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1", "128.0.0.1",
            "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255",
            "2001:200::1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "3ffe::1",
        ])
    func `a public address is allowed on the ports of the web`(text: String) throws {
        let address = try #require(IPAddress(text: text))
        #expect(AddressPolicy.publicOnly.rejection(of: address, port: 80) == nil)
        #expect(AddressPolicy.publicOnly.rejection(of: address, port: 443) == nil)
        #expect(AddressPolicy.publicOnly.rejection(of: address, port: 8080) == nil)
        #expect(AddressPolicy.publicOnly.rejection(of: address, port: 25) != nil)
        #expect(AddressPolicy.publicOnly.rejection(of: address, port: 1023) != nil)
    }

    @Test func `an exception is one address with one port`() throws {
        let pair = try #require(AllowedAddress("127.0.0.1:8123"))
        let policy = AddressPolicy(allowing: [pair])
        let loopback = try #require(IPAddress(text: "127.0.0.1"))
        let mapped = try #require(IPAddress(text: "::ffff:127.0.0.1"))
        let other = try #require(IPAddress(text: "127.0.0.2"))
        #expect(policy.rejection(of: loopback, port: 8123) == nil)
        #expect(policy.rejection(of: mapped, port: 8123) == nil)
        #expect(policy.rejection(of: loopback, port: 8124) != nil)
        #expect(policy.rejection(of: other, port: 8123) != nil)
    }

    @Test(arguments: ["localhost:80", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:70000", "::1:80", ":80", "[::1]", "x"])
    func `an exception needs a numeric address and a port`(text: String) {
        #expect(AllowedAddress(text) == nil)
    }

    @Test(arguments: ["127.0.0.1:8123", "[::1]:80", "10.0.0.7:65535"])
    func `an exception is written as it is read`(text: String) {
        #expect(AllowedAddress(text)?.description == text)
    }
}
