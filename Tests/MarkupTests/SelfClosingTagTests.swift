import Markup
import TestSupport
import Testing

/// Tags that end in a slash, which HTML opens and writers of XML mean as whole elements.
struct SelfClosingTagTests {
    private func sanitize(_ html: String) -> SanitizedContent {
        HTMLSanitizer(base: SanitizerFixture.address).sanitize(html)
    }

    private static let names = """
        script style title textarea iframe noembed noframes noscript xmp plaintext video audio canvas button object applet \
        select template svg math map progress meter output datalist optgroup dialog portal a div span b em section h2 table \
        details ruby amp-video amp-iframe lite-youtube o:p x-y
        """.split(separator: " ").map(String.init)

    @Test(arguments: names, ["/", " /", " src=x/", " src=\"https://x.example/v.mp4\" hidden/"])
    func `what follows an element closed by a slash is shown`(name: String, end: String) {
        // The slash is the value's, and these show what they hold.
        if end == " src=x/", ["a", "b", "em"].contains(name) { return }
        let found = sanitize("<p>A</p><\(name)\(end)><p>B <b>c</b></p><ul><li>D</li></ul>")
        #expect(found.html.text.contains("<p>B <b>c</b></p>"), "\(found.html.text)")
        #expect(found.html.text.contains("<li>D</li>"), "\(found.html.text)")
    }

    @Test(arguments: names)
    func `of two the first is closed by its slash, the second by its end tag`(name: String) {
        // Nothing ends `<plaintext>`.
        if name == "plaintext" { return }
        let found = sanitize("<p>A</p><\(name) src=x /><p>B</p><\(name)></\(name)><p>C</p>")
        #expect(found.html.text.contains("<p>B</p>") && found.html.text.contains("<p>C</p>"), "\(found.html.text)")
    }

    @Test(arguments: [
        "script", "style", "title", "textarea", "iframe", "noscript", "button", "select", "template", "canvas",
    ])
    func `a slash does not close what an end tag closes`(name: String) {
        for end in ["/", " /", " src=x/"] {
            let found = sanitize("<p>A</p><\(name)\(end)>alert('B')</\(name)><p>C</p>")
            #expect(found.text == "A C", "\(found.html.text)")
        }
    }

    @Test func `an embed closed by a slash is kept, with all behind it`() {
        let found = sanitize(
            "<p>A</p><iframe width=\"560\" src=\"https://www.youtube.com/embed/abcdefghijk\" allowfullscreen /><p>B</p>"
        )
        #expect(found.html.text.contains("data-player=\"youtube\""))
        #expect(found.html.text.hasSuffix("<p>B</p>"))
        #expect(
            sanitize("<iframe src=https://www.youtube.com/embed/abcdefghijk/></iframe><p>B</p>").html.text
                .contains("data-player=\"youtube\""))
    }

    @Test func `an element closed by a slash holds nothing`() {
        #expect(sanitize("<p>H<b/> not bold</p>").html.text == "<p>H not bold</p>")
        #expect(sanitize("<p><a name=\"two\"/>text</p>").html.text == "<p><span id=\"s-two\"></span>text</p>")
        #expect(sanitize("<div>a<div class=\"sharedaddy\"/><p>b</p></div><p>c</p>").text == "a b c")
        #expect(sanitize("<b/>bold</b> plain").html.text == "<b>bold</b> plain")
        #expect(sanitize("a<p/>b<p/>c").html.text == "a<p>b</p><p>c</p>")
    }

    @Test func `a slash at the end of a link's unquoted address belongs to the address`() {
        let found = sanitize(
            "<p><a href=http://e.example/x/>one <a href=http://e.example/y/>two</a> <a href=/z/>three</a></p>")
        for address in ["http://e.example/x/", "http://e.example/y/", "/z/"] {
            #expect(found.html.text.contains("\(address)\" rel="), "\(found.html.text)")
        }
        #expect(found.text == "one two three")
        #expect(sanitize("<p><a name=two />text</p>").html.text == "<p><span id=\"s-two\"></span>text</p>")
    }

    @Test(arguments: ["desc", "foreignObject"])
    func `an empty foreign element of a drawing does not hide the story behind it`(name: String) {
        let found = sanitize("<svg><\(name)/><path/><p>Story text</p><p>More</p><svg></svg></svg>end")
        #expect(found.text == "Story text More end", "\(found.html.text)")
    }

    @Test func `a great many tags with slashes take linear time`() {
        for unit in [
            "<a href=x/>", "<div/>", "<div><div/>", "<script/><style/>", "<b/></b>", "<x-y/></x-y>", "<svg/><title/>",
        ] {
            let elapsed = CPUTime.of { _ = sanitize(String(repeating: unit, count: 40_000)) }
            #expect(elapsed < .seconds(4), "\(unit)")
        }
    }

    @Test func `a page with tags closed by slashes has its article`() throws {
        let address = try #require(SanitizerFixture.address)
        let paragraph =
            "<p>The harbour was dredged, at some length, and the fishers said what they thought of it, twice.</p>"
        let body = String(repeating: paragraph, count: 8)
        let article = try ArticleExtractor(address: address).article(
            in: "<html><head><title>Harbour</title><script src=\"a.js\"/><style/></head><body><noscript/>\(body)"
                + "<iframe src=\"https://x.example/\"/>\(body)<textarea/><p>The last words are these, and no others.</p></body></html>"
        )
        #expect(article.title == "Harbour")
        #expect(article.text.hasSuffix("The last words are these, and no others."))
    }
}
