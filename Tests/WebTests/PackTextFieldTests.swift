import Foundation
import Markup
import Packs
import Testing

@testable import Web

/// The field with a page's text, as `text-editor.js` finds it.
@Suite struct PackTextFieldTests {
    private static func markup(_ html: String, title: String = "York") -> String {
        var w = HTMLWriter()
        PackTextField(
            form: PackTextForm(html), pages: [.init(slug: "york", title: title, path: "Cities")],
            pictures: [.init(src: "https://pack.invalid/media/0f", alt: "Walls", thumb: "/thumb", name: "walls.jpg")],
            mediaPath: "/guide/media/"
        ).write(into: &w)
        return String(decoding: w.bytes, as: UTF8.self)
    }

    @Test func `the field holds the text's HTML, a block a line`() {
        let markup = Self.markup("<div>a &amp; b</div><h2>c</h2>")
        #expect(markup.contains(">\n&lt;p&gt;a &amp;amp; b&lt;/p&gt;\n&lt;h2&gt;c&lt;/h2&gt;</textarea>"))
        #expect(markup.contains(" data-rich-text data-media-path=\"/guide/media/\""))
        #expect(!markup.contains("data-fits"))
    }

    @Test func `a text that the formatted field cannot hold says so, and why`() {
        let markup = Self.markup("<table><tr><td>a</table><pre>b</pre><ol start=3><li>c</ol>")
        #expect(markup.contains(" data-fits=\"false\""))
        #expect(
            markup.contains(
                "\"This page has a table, program text and a list with numbers of its own, so its text can only be edited as HTML.\""
            ))
    }

    @Test func `no title ends the data of the script`() throws {
        let markup = Self.markup("a", title: "</script><!-- \"York\" & Ripon")
        let data = try #require(markup.firstMatch(of: /id="pack-pages">([^<]*)<\/script>/))
        let pages = try JSONDecoder().decode([[String: String]].self, from: Data(data.1.utf8))
        #expect(pages == [["slug": "york", "title": "</script><!-- \"York\" & Ripon", "path": "Cities"]])
    }
}
