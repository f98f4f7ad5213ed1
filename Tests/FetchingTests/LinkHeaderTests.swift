import Testing

@testable import Fetching

@Suite struct LinkHeaderTests {
    @Test(
        arguments: [
            ("<https://a.example/s?offset=20>; rel=\"next\"", "https://a.example/s?offset=20"),
            ("<https://a.example/?a=1,2;b>; rel=next", "https://a.example/?a=1,2;b"),
            ("</first>; rel=\"first\", </two>; rel=\"next\"", "/two"),
            ("</first>; rel=first; title=\"one, two; rel=next\" , </two> ;REL = \"NEXT\"", "/two"),
            ("</two>; title=\"a \\\" quote, and more\"; rel=\"alternate  next\"", "/two"),
            ("</one>; rel=\"prev\"; rel=\"next\", </two>; rel=\"next\"", "/two"),
            ("</elsewhere>; rel=\"next\"; anchor=\"/other\", </two>; rel=\"next\"", "/two"),
            (", , </two>;; rel=\"next\" ;", "/two"),
            ("nonsense, </two>; rel='next', </three>; rel=next", "/three"),
            ("< ?offset=40 >; rel=next", "?offset=40"),
            ("</two>; rel=\"next", "/two"),
            ("</two>; rel*=UTF-8''next", nil), ("</two>; relation=next", nil), ("</two>", nil), ("", nil), ("<", nil),
            ("</two; rel=\"next\"", nil), ("</two>; rel=\"nextpage\"", nil), ("</two>; rel", nil),
        ] as [(String, String?)])
    func `the link with a relation is found`(field: String, target: String?) {
        #expect(LinkHeader([field]).target(of: "next") == target)
    }

    @Test func `links of several fields come in order, with all their parameters`() {
        let links = LinkHeader(["</a>; rel=\"up\"", "</b>; rel=next; title=\"B\"; hreflang=en, </c>; rel=next"]).links
        #expect(links.map(\.target) == ["/a", "/b", "/c"])
        #expect(links[1].parameters.map(\.name) == ["rel", "title", "hreflang"])
        #expect(links[1].parameters.map(\.value) == ["next", "B", "en"])
        #expect(links[1].relations == ["next"])
    }

    @Test(arguments: ["\"", "<<<>>>", "<a>;=\"", "<a>;\"\\", ";;;,,,<a", "<a>;rel=\"\\"])
    func `whatever comes, reading ends`(field: String) {
        _ = LinkHeader([field]).links
    }
}
