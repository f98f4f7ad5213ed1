import Markup
import Testing

/// Whether a page was cut before its end.
@Suite struct ParsedPageTests {
    @Test(
        arguments: [
            ("<p>One", false), ("<p>One<p>Two", false), ("<div><p>One</div>", false),
            ("<html><body><ol><li>One<li>Two</ol>\n", false), ("<ul><li>One</ul><hr>", false),
            ("<table><tr><td>One<td>Two</table>", false), ("<div><span>One</div>", false),
            ("<div>One</div><script>let a = 1</script>", false), ("<p>1 < 2", false), ("<div>One</div></body>", false),
            ("<div>One", true), ("<div><p>One", true), ("<ol><li>One", true), ("<ol><li>One</li>\n", true),
            ("<table><tr><td>One", true), ("<p>One <a href=x>two", true), ("<p>One</p><di", true),
            ("<p>One</p></di", true), ("<p>One</p><img src='a", true), ("<p>One</p><!-- two", true),
        ] as [(String, Bool)])
    func `a page is cut where it ends inside a tag or an element, not where end tags are optional`(
        html: String, isCut: Bool
    ) {
        #expect(HTMLDocument(html).isCut == isCut)
        #expect(HTMLDocument("<!doctype html><title>A</title><main>B</main>" + html).isCut == isCut)
    }

    @Test func `a page whose rows stand in rows is searched within a bound, and what is found until then is kept`()
        throws
    {
        let (row, other) = (try #require(ElementSelector("div.row")), try #require(ElementSelector("em")))
        let page = HTMLDocument(
            String(repeating: "<div class=row>", count: 100) + "<em>x</em>" + String(repeating: "<br>", count: 50_000))
        let rows = page.root.all(row)
        #expect(rows.count == 100 && rows.allSatisfy { $0.first(other) != nil })
        for _ in 0..<10 { for row in rows { _ = row.text } }
        #expect(
            rows[0].first(other) == nil && rows[0].text.isEmpty && rows[0].innerHTML.isEmpty
                && page.root.all(row).isEmpty)
        #expect(HTMLDocument("<em>x</em>").root.first(other)?.text == "x")
    }
}
