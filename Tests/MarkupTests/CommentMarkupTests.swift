import Markup
import TestSupport
import Testing

/// Previews of comments, as their origins will show them.
@Suite struct CommentMarkupTests {
    @Test func `Hacker News: paragraphs, italics, code and addresses`() {
        let typed = """
            One *two three* four\\* and five ** six.
            The same line; 2 * 3 * 4.

              let a = *b*
                if x < y { }

              still code

            See https://example.org/a_(b)?c=1&d=2, or <https://example.org/x.>.
            """
        let html = CommentMarkup.hackerNews.preview(typed).text
        #expect(html.contains("<p>One <i>two three</i> four* and five * six."))
        #expect(html.contains("The same line; 2 * 3 * 4.</p>"))
        #expect(html.contains("<pre><code>  let a = *b*\n    if x &lt; y { }\n\n  still code"))
        #expect(html.contains("href=\"https://example.org/a_(b)?c=1&amp;d=2\""))
        #expect(html.contains("href=\"https://example.org/x.\""))
    }

    @Test func `Hacker News: long addresses are cut where they show, tags are text`() throws {
        let address = "https://example.org/" + String(repeating: "a", count: 80)
        let html = CommentMarkup.hackerNews.preview("\(address) <b>bold</b> &amp;").text
        #expect(html.contains("href=\"\(address)\""))
        #expect(html.contains(">\(address.prefix(60))...</a>"))
        #expect(html.contains("&lt;b&gt;bold&lt;/b&gt; &amp;amp;"))
    }

    @Test func `WordPress: paragraphs, lines, allowed tags and addresses`() {
        let typed = """

            One <strong>two</strong>
            three &amp; four & five &copy; 1 < 2

            <blockquote>Said <em>so</em>.</blockquote>
            http://example.org/a. <a href="https://example.org/b" title="c">d http://example.org/e</a>
            <code>http://example.org/f</code> <u>plain</u><img src="x.png"><script>alert(1)</script>
            """
        let html = CommentMarkup.wordPress.preview(typed).text
        #expect(html.hasPrefix("<p>One <strong>two</strong><br>three &amp; four &amp; five © 1 &lt; 2</p>"), "\(html)")
        #expect(html.contains("<em>so</em>.") && html.contains("</blockquote>"))
        #expect(html.contains("href=\"http://example.org/a\""))
        #expect(html.contains("href=\"https://example.org/b\"") && !html.contains("href=\"http://example.org/e"))
        #expect(html.contains("<code>http://example.org/f</code> plainalert(1)"))
        #expect(!html.contains("<img") && !html.contains("<script") && !html.contains("<u>"))
    }

    @Test(arguments: CommentMarkup.allCases) func `empty text has no preview`(_ markup: CommentMarkup) {
        for text in ["", " \n\n \t"] { #expect(markup.preview(text).isEmpty) }
    }

    private static let hostile = [
        "<a href=\"javascript:alert(1)\">x</a>", "<a href='data:text/html,x'>x</a>", "<b onclick=alert(1)>x</b>",
        "<a href=\"https://a.example/\" onmouseover=\"x()\" style=\"y\">x</a>", "<a href=\"x\"\"><script>y</script>",
        "<<script>script>alert(1)<</script>/script>", "</p></div></blockquote>", "<blockquote><blockquote><b>",
        "https://a.example/\"onmouseover=\"x", "<https://a.example/\"><script>x</script>", "*<i>*</i>*",
        "  </code></pre><script>x</script>", "&lt;script&gt;&#60;script&#62;", "<a\u{0} href=x>", "<a/href=x>y",
        "<cite><q><del datetime=\"x\">", "\u{202E}abc <em\u{A0}x>", "<!-- <b> -->", "<![CDATA[<b>]]>",
    ]

    @Test(arguments: CommentMarkup.allCases) func `hostile text cannot leave its preview`(_ markup: CommentMarkup) {
        for text in Self.hostile + [Self.hostile.joined(separator: "\n\n"), Self.hostile.joined()] {
            let html = markup.preview(text).text
            #expect(SafeHTMLChecker.violation(in: html) == nil, "\(text): \(html)")
            for word in ["<script", "<img", "<a href=\"javascript", "<a href=\"data"] {
                #expect(!html.lowercased().contains(word), "\(text): \(html)")
            }
        }
    }

    private static let bombs: [(name: String, text: String)] = [
        ("asterisks", "*"), ("open italics", "*a "), ("addresses", "http://"), ("spaced addresses", "http://!! "),
        ("brackets", "<http://a"), ("open tags", "<a href='"), ("spaces in tags", "< "), ("tags", "<b>"),
        ("end tags", "</a>"), ("quotations", "<blockquote>"), ("references", "&"), ("lines", "\n"), ("code", "\n\n  a"),
        ("attributes", "<a a=b c='d' "), ("parentheses", "http://a/((("), ("closing parentheses", "http://a/))) "),
    ]

    @Test(arguments: CommentMarkup.allCases, bombs.map(\.name))
    func `a preview takes time in proportion to its text`(_ markup: CommentMarkup, _ name: String) throws {
        let bomb = try #require(Self.bombs.first { $0.name == name }).text
        let text = String(repeating: bomb, count: 100_000 / bomb.utf8.count)
        let taken = CPUTime.of { _ = markup.preview(text) }
        #expect(taken < .seconds(4), "\(taken)")
    }
}
