import Foundation
import TestSupport
import Testing
import URLs

struct WebAddressTests {
    private static let base = WebAddress("https://example.org/news/today/story.html?x=1#top")

    @Test(arguments: [
        ("other.html", "https://example.org/news/today/other.html"), ("../a", "https://example.org/news/a"),
        ("../../../../a", "https://example.org/a"), ("/a/./b/../c", "https://example.org/a/c"),
        ("%2e%2E/a", "https://example.org/news/a"), ("//other.example/p", "https://other.example/p"),
        ("\\\\other.example\\p", "https://other.example/p"), ("?y=2", "https://example.org/news/today/story.html?y=2"),
        ("#end", "https://example.org/news/today/story.html?x=1#end"),
        ("", "https://example.org/news/today/story.html?x=1"),
        ("https:a", "https://example.org/news/today/a"), ("http:a", "http://a/"),
        ("HTTP://Example.COM", "http://example.com/"),
        ("a b\"<>`{}é", "https://example.org/news/today/a%20b%22%3C%3E%60%7B%7D%C3%A9"),
        ("?a b'\"é", "https://example.org/news/today/story.html?a%20b%27%22%C3%A9"),
        ("a%zz%20", "https://example.org/news/today/a%zz%20"),
        (" \n https://e\nxam\tple.org/ \t", "https://example.org/"), ("./", "https://example.org/news/today/"),
        ("..", "https://example.org/news/"), ("a/..", "https://example.org/news/today/"),
        ("a//b", "https://example.org/news/today/a//b"),
        ("///other.example/", "https://other.example/"), ("/", "https://example.org/"),
        (".a", "https://example.org/news/today/.a"),
        ("...", "https://example.org/news/today/..."),
    ])
    func `a reference is resolved as a browser would`(reference: String, expected: String) {
        #expect(WebAddress(reference, base: Self.base)?.text == expected)
    }

    @Test(arguments: [
        ("http://127.1/", "127.0.0.1"), ("http://2130706433/", "127.0.0.1"), ("http://0x7f.1/", "127.0.0.1"),
        ("http://0177.0.0.01/", "127.0.0.1"), ("http://①②⑦.0.0.1/", "127.0.0.1"),
        ("http://%31%32%37.0.0.1/", "127.0.0.1"),
        ("http://127.0.0.1./", "127.0.0.1"), ("http://[::FFFF:127.0.0.1]/", "[::ffff:127.0.0.1]"),
        ("http://[::1]:8080/", "[::1]"),
        ("http://LOCALHOST/", "localhost"), ("http://bücher.example/", "xn--bcher-kva.example"),
        ("http://BÜCHER.example/", "xn--bcher-kva.example"), ("http://例え。テスト/", "xn--r8jz45g.xn--zckzah"),
        ("http://münchen-ost.de/", "xn--mnchen-ost-9db.de"), ("http://a_b.example/", "a_b.example"),
        ("http://soft\u{AD}hyphen.example/", "softhyphen.example"), ("http://127。0。0。1/", "127.0.0.1"),
    ])
    func `a host has one spelling`(text: String, host: String) {
        #expect(WebAddress(text)?.host == host)
    }

    @Test(arguments: [
        ("faß.example", "xn--fa-hia.example"), ("FAẞ.example", "xn--fa-hia.example"),
        ("βόλος.example", "xn--nxasmm1c.example"), ("ΒΌΛΟΣ.example", "xn--nxasmq6b.example"),
        ("क्\u{200D}ष.example", "xn--11b2ezcw70k.example"),
        ("نامه\u{200C}ای.example", "xn--mgba3gch31f060k.example"),
        ("☃.example", "xn--n3h.example"), ("i❤.example", "xn--i-7iq.example"),
        ("i❤\u{FE0F}.example", "xn--i-7iq.example"),
        ("🫠.example", "xn--129h.example"), ("XN--N3H.example", "xn--n3h.example"), ("Ꭰ.example", "xn--58d.example"),
        ("ＧＯ．example", "go.example"), ("日本語｡JP", "xn--wgv71a119e.jp"), ("①.②", "1.0.0.2"),
        ("XN--Bcher-KVA.Example", "xn--bcher-kva.example"), ("xn--bcher-kva.ü", "xn--bcher-kva.xn--tda"),
        ("אבג.example", "xn--4dbcd.example"), ("à.א", "xn--0ca.xn--4db"),
        ("r3---sn.googlevideo.com", "r3---sn.googlevideo.com"), ("r3---sn.ü.example", "r3---sn.xn--tda.example"),
        ("-a.ü.example", "-a.xn--tda.example"), ("a-.example", "a-.example"), ("axn--b.example", "axn--b.example"),
        ("_dmarc.ü.example", "_dmarc.xn--tda.example"), ("a_ü.example", "xn--a_-yka.example"),
        ("%C3%BC.example", "xn--tda.example"), ("ü%2Ea", "xn--tda.a"), ("%58n--n3h.example", "xn--n3h.example"),
        ("a..ü", "a..xn--tda"), ("ü.", "xn--tda."), ("\u{AD}.ü", ".xn--tda"),
    ])
    func `an international host is encoded as in browsers`(text: String, host: String) {
        #expect(HostParser.normalized(text) == host)
        #expect(HostParser.normalized(host) == host)
    }

