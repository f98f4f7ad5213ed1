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
        #expect(ParsedPage(html).isCut == isCut)
        #expect(ParsedPage("<!doctype html><title>A</title><main>B</main>" + html).isCut == isCut)
    }
}
