import Markup
import TestSupport
import Testing
import URLs

/// Every construct of HTML, repeated, never closed, in every place where the tokeniser or the tree differs: none costs more
/// than its length. Quadratic ones were `<p a0 a1 …` that never ends, and end tags with attributes.
@Suite struct HTMLShapeTests {
    private static let heads = [
        "", "<table>", "<svg>", "<pre>", "<figure>", "<p ", "<p a='", "<!--", "<title>", "<select>", "<template>",
    ]
    private static let inText = [
        "<p a{n}", "a{n} ", "a{n}='", "</p a{n} ", "</p a{n}=b>", "<title>", "<title a{n} ", "<title a{n}=b ",
        "<xmp a{n}=b ", "<iframe a{n}=b ",
        "<script type=application/ld+json a{n}=b ", "<html a{n}=b>", "<body a{n}=b>", "<!--", "<!-", "<!DOCTYPE a{n}>",
        "<!DOCTYPE a{n} ",
        "<?", "</", "<", "<a href='", "<a href={n}>", "<a href='#a{n}'>", "&", "&a", "&#", "&#x", "&amp", "&notin",
        "<![CDATA[",
        "]]>", "<svg>", "<math>", "<template>", "<select>", "<option>", "<textarea>", "<style>", "<script><!--<script>",
        "<noscript>", "<plaintext>", "<xmp>", "<b>", "<b title={n}>", "<p><b title={n}>", "<a><div>", "<i></p>",
        "<font color={n}>x",
        "<table>x", "<table><b>", "<td>", "<tr>", "<caption>", "<col>", "<div>", "</div>", "<li>", "<dl><dt>",
        "<h1></b><b>",
        "<ruby><rt>", "<button>", "<form>", "<object>", "<frameset>", "<br> ", "<img srcset='a 1x, ",
        "<picture><source srcset=a>",
        "<figure><figcaption>x: ", "<img src=a{n}><figcaption>x</figcaption>",
        "<img src=a{n}><cite>x</cite>", "<span id=a{n}>", "<p class='share{n} ", "<p style='a{n}:b;", "\n\n", " ", "é",
        "\u{301}", "\u{1F1E6}",
        "\u{1}", "\"", "=", ">", "/", "x ",
    ]

    private static let shapes =
        HostileShape.all(heads: [""], units: inText)
        + HostileShape.all(
            heads: Array(heads.dropFirst()),
            units: [
                "a{n} ", "a{n}='", "<p a{n} ", "</p a{n} ", "<b>", "<td>", "<img src=a{n}><figcaption>x</figcaption>",
                "<!--", "'", "]]>", "\n",
            ])

    @Test(arguments: shapes)
    func `cleaning a shape costs what its length does`(shape: HostileShape) {
        let sanitizer = HTMLSanitizer(base: WebAddress("https://heron.example/reeds/"))
        #expect(shape.superlinearCost { _ = sanitizer.sanitize($0) } == nil)
    }

