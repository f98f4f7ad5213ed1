import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Web

@Suite struct `Who calls` {
    private func request(_ host: String, _ headers: [(String, String)] = []) -> Request {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    private let proxied = AccessPolicy(
        anonymousAccess: .never, publicOrigin: "https://news.example",
        trustedProxies: ["127.0.0.1", "10.0.0.0/8"].compactMap { CIDRBlock($0) })
    private let spoofedHeaders = [
        ("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.example"),
    ]

    @Test func `a stranger's forwarded headers count for nothing`() {
        let client = ClientInfo(request("192.0.2.1:8480", spoofedHeaders), remote: "203.0.113.7", accessPolicy: proxied)
        #expect(
            client.address == "203.0.113.7" && !client.isSecure && client.host == "192.0.2.1:8480" && !client.isLocal)
        let direct = ClientInfo(
            request("localhost:8480", spoofedHeaders), remote: "127.0.0.1", accessPolicy: AccessPolicy())
        #expect(direct.address == "127.0.0.1" && !direct.isSecure && direct.host == "localhost:8480")
        // But for one thing: a proxy that was not named stands between, so nobody sits at this machine.
        #expect(!direct.isLocal)
    }

    @Test func `a trusted proxy's count, and only what proxies have added`() {
        let headers = [
            ("X-Forwarded-For", "127.0.0.1, 198.51.100.4"), ("X-Forwarded-For", "10.1.2.3"),
            ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "NEWS.example"),
        ]
        let client = ClientInfo(request("127.0.0.1:8480", headers), remote: "127.0.0.1", accessPolicy: proxied)
        #expect(client.address == "198.51.100.4" && client.isSecure && client.host == "news.example" && !client.isLocal)
        let plain = ClientInfo(
            request("news.example", [("X-Forwarded-Proto", "http")]), remote: "10.9.9.9", accessPolicy: proxied)
        #expect(!plain.isSecure && !plain.isLocal)
    }

    @Test(arguments: [
        ("[2001:db8::7]:4711", "2001:db8::7"), ("192.0.2.9:4711", "192.0.2.9"), ("2001:db8::7", "2001:db8::7"),
        ("  192.0.2.9 ", "192.0.2.9"),
    ]) func `ports and spaces are no part of an address`(given: String, address: String) {
        let client = ClientInfo(request("a", [("X-Forwarded-For", given)]), remote: "127.0.0.1", accessPolicy: proxied)
        #expect(client.address == address)
    }

    @Test func `the public address is secure when it says https`() {
        #expect(ClientInfo(request("news.example"), remote: "203.0.113.7", accessPolicy: proxied).isSecure)
        #expect(!ClientInfo(request("news.example:8480"), remote: "203.0.113.7", accessPolicy: proxied).isSecure)
        #expect(
            ClientInfo(request("localhost:8480"), remote: "127.0.0.1", accessPolicy: AccessPolicy()).isSecureContext)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.0/8", "::ffff:10.0.0.1", true), ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe80::1", false),
        ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false), ("::1", "::1", true),
        ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false), ("127.0.0.1", "localhost", false),
    ]) func `ranges hold what begins alike`(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(CIDRBlock(range)).contains(address) == isInside)
    }

    @Test(arguments: ["", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0", "1.2.3.4/8/8", "::1/129"])
    func `and what is none is none`(text: String) { #expect(CIDRBlock(text) == nil) }

    @Test func `guesses of one household count together`() {
        #expect(CIDRBlock.rateLimitKey(of: "2001:db8:1:2:3:4:5:6") == CIDRBlock.rateLimitKey(of: "2001:db8:1:2::1"))
        #expect(CIDRBlock.rateLimitKey(of: "2001:db8:1:3::1") != CIDRBlock.rateLimitKey(of: "2001:db8:1:2::1"))
        #expect(CIDRBlock.rateLimitKey(of: "::ffff:192.0.2.1") == CIDRBlock.rateLimitKey(of: "192.0.2.1"))
        #expect(CIDRBlock.rateLimitKey(of: "<script>").isEmpty)
    }

    @Test(arguments: [
        ("/mine/", true), ("/mine/unread?depth=40", true), ("/", true), ("//evil.example", false), ("/\\evil", false),
        ("https://evil.example/", false), ("javascript:alert(1)", false), ("", false), ("mine", false),
        ("/mine/\r\nX: y", false), ("/mine/\t", false), ("/sign-in", false), ("/mine/sign-in?next=/mine/", false),
        ("/mine/sign-out", false), ("/enter/abc", false), ("/mine/é", false),
        ("/" + String(repeating: "a", count: 3_000), false),
    ]) func `the way after signing in stays in the house`(place: String, isGood: Bool) {
        #expect(ReturnPath.validated(place) == (isGood ? place : nil))
    }

    @Test(arguments: [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone"
        ),
        (
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
            "Chrome on Android"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
            "Edge on Windows"
        ),
        ("curl/8.0", "curl"), ("", "Unknown device"),
    ]) func `devices have names`(agent: String, name: String) { #expect(DeviceName.of(agent) == name) }
}
