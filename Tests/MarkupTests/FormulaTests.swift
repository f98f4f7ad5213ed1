import Foundation
import Markup
import Testing

struct FormulaTests {
    private func sanitize(_ html: String) -> SanitizedContent {
        HTMLSanitizer(base: SanitizerFixture.address).sanitize(html)
    }

    private static let frac =
        "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi><mo>+</mo><mi>d</mi></mrow></mfrac>"

    // MARK: MathML

    @Test(arguments: [
        (frac, "(a+b)/(c+d)"), ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "√[3](x)"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            "∑_(i=0)^n i"
        ),
        ("<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E=mc^2"),
        ("<mi>sin</mi><mi>x</mi>", "sin x"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>", "1, 2"),
    ])
    func `presentation MathML is kept, and its text keeps the meaning`(markup: String, text: String) {
        let found = sanitize("<p>So <math>\(markup)</math>.</p>")
        #expect(found.html.text == "<p>So <math>\(markup)</math>.</p>")
        #expect(found.text == "So \(text).")
    }

    @Test func `a formula with a line of its own gets an element that scrolls`() {
        let text = "<p>a <math><mi>x</mi></math></p><math display=\"block\"><mi>y</mi></math>"
        #expect(
            sanitize(text).html.withScrollingFormulas.text
                == text.replacing("<math display", with: "<span class=\"formula\"><math display") + "</span>")
        #expect(sanitize("<p>a</p>").html.withScrollingFormulas.text == "<p>a</p>")
    }

    @Test func `a formula with a line of its own keeps it`() {
        #expect(
            sanitize("<math display=block><mi>x</mi></math>").html.text == "<math display=\"block\"><mi>x</mi></math>")
        #expect(
            sanitize("<math mode=display><mi>x</mi></math>").html.text == "<math display=\"block\"><mi>x</mi></math>")
    }

    @Test(arguments: [
        ("<mspace width=\"1em\"/><mi>x</mi><mrow/>", "<mspace width=\"1em\"></mspace><mi>x</mi><mrow></mrow>"),
        ("<mi>x</mi> loose", "<mi>x</mi><mtext>loose</mtext>"),
        ("<mfrac><mi>a</mi></mfrac>", "<mrow><mi>a</mi></mrow>"),
        ("<mtable><mi>a</mi></mtable>", "<mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable>"),
        ("<mtr><mtd><mi>a</mi></mtd></mtr>", "<mrow><mrow><mi>a</mi></mrow></mrow>"),
        (
            "<mfenced open=\"[\" separators=\";\"><mi>a</mi><mi>b</mi></mfenced>",
            "<mrow><mo>[</mo><mrow><mi>a</mi><mo>;</mo><mi>b</mi></mrow><mo>)</mo></mrow>"
        ),
        ("<menclose notation=\"radical\"><mi>a</mi></menclose>", "<msqrt><mi>a</mi></msqrt>"),
        ("<maction actiontype=\"toggle\" href=\"/x\"><mi>a</mi><mi>b</mi></maction>", "<mi>a</mi>"),
        (
            "<semantics><mi>a</mi><annotation encoding=\"application/x-tex\">\\alpha</annotation></semantics>",
            "<mi>a</mi>"
        ),
        (
            "<mi href=\"javascript:x\" onclick=\"x\" style=\"color:red\" mathvariant=\"bold\" id=\"i\">a</mi>",
            "<mi>𝐚</mi>"
        ),
        ("<mtext>if <b>x</b> &lt; y</mtext>", "<mtext>if x &lt; y</mtext>"),
        (
            "<mpadded voffset=\"-500px\" lspace=\"1em\"><mi>a</mi></mpadded>",
            "<mpadded lspace=\"1em\"><mi>a</mi></mpadded>"
        ),
        (
            "<mmultiscripts><mi>X</mi><mn>1</mn><none/><mprescripts/><mn>2</mn><mn>3</mn></mmultiscripts>",
            "<mmultiscripts><mi>X</mi><mn>1</mn><mrow></mrow><mprescripts></mprescripts><mn>2</mn><mn>3</mn></mmultiscripts>"
        ),
    ])
    func `a formula comes out in its normal form`(given: String, expected: String) {
        let found = sanitize("<math>\(given)</math>")
        #expect(found.html.text == "<math>\(expected)</math>")
        #expect(SafeHTMLChecker.violation(in: found.html.text) == nil)
        #expect(sanitize(found.html.text).html == found.html)
    }

    @Test(arguments: [
        ("double-struck", "Rk1", "ℝ𝕜𝟙"), ("script", "Le", "ℒℯ"), ("fraktur", "Cg", "ℭ𝔤"), ("bold", "x2α", "𝐱𝟐𝛂"),
        ("italic", "h", "ℎ"), ("monospace", "a", "𝚊"),
    ])
    func `letters of a style are characters of their own`(variant: String, text: String, expected: String) {
        let found = sanitize("<math><mi mathvariant=\"\(variant)\">\(text)</mi></math>").html.text
        #expect(found == "<math><mi>\(expected)</mi></math>")
        #expect(
            sanitize("<math><mi mathvariant=\"normal\">d</mi><mo mathvariant=\"\(variant)\">+</mo></math>").html.text
                == "<math><mi mathvariant=\"normal\">d</mi><mo mathvariant=\"\(variant)\">+</mo></math>")
    }

    @Test func `MathML with a prefix is MathML`() {
        #expect(
            sanitize("<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup><mml:mspace/></mml:math>").html
                .text
                == "<math><msup><mi>x</mi><mn>2</mn></msup><mspace></mspace></math>")
    }

    @Test(arguments: [
        "<math><annotation-xml encoding=\"text/html\"><img src=x onerror=alert(1)></annotation-xml></math>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror=alert(1)&gt;\">",
        "<math><mi><svg><mtext><textarea><path id=\"</textarea><img src=x onerror=alert(1)>\">",
        "<malignmark><mglyph>x</mglyph></malignmark>", "<math><malignmark><mi>x</mi></malignmark></math>",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    ])
    func `no formula lets in what another parser reads as HTML`(html: String) {
        let found = sanitize(html)
        #expect(SafeHTMLChecker.violation(in: found.html.text) == nil, "\(found.html.text)")
        #expect(
            !found.html.text.contains("glyph") && !found.html.text.contains("malignmark")
                && !found.html.text.contains("annotation"))
        #expect(sanitize(found.html.text).html == found.html)
    }

    @Test func `a formula that never ends takes no story with it`() {
        let found = sanitize("<p>A</p><math><mi>x</mi><p>B</p><img src=a.jpg><p>C</p>")
        #expect(found.text == "A x B C")
        #expect(found.html.text.contains("<img "))
        #expect(!found.html.text.contains("<math"))
    }

    @Test func `a formula deeper than any is shown by its text`() {
        let deep = String(repeating: "<msqrt>", count: 60) + "<mi>x</mi>" + String(repeating: "</msqrt>", count: 60)
        let found = sanitize("<p>So <math>\(deep)</math></p>")
        #expect(found.html.text == "<p>So x</p>")
    }

    // MARK: Each formula once

    @Test(arguments: [
        // KaTeX
        """
        <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation \
        encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span \
        class="base"><span class="mord mathnormal">x</span></span></span></span>
        """,
        // MathJax 2
        """
        <span class="MathJax_Preview">[x]</span><span class="MathJax" id="m1"><nobr aria-hidden="true"><span class="mi">x</span>\
        </nobr><span class="MJX_Assistive_MathML" role="presentation"><math><mrow><mi>x</mi></mrow></math></span></span><script \
        type="math/tex" id="e1">x</script>
        """,
        // MathJax 3
        """
        <mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math"><text>x</text></g></svg><mjx-assistive-mml \
        unselectable="on"><math><mrow><mi>x</mi></mrow></math></mjx-assistive-mml></mjx-container>
        """,
        // MediaWiki
        """
        <span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="x"><mrow><mi>x</mi>\
        </mrow></math></span><img src="https://w.example/e.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" \
        alt="{\\displaystyle x}"></span>
        """,
    ])
    func `a formula that a page has in several forms stands once, as MathML`(drawn: String) {
        let found = sanitize("<p>So \(drawn) holds.</p>")
        #expect(found.html.text == "<p>So <math><mrow><mi>x</mi></mrow></math> holds.</p>")
        #expect(found.text == "So x holds.")
        #expect(PlainText.of(html: "<p>So \(drawn) holds.</p>") == "So x holds.")
        #expect(found.pictures.isEmpty)
    }

    @Test(arguments: [
        ("<script type=\"math/tex\">a^2 < b &lt; c</script>", "<code class=\"tex\">a^2 &lt; b &lt; c</code>"),
        (
            "<script type=\"math/tex; mode=display\">% <![CDATA[\nx &= y % so\n %]]></script>",
            "<code class=\"tex-block\">x &amp;= y</code>"
        ),
        (
            "<span class=\"MathJax\"><span class=\"mi\">r</span></span><script type=\"math/tex\">r</script>",
            "<code class=\"tex\">r</code>"
        ),
        (
            "<span class=\"MathJax_Preview\">r</span><script type=\"math/tex\">r</script>",
            "<code class=\"tex\">r</code>"
        ),
        (
            "<mjx-container display=\"true\"><mjx-math data-latex=\"x^2\"><mjx-mi>x</mjx-mi></mjx-math></mjx-container>",
            "<code class=\"tex-block\">x^2</code>"
        ),
        (
            "<img src=\"https://s.example/l.png\" alt=\"\\frac{1}{2}\" class=\"latex\">",
            "<code class=\"tex\">\\frac{1}{2}</code>"
        ),
        (
            "<img src=\"q.png\" class=\"ql-img-displayed-equation\" alt=\"\\[ x \\]\">",
            "<code class=\"tex-block\">x</code>"
        ),
        (
            "<span class=\"mwe-math-element\"><img src=\"e.svg\" class=\"mwe-math-fallback-image-inline\" alt=\"{\\displaystyle a}\"></span>",
            "<code class=\"tex\">a</code>"
        ),
        ("<span class=\"math inline\">\\(a_b\\)</span>", "<code class=\"tex\">a_b</code>"),
        ("<span class=\"math display\">$$a$$</span>", "<code class=\"tex-block\">a</code>"),
        ("<span class=\"math-container\">$a$</span>", "<code class=\"tex\">a</code>"),
        ("<math-renderer>$a$</math-renderer>", "<code class=\"tex\">a</code>"),
        (
            "<span class=\"latex-rendered\" data-attrs=\"{&quot;persistentExpression&quot;:&quot;\\\\frac{a}{b}&quot;}\"></span>",
            "<code class=\"tex-block\">\\frac{a}{b}</code>"
        ),
        (
            "<math><semantics><annotation encoding=\"application/x-tex\">a</annotation></semantics></math>",
            "<code class=\"tex\">a</code>"
        ),
        (
            "<math><apply><plus/><ci>a</ci></apply><annotation encoding=\"application/x-tex\">+a</annotation></math>",
            "<code class=\"tex\">+a</code>"
        ),
    ])
    func `TeX is kept where there is no MathML`(given: String, expected: String) {
        let found = sanitize("<p>So " + given + " holds.</p>")
        #expect(found.html.text.contains("So \(expected) holds."), "\(found.html.text)")
        #expect(sanitize(found.html.text).html == found.html)
    }

    @Test(arguments: [
        ("<span class=\"math\">a word</span>", "a word"), ("<img src=a.jpg class=latex alt=\"\">", "<img"),
        ("<script type=\"math/tex\"></script>", "<p>So  holds.</p>"),
        ("<span class=\"katex\"><b>x</b></span>", "<b>x</b>"),
    ])
    func `what only looks like a formula is read as usual`(given: String, expected: String) {
        let found = sanitize("<p>So \(given) holds.</p>").html.text
        #expect(found.replacing("So holds", with: "So  holds").contains(expected), "\(found)")
    }

    // MARK: Nothing else is lost

    @Test(arguments: [
        ("<div class=\"katex\"><p>Para one</p><math><mi>x</mi></math><p>Para two</p></div>", "Para one x Para two"),
        (
            "<div class=\"MathJax\">Story <p>one</p><script type=\"math/tex\">x</script><p>two</p></div>",
            "Story one x two"
        ),
        ("<div class=\"katex\">Before <math><mi>x</mi></math> after</div>", "Before x after"),
        (
            "<div class=\"katex\"><span>Before <a href=\"/a\">it</a></span><math><mi>x</mi></math></div>",
            "Before it x"
        ),
        ("<span class=\"MathJax\"><math><mi>x</mi></math><math><mi>y</mi></math></span>", "x y"),
        (
            "<span class=\"MathJax\"><script type=\"math/tex\">x</script><script type=\"math/tex\">y</script></span>",
            "x y"
        ),
        (
            "<div class=\"MathJax\"><p>one</p><p>two</p></div><script type=\"math/tex\">x</script>",
            "one two x"
        ),
        (
            "<div class=\"MathJax\"><ul><li>one</ul><mjx-container><mjx-math data-latex=\"x\"></mjx-math></mjx-container></div>",
            "one x"
        ),
        (
            "<div class=\"MathJax\"><mjx-container><mjx-math data-latex=x></mjx-math></mjx-container> <mjx-container><mjx-math data-latex=y></mjx-math></mjx-container></div>",
            "x y"
        ),
        (
            "<div class=\"MathJax_Preview\"><p>one</p></div><script type=\"math/tex\">x</script>", "one x"
        ),
    ])
    func `an element around more than a formula keeps it all`(html: String, text: String) {
        let found = sanitize(html)
        func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        #expect(letters(found.text) == letters(text), "\(found.html.text)")
        #expect(letters(PlainText.of(html: html)) == letters(text))
        #expect(sanitize(found.html.text).html == found.html)
    }

    @Test(arguments: ["katex", "MathJax", "mwe-math-element", "MathJax_Display"])
    func `text well beyond the formula is kept, and pictures`(name: String) {
        let words = String(repeating: "The harbour was dredged. ", count: 20)
        for source in ["<math><mi>x</mi></math>", "<script type=\"math/tex\">x</script>"] {
            let found = sanitize("<div class=\"\(name)\"><span>\(words)</span>\(source)</div>")
            #expect(found.text.contains("dredged. The harbour"))
            let pictured = sanitize("<div class=\"\(name)\"><img src=\"a.jpg\" alt=\"b\">\(source)</div>")
            #expect(pictured.html.text.contains("<img "), "\(pictured.html.text)")
            #expect(pictured.text.contains("x"))
        }
    }

    @Test(arguments: ["MathJax", "katex"])
    func `an article in an element with a formula's class is found`(name: String) throws {
        let address = try #require(SanitizerFixture.address)
        let paragraphs = (1...8).map {
            "<p>Harbour \($0) was dredged, at some length, and the fishers said what they thought of it, twice. "
                + "They said, too, that number \($0) had been dredged before, and that nobody had thanked them.</p>"
        }
        let article = try ArticleExtractor(address: address).article(
            in: "<title>Harbours</title><div class=\"\(name)\">\(paragraphs.joined())<math><mi>x</mi></math></div>")
        #expect(article.text.contains("Harbour 1 was") && article.text.contains("Harbour 8 was"))
    }

    @Test func `MediaWiki's element for a formula with a line to itself may hold a division`() {
        let html =
            "<div class=\"mwe-math-element mwe-math-element-block\"><div class=\"mwe-math-mathml-display\" style=\"display: none;\">"
            + "<math display=\"block\"><mi>x</mi></math></div><img src=\"e.svg\" class=\"mwe-math-fallback-image-display\" "
            + "aria-hidden=\"true\" alt=\"{\\displaystyle x}\"></div>"
        #expect(sanitize(html).html.text == "<math display=\"block\"><mi>x</mi></math>")
    }

    @Test func `KaTeX may draw a link`() {
        let html =
            "<span class=\"katex\"><span class=\"katex-mathml\"><math><mi>x</mi></math></span>"
            + "<span class=\"katex-html\" aria-hidden=\"true\"><a href=\"/a\">x</a></span></span>"
        #expect(sanitize("<p>\(html)</p>").html.text == "<p><math><mi>x</mi></math></p>")
    }

    @Test(arguments: [
        (
            "<pre class=\"sourceCode latex\"><code class=\"sourceCode tex\">a % b\nc</code></pre>",
            "a % b\nc</code></pre>"
        ),
        ("<pre><code class=\"tex\">a % b\nc</code></pre>", "a % b\nc</code></pre>"),
        ("<pre><span><code class=\"tex\">\\alpha  x</code></span></pre>", "\\alpha  x</code>"),
        ("<p><code class=\"tex\">a % b</code></p>", "<code>a % b</code>"),
        ("<p><code class=\"language-tex tex\">\\alpha</code></p>", "\\alpha</code>"),
        ("<p><code class=\"tex-block\">a\nb</code></p>", "<code>a"),
    ])
    func `a listing of TeX is no formula`(html: String, expected: String) {
        let found = sanitize(html).html.text
        #expect(found.contains(expected) && !found.contains("\"tex"), "\(found)")
    }

    @Test(arguments: [
        ("class=tex src=\"https://e.example/photo.jpg\" alt=\"Tex Avery in 1941\"", ""),
        ("class=latex src=\"https://e.example/IMG_1.jpg\" alt=\"IMG_1234\"", ""),
        ("class=\"big latex\" src=\"https://e.example/gloves.jpg\" alt=\"Gloves\"", ""),
        ("class=latex src=\"https://s0.wp.example/latex.php?latex=n\" alt=\"n\"", "n"),
        ("class=latex src=\"data:,\" data-src=\"https://latex.codecogs.com/n\" alt=\"n\"", "n"),
        ("class=latex src=\"https://e.example/l.png\" alt=\"x_1\"", "x_1"),
        ("class=tex src=\"https://e.example/l.png\" alt=\"a = b\"", "a = b"),
        ("class=mwe-math-fallback-image-inline src=\"https://e.example/l.png\" alt=\"n\"", "n"),
    ])
    func `a photograph with a class of TeX stays`(attributes: String, tex: String) {
        let found = sanitize("<p>So <img \(attributes)> holds.</p>").html.text
        #expect(found.contains("<img ") == tex.isEmpty, "\(found)")
        if !tex.isEmpty { #expect(found == "<p>So <code class=\"tex\">\(tex)</code> holds.</p>") }
    }

    @Test(arguments: [
        "<span class=\"MathJax\">drawn</span><script type=\"math/tex\"> </script>",
        "<span class=\"MathJax_Preview\">drawn</span><script type=\"math/tex\">% note</script>",
        "<span class=\"MathJax_Preview\">drawn</span><span class=\"MathJax\"></span>",
        "<span class=\"MathJax_Preview\">drawn</span><span class=\"MathJax\"></span><script type=\"math/tex\"></script>",
    ])
    func `a drawing stays where its source is empty`(html: String) {
        #expect(sanitize("<p>A \(html) B</p>").text.contains("A drawn"))
    }

    @Test func `one formula stands for one drawing`() {
        let html =
            "<span class=\"MathJax\">r</span><span class=\"MathJax\">s</span><script type=\"math/tex\">s</script>"
        #expect(sanitize("<p>A \(html)</p>").html.text == "<p>A r<code class=\"tex\">s</code></p>")
    }

    @Test func `a preview with a formula of its own does not make that vanish`() {
        let html =
            "<span class=\"MathJax_Preview\"><math><mi>x</mi></math></span><script type=\"math/tex\">x</script>"
        #expect(sanitize("<p>A \(html) B</p>").text.contains("x"))
    }

    @Test(arguments: [
        "<mi>E</mi> is energy, <a href=\"https://e.example/p\">as in this paper</a>. <em>Really.</em>",
        "<mrow><mi>E</mi> is energy, <a href=\"https://e.example/p\">as in this paper</a></mrow>. <em>Really.</em>",
    ])
    func `a formula that is not ended swallows no inline elements`(content: String) {
        for end in ["", "</math>"] {
            let found = sanitize("<p><math>\(content)\(end)</p>")
            #expect(found.text == "E is energy, as in this paper. Really.")
            #expect(found.html.text.contains("href=\"https://e.example/p\""))
            #expect(found.html.text.contains("<em>Really.</em>"))
        }
    }

    @Test func `line breaks in a formula are dropped, or show that it is not ended`() {
        #expect(
            sanitize("<math><br /><mi>x</mi><br /><mo>+</mo></math>").html.text
                == "<math><mi>x</mi><mo>+</mo></math>")
        let found = sanitize("<p><math><mi>E</mi> is energy.<br>Really.</p>")
        #expect(found.html.text.contains("<br>") && found.text == "E is energy. Really.")
    }

    // MARK: Articles

    @Test func `an article keeps each formula once`() throws {
        let address = try #require(SanitizerFixture.address)
        let words = "The harbour was dredged, at some length, and the fishers said what they thought of it, twice."
        let paragraphs = String(repeating: "<p>\(words)</p>", count: 6)
        let katex =
            "<span class=\"katex\"><span class=\"katex-mathml\"><math><msup><mi>a</mi><mn>2</mn></msup></math></span><span class=\"katex-html\" aria-hidden=\"true\">a2</span></span>"
        let wiki =
            "<span class=\"mwe-math-element\"><span style=\"display: none;\"><math>\(Self.frac)</math></span><img src=\"e.svg\" aria-hidden=\"true\" alt=\"x\"></span>"
        let article = try ArticleExtractor(address: address).article(
            in: "<title>Harbour</title><article>\(paragraphs)<p>So \(katex) holds.</p><p>\(wiki)</p>"
                + "<script type=\"math/tex; mode=display\">b^2</script>\(paragraphs)</article>")
        #expect(article.html.text.components(separatedBy: "<math>").count == 3)
        #expect(article.html.text.contains("<p>So <math><msup><mi>a</mi><mn>2</mn></msup></math> holds.</p>"))
        #expect(article.html.text.contains(Self.frac))
        #expect(article.html.text.contains("<code class=\"tex-block\">b^2</code>"))
        #expect(article.text.contains("So a^2 holds.") && article.text.contains("(a+b)/(c+d)"))
        #expect(HTMLSanitizer(base: address).sanitize(article.html.text).html == article.html)
    }
}
