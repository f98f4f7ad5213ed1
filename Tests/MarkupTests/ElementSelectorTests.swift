import Markup
import Testing

/// Looking elements up by selector.
@Suite struct ElementSelectorTests {
    private static let page = HTMLDocument(
        """
        <!doctype html><div id=a class="one two"><p class=x>First <b>bold</b></p><table><tr><td>in a cell</table>
        <span class=x data-n="12&amp;3">second<br>line</span></div><p class="x deep"><i><a href="item?id=7">seven</a></i></p>
        """)

    @Test(
        arguments: [
            ("p", ["First bold", "seven"]), (".x", ["First bold", "second line", "seven"]),
            ("div > .x", ["First bold", "second line"]),
            ("#a.two span", ["second line"]), ("[data-n]", ["second line"]), ("[data-n=\"12&3\"]", ["second line"]),
            ("a[href^=item?id=]", ["seven"]), ("a[href*=d=7]", ["seven"]), ("body > a", []),
            ("p a, td", ["in a cell", "seven"]),
            ("table td", ["in a cell"]),
            ("div *", ["First bold", "bold", "in a cell", "in a cell", "in a cell", "in a cell", "second line", ""]),
        ] as [(String, [String])])
    func `elements are found in the page's order`(selector: String, texts: [String]) throws {
        let wanted = try #require(ElementSelector(selector))
        #expect(Self.page.root.all(wanted).map(\.text) == texts)
    }

    private func first(_ selector: String) throws -> HTMLElement? {
        Self.page.root.first(try #require(ElementSelector(selector)))
    }

    @Test func `of alternatives the first that is found counts`() throws {
        let found = try first("b.none, span, p")
        #expect(found?.name == "span")
        let none = try first("video")
        #expect(none == nil)
    }

    @Test(arguments: ["", " , p", "p >", "> p", "p[", "p[=x]", "..x", "p:hover", "a > > b"])
    func `what is no selector is refused`(text: String) { #expect(ElementSelector(text) == nil) }

    @Test func `an element knows what is around it and says what is in it`() throws {
        let span = try #require(try first("span"))
        #expect(span["data-n"] == "12&3" && span["missing"] == nil && span.hasClass("x"))
        #expect(span.parent?["id"] == "a" && span.parent?.next?.name == "p" && span.next == nil)
        #expect(span.innerHTML == "second<br>line")
        let div = try #require(span.parent)
        #expect(div.children.map(\.name) == ["p", "table", "span"])
        #expect(div.innerHTML.contains("<span class=\"x\" data-n=\"12&amp;3\">second<br>line</span>"))
    }

    @Test func `what is not a page has a root and nothing in it`() {
        #expect(HTMLDocument("").root.text.isEmpty)
        let deep = HTMLDocument(String(repeating: "<div>", count: 50_000) + "end")
        #expect(deep.root.text == "end")
    }
}