    @Test(arguments: HostileShape.all(heads: [""], units: inText))
    func `a title in a shape costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost { _ = PlainText.of(possiblyHTMLTitle: $0) } == nil)
    }

    @Test(
        arguments: HostileShape.all(
            heads: [""], units: ["<select ", "<button x", "</dd ", "<meta {n}", "&{n}", "<b ", "<p"]))
    func `a title that only begins tags costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost(at: 1 << 20) { _ = PlainText.of(possiblyHTMLTitle: $0) } == nil)
    }

    private static let paragraph =
        "<p>" + String(repeating: "The harbour was dredged, and the fishers were glad. ", count: 12)

    @Test(
        arguments: HostileShape.all(
            heads: ["<body>" + paragraph],
            units: inText + [
                "<h2>Related</h2><a href=/{n}>y</a>", "<p>It rains, and it pours.", "By A{n}, ",
                "<time>2024-01-0{n}</time>",
                "<a rel=next href=/{n}>", "<address>", "<article>", "<section class=comment>",
                "<meta name=a{n} content=b>",
                "<link rel=alternate href={n}>",
            ]))
    func `finding the article in a shape costs what its length does`(shape: HostileShape) throws {
        let address = try #require(WebAddress("https://heron.example/1"))
        #expect(shape.superlinearCost(at: 96 << 10) { _ = ExtractionSnapshot(of: $0, at: address) } == nil)
    }

    @Test(arguments: [
        HostileShape("", "<p a{n} "), HostileShape("<p ", "a{n}=b "), HostileShape("", "</p a{n} "),
        HostileShape("<title ", "a{n}=b "),
    ])
    func `tags of many attributes that never end cost what their length does, also at a megabyte`(shape: HostileShape) {
        #expect(shape.superlinearCost(at: 1 << 20) { _ = HTMLSanitizer().sanitize($0) } == nil)
        #expect(shape.superlinearCost(at: 1 << 20) { _ = HTMLDocument($0) } == nil)
    }

    /// Formulas that cannot be kept, in containers, beside as long a text in one container.
    private static let containedFormulas: [HostileShape] = [
        HostileShape("<script type=\"math/tex\">", "x y ", "</script>"),
        HostileShape("<script type=\"math/tex\">", "% word &amp; ", "</script>"),
        HostileShape("<math><mtext>", "word ", "</mtext><div></div></math>"),
        HostileShape("<math><semantics><annotation encoding=tex>", "word ", "</annotation></semantics></math>"),
        HostileShape("<math>", "<mi>x</mi>", "<div></div></math>"),
        HostileShape("<b data-latex=\"", "word ", "\">x</b>"),
        HostileShape("<b>", "word ", "</b><script type=\"math/tex\">x</script>"),
    ]

    private static func contained(_ formula: String, in count: Int) -> String {
        let open = String(repeating: "<span class=\"katex\">", count: count)
        return "\(open)\(formula)\(String(repeating: "</span>", count: count))"
    }

    @Test(arguments: containedFormulas)
    func `a formula in many containers costs little more than in one`(shape: HostileShape) {
        let formula = shape.text(512 << 10)
        let (deep, flat) = (Self.contained(formula, in: 240), Self.contained(formula, in: 1))
        let least = CPUTime.of { _ = HTMLSanitizer().sanitize(flat) }
        let most: Duration = least * 6 + Duration.milliseconds(700)
        #expect(CPUTime.of { _ = HTMLSanitizer().sanitize(deep) } < most)
        #expect(CPUTime.of { _ = PlainText.of(html: deep) } < most)
    }

    @Test func `a formula in many wrappings costs little more than in one`() {
        func formulas(_ open: String, _ close: String) -> String {
            let inner = String(repeating: open, count: 1_200) + "x" + String(repeating: close, count: 1_200)
            return String(repeating: "<script type=\"math/tex\">\(inner)</script>", count: 24)
        }
        let wrapped = formulas("{\\displaystyle ", "}")
        let plain = formulas("{\\displaystyld ", "}")
        let least = CPUTime.of { _ = HTMLSanitizer().sanitize(plain) }
        let most: Duration = least * 12 + Duration.milliseconds(200)
        #expect(CPUTime.of { _ = HTMLSanitizer().sanitize(wrapped) } < most)
    }

    @Test(arguments: [
        ("<p>a</p><p b c='d", "<p>a</p>"), ("a<b", "a"), ("<b>a</b c='>'>b", "<b>a</b>b"),
        ("a<!-- b", "a"), ("<i>a</i", "<i>a</i>"), ("<b>a</i b=c>b</b d>c", "<b>ab</b>c"),
    ])
    func `a tag that the text ends in is dropped, and what an end tag has besides its name`(html: String, clean: String)
    {
        #expect(HTMLSanitizer().sanitize(html).html.text == clean)
    }

    @Test func `attributes of a title, of data and of later roots are bounded, and what stands behind them is read`() {
        let many = (0..<200).map { " a\($0)=b" }.joined()
        let roots = (0..<200).map { "<body b\($0)=c><html b\($0)=c>" }.joined()
        let page = HTMLDocument(
            "<title\(many)>T</title\(many)><script type=application/ld+json\(many)>{}</script\(many)>\(roots)<i>x</i>")
        for name in ["title", "script", "html", "body"] {
            let element = ElementSelector(name).flatMap(page.root.first) ?? page.root
            #expect((0..<200).count { element["a\($0)"] != nil || element["b\($0)"] != nil } <= 64, "\(name)")
        }
        #expect(ElementSelector("title").flatMap(page.root.first)?.text == "T")
        #expect(ElementSelector("i").flatMap(page.root.first)?.text == "x")
    }

    @Test(arguments: [
        HostileShape("<a href=b></a>"), HostileShape("<img src=pixel.gif>"), HostileShape("<iframe src=b></iframe>"),
    ])
    func `addresses with a long base that nothing is shown of cost little too`(shape: HostileShape) {
        let sanitizer = HTMLSanitizer(
            base: WebAddress("https://heron.example/" + String(repeating: "a", count: 16_000)))
        let text = shape.text(256 << 10)
        #expect(CPUTime.of { _ = sanitizer.sanitize(text) } < .seconds(3))
    }

    @Test func `addresses with a long base end the text at a multiple of its length, and that is said`() {
        let base = WebAddress("https://heron.example/" + String(repeating: "a", count: 16_000) + "/")
        for unit in ["<a href=b>c</a>", "<img src=b>", "<a href='#d'>c</a>"] {
            let sanitized = HTMLSanitizer(base: base).sanitize(String(repeating: unit, count: 20_000))
            #expect(sanitized.html.text.utf8.count < 12 << 20)
            #expect(sanitized.diagnostics.contains { $0.contains("MB was left out") })
            #expect(sanitized.html.text.contains("heron.example"))
        }
    }
}
