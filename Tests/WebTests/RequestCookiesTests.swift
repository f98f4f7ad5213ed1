import Testing

@testable import Web

@Suite struct RequestCookiesTests {
    @Test(arguments: [
        ("a=1", "1"), ("b=2; a=1", "1"), ("b=2;a=1", "1"), ("a=1; a=2", "1"), ("a=", ""), ("a=b=c==", "b=c=="),
        ("a==1", "=1"), ("a; a=1", "1"), (";;=;a=1;", "1"), ("  a=1", "1"), ("a=%41+b", "%41+b"), ("a=\"1\"", "\"1\""),
    ]) func `the first of a name is read, as it was sent`(header: String, value: String) {
        #expect(RequestCookies([header])["a"] == value)
    }

    @Test(arguments: ["", "a", "b=1", "A=1", "=1", "aa=1", "b=a=1", "a =1", "\ta=1"])
    func `another name is none`(header: String) {
        #expect(RequestCookies([header])["a"] == nil)
    }

    // Browsers hold none of these to the rules of __Host-: any host of the domain can set them.
    @Test(arguments: [
        "\u{2000}__Host-a=1", "\u{A0}__Host-a=1", "\u{85}__Host-a=1", "\u{3000}__Host-a=1", "b=\u{37E}__Host-a=1",
        "b=1\u{37E} __Host-a=1", "=__Host-a=1",
    ]) func `a name that only looks like the prefixed one is another`(header: String) {
        #expect(RequestCookies([header])["__Host-a"] == nil)
    }

    @Test func `several headers are one list, of which a hundred are read`() {
        #expect(RequestCookies(["b=1", "a=2", "a=3"])["a"] == "2")
        let many = (0..<5000).map { "c\($0)=\($0)" }.joined(separator: "; ")
        #expect(RequestCookies([many])["c99"] == "99")
        #expect(RequestCookies([many])["c100"] == nil)
    }
}
