import Testing
import URLs

@Suite struct HostKeyTests {
    @Test(arguments: [
        ("https://Example.org/a?b#c", "example.org"), ("http://example.org", "example.org"),
        ("https://example.org:443/", "example.org"), ("http://example.org:80/", "example.org"),
        ("https://example.org:8443/", "example.org:8443"), ("https://example.org:80/", "example.org:80"),
        ("http://example.org:443/", "example.org:443"), ("https://example.org./", "example.org"),
        ("https://example.org.:81/", "example.org:81"), ("https://name:word@example.org/", "example.org"),
        ("http://127.0.0.1:8080/", "127.0.0.1:8080"), ("http://[::1]/", "[::1]"), ("http://[::1]:81/", "[::1]:81"),
    ])
    func `a host has one key, whatever the scheme and the path`(address: String, key: String) throws {
        #expect(try #require(WebAddress(address)).hostKey == key)
    }
}
