import Markup
import Testing

struct XHTMLDocumentTests {
    private func document(_ body: String, head: String = "") -> String {
        "<?xml version=\"1.0\"?><!DOCTYPE html [<!ENTITY x \"y>\">]><html xmlns=\"http://www.w3.org/1999/xhtml\" "
            + "xmlns:h=\"http://www.w3.org/1999/xhtml\"><head>\(head)</head><body>\(body)</body></html>"
    }

    private func text(_ body: String, head: String = "") throws -> String {
        PlainText.of(html: try #require(XHTMLDocument.html(of: document(body, head: head))))
    }

    @Test(arguments: ["script", "title", "div", "textarea", "iframe", "style", "p", "h:div", "noscript", "plaintext"])
    func `an empty element without an end tag is closed in XHTML`(name: String) throws {
        #expect(try text("<\(name)/><p>After.</p>") == "After.")
        #expect(try text("<p>After.</p>", head: "<\(name) id='x'/>") == "After.")
    }

    @Test(arguments: [
        ("<PLAINTEXT/><p>b</p>", "b"), ("<XMP>a <b>c</b></XMP>d", "a c d"),
        ("<Style>p {}<!-- --></Style><p>b</p>", "b"),
        ("<STYLE><b/></STYLE><p>b</p>", "b"), ("<SCRIPT>if (a &lt; b) { x() }</SCRIPT>b", "b"),
        ("<NOFRAMES><p>a</p></NOFRAMES>b", "b"),
    ])
    func `names in upper case are read as HTML reads them`(body: String, expected: String) throws {
        let html = try #require(XHTMLDocument.html(of: document(body)))
        #expect(PlainText.of(html: html) == expected)
        #expect(!html.contains("<STYLE>") && !html.contains("<NOFRAMES>"))
    }

    @Test func `character data and references are text in XHTML`() throws {
        #expect(
            try text("<p><![CDATA[a < b & <i>c]]> &lt; d&#xE9; &eacute;</p><!-- <p>no</p> --><?x <p>no</p>?>")
                == "a < b & <i>c < dé é")
        #expect(try text("a<br></br>b<hr></hr>c") == "a b c")
    }

    @Test func `scripts and styles of XHTML are no text, and JSON-LD is read`() throws {
        #expect(
            try text(
                "<p>a</p><script><![CDATA[ if (a < b) { x('</p>') } ]]></script><style><![CDATA[ p > a {} ]]></style>b")
                == "a b")
        let head =
            "<script type=\"application/ld+json\"><![CDATA[{\"@type\":\"NewsArticle\",\"author\":{\"name\":\"Ann &lt; Lee\"}}]]></script>"
        let html = try #require(XHTMLDocument.html(of: document("", head: head)))
        #expect(html.contains("\"name\":\"Ann &lt; Lee\""))
    }

    @Test(arguments: [
        "<html><body><p>a</body></html>", "<html><p>a & b</p></html>", "<html><p class=x>a</p></html>",
        "<html><p/></html><p/>",
        "<rss/>", "text", "", "<html>", "<html><p a=\"<\"/></html>", "<html><p>a</P></html>", "<html><!-- </html>",
    ])
    func `what is no well-formed XHTML is no XHTML`(text: String) {
        #expect(XHTMLDocument.html(of: text) == nil)
    }
}
