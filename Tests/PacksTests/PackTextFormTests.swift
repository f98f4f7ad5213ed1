import Foundation
import Markup
import TestSupport
import Testing

@testable import Packs

/// The one form of a page's text, whatever typed it (docs/packs.md, "The editor's text").
@Suite struct PackTextFormTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let picture = "https://pack.invalid/media/" + String(repeating: "0f", count: 32)

    private static func source(_ html: String) -> String { PackTextForm(html).source }

    @Test(arguments: [
        // Blocks.
        ("a", "<p>a</p>"), ("<div>a</div><div>b</div>", "<p>a</p>\n<p>b</p>"),
        ("<div><p>a</p>b</div>", "<p>a</p>\n<p>b</p>"),
        ("<h1>a</h1><h2>b</h2><h5>c</h5>", "<h2>a</h2>\n<h2>b</h2>\n<h4>c</h4>"),
        ("<p>a</p><p><br></p><p>&nbsp;</p><p>b</p>", "<p>a</p>\n<p>b</p>"), ("a<hr>b", "<p>a</p>\n<hr>\n<p>b</p>"),
        ("<blockquote>a</blockquote>", "<blockquote>\n<p>a</p>\n</blockquote>"),
        ("<figure><img src='/media/x'></figure>", "<p><img src=\"https://pack.invalid/media/x\" alt=\"\"></p>"),
        // Lists.
        ("<ul><li><p>a</p></li><li>b</li></ul>", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("<ul><li><p>a</p><ol><li>b</li></ol></li></ul>", "<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"),
        ("<ol><li><p>a</p><p>b</p></li></ol>", "<ol>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ol>"),
        ("<ul><li><p></p><h3>a</h3></li><li></li></ul>", "<ul>\n<li>\n<h3>a</h3>\n</li>\n</ul>"),
        ("<ul></ul><blockquote> </blockquote>", ""),
        // White space.
        ("<p>a  b\n c&nbsp;</p>", "<p>a b c</p>"), ("<p>&nbsp;a&nbsp; b&nbsp;c</p>", "<p>a b\u{A0}c</p>"),
        ("<p>a <br> b<br></p>", "<p>a<br>b</p>"), ("<p><br>a<br><br>b</p>", "<p>a<br><br>b</p>"),
    ])
    func `blocks and white space come in one form`(typed: String, source: String) {
        #expect(Self.source(typed) == source)
    }

    @Test(arguments: [
        ("<strong>a</strong><em>b</em>", "<b>a</b><i>b</i>"), ("<i><b>a</b></i>", "<b><i>a</i></b>"),
        ("<b>a</b><b>b</b>", "<b>ab</b>"), ("<b>a</b> <b>b</b>", "<b>a b</b>"), ("<b>a </b>b", "<b>a</b> b"),
        ("a<b> b</b>", "a <b>b</b>"), ("a&nbsp;<b>b</b>", "a\u{A0}<b>b</b>"), ("<b>a<br></b>b", "<b>a</b><br>b"),
        ("<b>a</b><i><b>b</b>c</i>", "<b>a<i>b</i></b><i>c</i>"),
        ("<sub><sup>a</sup></sub>", "<sup><sub>a</sub></sup>"),
        ("<span style='font-weight:700; font-style:italic'>a</span>", "<b><i>a</i></b>"),
        ("<span style='font-weight:400'>a</span>", "a"), ("<b style='font-weight:normal' id='docs-guid'>a</b>", "a"),
        ("x<span style='vertical-align:super'>2</span>", "x<sup>2</sup>"),
        ("<b><a href='/page/a'>x</a></b>", "<a href=\"https://pack.invalid/page/a\"><b>x</b></a>"),
        ("<a href='page/a#b'>x</a><a href='/page/a#b'> y</a>", "<a href=\"https://pack.invalid/page/a#b\">x y</a>"),
        ("<a href='mailto:a@b.example'>x </a>y", "<a href=\"mailto:a@b.example\">x</a> y"),
        ("<a href='javascript:x'>x</a>", "x"),
        ("<b><img src='/media/x' alt='&quot;'></b>", #"<img src="https://pack.invalid/media/x" alt="&quot;">"#),
        ("<span class='x' style='color:red'>a</span> &lt; &amp;b", "a &lt; &amp;b"),
        ("a<!-- b -->c<script>d</script>", "ac"),
    ])
    func `marks come in one order and cover words only`(typed: String, line: String) {
        #expect(Self.source("<p>\(typed)</p>") == "<p>\(line)</p>")
    }

    private struct SentText: Decodable {
        let what: String
        let pasted: String?
        let sent: String
        let source: String
    }

    /// The browser tests find that Chromium and WebKit send these texts (Tests/Browser/test_text_editor.py).
    @Test func `what browsers send, and what was pasted into them, gives the same bytes`() throws {
        let file = try Data(contentsOf: Self.tests.appending(path: "Browser/typed_texts.json"))
        let texts = try JSONDecoder().decode([SentText].self, from: file)
        #expect(texts.count > 3)
        for text in texts {
            #expect(Self.source(text.sent) == text.source, "\(text.what)")
            #expect(PackTextForm(text.sent).isWhole, "\(text.what)")
        }
    }

    @Test(arguments: [
        ["<p>a <strong>b</strong></p>", "<div>a <b>b</b></div>", "a <span style=\"font-weight: bold;\">b</span><br>"],
        ["<ul><li><p>a</p></li></ul>", "<ul><li>a<br></li></ul>", "<ul>\n  <li><span>a</span></li>\n</ul>"],
    ])
    func `the same content gives the same bytes`(typed: [String]) {
        #expect(Set(typed.map { PackTextForm($0).html }).count == 1)
    }

    @Test func `the stored text is what cleaning writes`() {
        let form = PackTextForm("<p>a <a href='/page/b'>b</a></p><ul><li>c</li></ul>")
        #expect(
            form.html.text
                == #"<p>a <a href="https://pack.invalid/page/b" rel="noopener noreferrer">b</a></p><ul><li>c</li></ul>"#
        )
        #expect(PackText.clean(form.html.text) == form.html)
        #expect(form.isWhole)
    }

    @Test(
        arguments: [
            ("<table><tr><td>a</table>", .table),
            ("<figure><img src='/x'><figcaption>a</figcaption></figure>", .caption),
            ("<dl><dt>a<dd>b</dl>", .definitions), ("<pre>a</pre>", .code), ("<code>a</code>", .code),
            ("<math><mi>x</mi></math>", .formula), ("<video src='/a.mp4'></video>", .recording),
            ("<aside>a</aside>", .box), ("<details>a</details>", .box), ("<h2 id='a'>b</h2>", .anchor),
            ("<a name='a'></a>b", .anchor), ("<u>a</u>", .decoration), ("<q>a</q>", .quotation),
            ("<abbr title='b'>a</abbr>", .annotation), ("<p lang='de'>a</p>", .language),
            ("<p dir='rtl'>a</p>", .direction),
            ("<ol start='3'><li>a</ol>", .numbering), ("<ol type='a'><li>a</ol>", .numbering),
            ("<a href='/page/a' title='b'>c</a>", .tooltip), ("<img src='/media/x' width='20'>", .pictureSize),
        ] as [(String, PackTextObstacle)])
    func `a text with more than the field holds stays as it is, and says why`(html: String, obstacle: PackTextObstacle)
    {
        let form = PackTextForm("<div>a<div>b</div></div>" + html)
        #expect(!form.isWhole && form.obstacles.contains(obstacle))
        #expect(form.html == PackText.clean("<div>a<div>b</div></div>" + html))
        #expect(form.source == form.html.text)
    }

    @Test func `what means nothing hinders nothing`() {
        #expect(PackTextForm("<p dir='ltr' class='x' style='color:red'>a<wbr>b</p><ol start='1'><li>c</ol>").isWhole)
    }

    // MARK: Any text

    private static func expectStable(_ html: String) {
        let form = PackTextForm(html)
        #expect(PackTextForm(form.source) == form, "from \(html.debugDescription)")
        #expect(PackTextForm(form.html.text) == form, "from \(html.debugDescription)")
        #expect(PackText.clean(form.html.text) == form.html, "from \(html.debugDescription)")
        #expect(!form.obstacles.contains(.unusual), "from \(html.debugDescription)")
        let words = HTMLSanitizer(base: PackAddress.base).sanitize(html).text
        #expect(plain(HTMLSanitizer().sanitize(form.html.text).text) == plain(words), "from \(html.debugDescription)")
    }

    /// Returns the characters of a text that can be seen.
    private static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.filter { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint })
    }

    @Test(arguments: 0..<16)
    func `any heap of tags has one form, with all of its words`(seed: Int) {
        var heaps = RandomMarkup(seed: UInt64(seed) &* 6_151 &+ 5)
        for _ in 0..<150 { Self.expectStable(heaps.next()) }
    }

    /// Most heaps hold something that the field cannot; these never do.
    @Test(arguments: 0..<16)
    func `any heap of the field's own elements has one form, with all of its words`(seed: Int) {
        var random = SeededGenerator(state: UInt64(seed) &* 911 &+ 1)
        let pieces = [
            "<p>", "</p>", "<div>", "</div>", "<h2>", "</h2>", "<h5>", "</h5>", "<ul>", "</ul>", "<ol>", "</ol>",
            "<li>", "<li>",
            "</li>", "<blockquote>", "</blockquote>", "<hr>", "<br>", "<br>", "<b>", "</b>", "<i>", "</i>", "<sup>",
            "</sup>",
            "<sub>", "</sub>", "<a href='/page/a'>", "<a href='https://b.example/'>", "</a>",
            "<img src='/media/x' alt='y'>",
            "<span style='font-weight:bold;font-style:italic'>", "</span>", " ", "&nbsp;", "\n", "a", "b", "c ", " d",
            "&amp;", "é",
        ]
        for _ in 0..<200 {
            let html = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let form = PackTextForm(html.joined())
            #expect(form.isWhole, "from \(html.joined())")
            Self.expectStable(html.joined())
        }
    }

    @Test(arguments: ["cleaning", "extraction"])
    func `every fixture of the cleaner has one form`(folder: String) throws {
        let root = Self.tests.appending(path: "MarkupTests/Fixtures").appending(path: folder)
        let files =
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        #expect(files.count > 20)
        for file in files where file.pathExtension == "html" {
            Self.expectStable(try String(contentsOf: file, encoding: .utf8))
        }
    }

    @Test(
        arguments: HostileShape.all(
            heads: ["", "<ul>"],
            units: [
                "<b>a</b><i>b</i>", "<li>", "<blockquote>", "a ", "&nbsp;", "<br>", "<p>a", "<b>a</b><b>b</b>", "<b>",
                "<a href='/a'>x",
            ]))
    func `a text in a shape costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost { _ = PackTextForm($0) } == nil)
    }

    /// A paragraph around each line makes the text longer than the cleaner lets pass.
    @Test func `a text that would lose its end when it is reduced stays as it is`() {
        let html = String(repeating: "a<hr>", count: 60_000)
        let form = PackTextForm(html)
        #expect(form.html == PackText.clean(html))
        #expect(form.isWhole == (PackTextForm(form.source) == form && form.source.contains("<p>")))
    }
}