    @Test(arguments: [
        "xn--.example", "xn--a.example", "xn--zzzzzz.example", "xn--zzzzzz.ü", "xn--ü.example", "xn--1ug.example",
        "a\u{200D}b.example", "a\u{200C}b.example", "👨\u{200D}👩.example", "אa.example", "1א.example",
        "\u{308}a.example", "a\u{FFFD}b.example", "\u{E000}.example", "⒈com", "ａ％４１.example", "a／ü.example",
        "¨.example", "%FF.example", "%00.ü", "ü\0.example", "ü%00", "ü .example", "ü.1", "ü.0x1",
    ])
    func `an invalid international host is refused`(host: String) {
        #expect(HostParser.normalized(host) == nil)
    }

    @Test func `an international host has the length of a host`() {
        let longest = String(repeating: "ü", count: 56) + ".example"
        #expect(HostParser.normalized(longest)?.hasPrefix("xn--tda") == true)
        #expect(HostParser.normalized("üüüü" + longest) == nil)
        #expect(HostParser.normalized(String(repeating: "ü.", count: 31) + "ab")?.utf8.count == 250)
        #expect(HostParser.normalized(String(repeating: "ü.", count: 31) + "abcdef") == nil)
        #expect(HostParser.normalized("ü" + String(repeating: "\u{AD}", count: 600)) == nil)
    }

    /// Decision 19. Whoever finds one of them accepted can strike it there.
    @Test(arguments: ["ab--ü.example", "-ü.example", "ü-.example", "faß☃.example"])
    func `what libidn2 refuses though browsers do not`(host: String) {
        #expect(HostParser.normalized(host) == nil)
    }

    @Test(
        .mission("BREAK-10"),
        arguments: [
            "javascript:alert(1)", "mailto:a@b", "ftp://example.org/", "feed:https://example.org/", "https://",
            "http:///",
            "https://a b/",
            "https://example.org:99999/", "https://example.org:8a/", "https://exa<mple.org/", "http://256.1.1.1/",
            "http://1.2.3.4.5/", "http://[::1", "http://[zz]/",
            "relative/path", "//host/path", "", "http+unix://x/", "localhost:8080/x", "https://%00.example/",
            "https://a%2Fb/", "http://08.0.0.1/",
        ])
    func `what is no web address is refused`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func `the parts can be asked for`() throws {
        let address = try #require(WebAddress("https://user:pass@Example.org:8443/a/b?c=d&e#f"))
        #expect(address.text == "https://user:pass@example.org:8443/a/b?c=d&e#f")
        #expect(address.host == "example.org")
        #expect(address.port == 8_443)
        #expect(address.isSecure)
        #expect(address.path == "/a/b")
        #expect(address.query == "c=d&e")
        #expect(address.fragment == "f")
        #expect(address.withoutFragment.text == "https://user:pass@example.org:8443/a/b?c=d&e")
        #expect(address.origin == "https://example.org:8443")
        #expect(address.withoutFragment.fragment == nil)
        #expect(address.userInfo == "user:pass")
    }

    @Test(
        arguments: [
            ("https://user:pass@example.org/", "user:pass"), ("http://example.org:x@example.org/", "example.org:x"),
            ("http://@example.org/", ""), ("http://example.org/@x", nil),
        ] as [(String, String?)])
    func `credentials are found before the host`(text: String, userInfo: String?) throws {
        let address = try #require(WebAddress(text))
        #expect(address.hasCredentials == (userInfo != nil))
        #expect(address.userInfo == userInfo)
        #expect(address.withoutCredentials.userInfo == nil)
    }

    @Test func `query and fragment can be replaced`() throws {
        let address = try #require(WebAddress("https://example.org/a?b=c#d"))
        #expect(address.replacing(query: "x", fragment: nil) == WebAddress("https://example.org/a?x"))
        #expect(address.replacing(query: nil, fragment: "y") == WebAddress("https://example.org/a#y"))
        #expect(address.replacing(query: nil, fragment: "y").fragment == "y")
    }

    @Test(
        arguments: [
            ("0x7f.1", "127.0.0.1"), ("BÜCHER.example", "xn--bcher-kva.example"),
            ("[::FFFF:7f00:1]", "[::ffff:127.0.0.1]"),
            ("a b", nil), ("256.1.1.1", nil),
        ] as [(String, String?)])
    func `a host can be normalised alone`(given: String, expected: String?) {
        #expect(HostParser.normalized(given) == expected)
    }

    @Test func `the scheme's own port is left out`() throws {
        #expect(WebAddress("https://example.org:443/")?.text == "https://example.org/")
        #expect(WebAddress("http://example.org:80")?.text == "http://example.org/")
        #expect(WebAddress("http://example.org:443/")?.text == "http://example.org:443/")
        #expect(WebAddress("http://example.org:/")?.port == 80)
    }

    @Test func `reading what was written changes nothing`() throws {
        for text in [
            "https://example.org/%C3%A9?q=%27#%20", "http://[::1]:8080/", "https://xn--bcher-kva.example/a//b",
        ] {
            let address = try #require(WebAddress(text))
            #expect(address.text == text)
            #expect(WebAddress(address.text) == address)
        }
    }

    @Test func `an address is kept as its text`() throws {
        let address = try #require(WebAddress("https://example.org/a#b"))
        let kept = try JSONEncoder().encode([address])
        #expect(String(decoding: kept, as: UTF8.self) == #"["https:\/\/example.org\/a#b"]"#)
        #expect(try JSONDecoder().decode([WebAddress].self, from: kept) == [address])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([WebAddress].self, from: Data(#"["ftp:x"]"#.utf8))
        }
    }
}
