import Testing

@testable import Fetching

@Suite struct HostNameTests {
    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
            ("0177.0.0.1", "127.0.0.1"), ("0x7F000001", "127.0.0.1"), ("127.1", "127.0.0.1"),
            ("127.0.1", "127.0.0.1"), ("①②⑦.0.0.1", "127.0.0.1"), ("１２７．０．０．１", "127.0.0.1"),
            ("127。0。0。1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("%31%32%37.0.0.1", "127.0.0.1"),
            ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("127.0.0.0x", "127.0.0.0"), ("[::1]", "[::1]"),
            ("[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"),
            ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[::FFFF:7f00:1]", "[::ffff:127.0.0.1]"),
            ("LOCALHOST", "localhost"), ("ｌｏｃａｌｈｏｓｔ", "localhost"), ("local\u{AD}host", "localhost"),
            ("bücher.test", "xn--bcher-kva.test"), ("BÜCHER.test", "xn--bcher-kva.test"),
            ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("my_feed.example", "my_feed.example"),
            ("example.org.", "example.org"),
        ])
    func `every spelling of a host has one reading`(given: String, meant: String) {
        #expect(HostName(given)?.text == meant)
    }

    @Test(
        arguments: [
            "", ".", "a..b", "256.1.1.1", "1.2.3.4.5", "0x100000000", "08.0.0.1x1.9.9.9.9", "[::1",
            "[fe80::1%25eth0]", "[127.0.0.1]", "a b.example", "a%00b.example", "a/b", "[::g]", "1.2.3.999",
        ])
    func `what is no host is refused`(given: String) {
        #expect(HostName(given) == nil)
    }

    @Test(
        arguments: [
            ("http://Example.ORG", "http://example.org/"),
            ("HTTPS://example.org:443/a b?c d#e", "https://example.org/a%20b?c%20d"),
            ("http:\\\\example.org\\a", "http://example.org/a"), (" http://example.org/\n", "http://example.org/"),
            ("http://example.org/a/../b/./c", "http://example.org/b/c"),
            ("http://example.org?x", "http://example.org/?x"),
            ("http://example.org/é?ü", "http://example.org/%C3%A9?%C3%BC"),
            ("http://[::1]:8080/", "http://[::1]:8080/"),
            ("http://127.0.0.1\\@example.org/", "http://127.0.0.1/@example.org/"),
            ("http://example.org@127.0.0.1/", "http://127.0.0.1/"), ("http://0x7f.1:81/", "http://127.0.0.1:81/"),
        ])
    func `an address has one canonical form`(given: String, meant: String) {
        #expect(RequestURL(given)?.absoluteString == meant)
    }

    @Test(
        arguments: [
            "", "example.org", "ftp://example.org/", "file:///etc/passwd", "http+unix://%2Ftmp%2Fs/",
            "http:example.org",
            "javascript:alert(1)", "http://", "http://example.org:0/", "http://example.org:99999/",
            "http://example.org:8a/",
            "unix:///tmp/s", "gopher://example.org:70/_",
        ])
    func `what is no address of a request is refused`(given: String) {
        #expect(RequestURL(given) == nil)
    }

    @Test(
        arguments: [
            ("/x", "http://example.org:8080/x"), ("x", "http://example.org:8080/a/x"),
            ("../x", "http://example.org:8080/x"),
            ("?y", "http://example.org:8080/a/b?y"), ("//other.example/z", "http://other.example/z"),
            ("https://other.example", "https://other.example/"), ("#here", "http://example.org:8080/a/b?q"),
            ("x:y", nil), ("file:///etc/passwd", nil), ("./a:b", "http://example.org:8080/a/a:b"),
        ] as [(String, String?)])
    func `redirects may be relative`(reference: String, meant: String?) throws {
        let base = try #require(RequestURL("http://example.org:8080/a/b?q"))
        #expect(RequestURL(reference: reference, from: base)?.absoluteString == meant)
    }
}
