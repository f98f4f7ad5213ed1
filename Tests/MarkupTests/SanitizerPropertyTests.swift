import Markup
import TestSupport
import Testing

/// What must hold for any input, tried on much that no page would ever hold.
struct SanitizerPropertyTests {
    @Test(arguments: 0..<16)
    func `any heap of tags comes out in the normal form and stays as it is`(seed: Int) {
        var garbage = RandomMarkup(seed: UInt64(seed) &* 7_919 &+ 11)
        let sanitizer = HTMLSanitizer(base: SanitizerFixture.address)
        for _ in 0..<150 {
            let source = garbage.next()
            let once = sanitizer.sanitize(source)
            let twice = sanitizer.sanitize(once.html.text)
            #expect(twice.html.text == once.html.text, "from \(source.debugDescription)")
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil, "from \(source.debugDescription)")
        }
    }

    /// Before gumbo sees a text, its long runs of words are replaced, unless it holds characters of a certain plane.
    @Test(arguments: 0..<8)
    func `words come out the same whether gumbo reads them or not`(seed: Int) {
        var garbage = RandomMarkup(seed: UInt64(seed) &* 104_729 &+ 3)
        let sanitizer = HTMLSanitizer(base: SanitizerFixture.address)
        for _ in 0..<150 {
            let source = garbage.next()
            let read = sanitizer.sanitize("<p>\u{F0001}</p>" + source)
            let unread = sanitizer.sanitize("<p>\u{20001}</p>" + source)
            #expect(
                read.html.text.dropFirst() == unread.html.text.replacing("\u{20001}", with: "\u{F0001}").dropFirst(),
                "from \(source.debugDescription)")
            #expect(read.text.dropFirst() == unread.text.dropFirst(), "from \(source.debugDescription)")
        }
    }

    @Test(arguments: ["&#xF0000;", "&#983040;", "&#x00F0000;", "&#4295950336;", "&#xFFF000F0000;", "\u{F0000}"])
    func `no character brings in words from elsewhere`(character: String) {
        let sanitized = HTMLSanitizer().sanitize("<p>a long run of words</p><p>\(character)</p>")
        #expect(sanitized.text.split(separator: "words").count <= 2)
        #expect(!sanitized.text.dropFirst(20).contains("words"))
    }

    /// C2 announces a second byte; a fuzzer found what a line end in its place did.
    @Test(
        arguments: [[0xC2, 0x0A], [0xC2], [0xF3, 0xB0], [0xE2, 0x80, 0x3C, 0x70, 0x3E], [0xFF, 0xFE, 0x00]] as [[UInt8]]
    )
    func `bytes that are no text harm nothing`(bytes: [UInt8]) {
        for surroundings in ["", "<p>some words before ", "<p title='"] {
            let whole = Array(surroundings.utf8) + bytes
            let once = HTMLSanitizer().sanitize(String(decoding: whole, as: UTF8.self))
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil)
            #expect(HTMLSanitizer().sanitize(once.html.text).html == once.html)
        }
    }

    @Test(.mission("MIT-43")) func `any bytes come out in the normal form`() {
        var random = SeededGenerator(state: 20_261_121)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : "<>/=\"'&;! ab-".utf8.randomElement(using: &random) ?? 0
            }
            let once = HTMLSanitizer().sanitize(String(decoding: bytes, as: UTF8.self))
            #expect(HTMLSanitizer().sanitize(once.html.text).html == once.html, "from \(bytes)")
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil, "from \(bytes)")
        }
    }

    @Test func `markup cut anywhere comes out in the normal form`() {
        let whole =
            "<p>a<b class='x'>é</b><img src=\"a.jpg\" srcset='b 1x'><table><tr><td>c</table><!-- d --><script>e</script>"
        for length in 0...whole.utf8.count {
            let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
            let once = HTMLSanitizer(base: SanitizerFixture.address).sanitize(cut)
            #expect(SafeHTMLChecker.violation(in: once.html.text) == nil)
            #expect(HTMLSanitizer(base: SanitizerFixture.address).sanitize(once.html.text).html == once.html)
        }
    }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Heaps of tags, attributes and text in no order at all.
struct RandomMarkup {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(state: seed) }

    private static let names = """
        p div b i a a span table table tbody thead tr td th caption ul ol li dl dt dd h1 h2 pre code blockquote figure figcaption \
        img picture source br hr wbr ruby rt rp rb button object form select option template svg math mi mtext mglyph \
        foreignObject desc style script title textarea noscript iframe xmp plaintext u s strong em small font center article \
        details summary marquee applet video audio colgroup col nobr input label unknown annotation-xml listing dir sub sup cite \
        q time bdo isindex frameset body html head math mi mo mtext mrow mfrac msup mtable mtr mtd mmultiscripts \
        mprescripts semantics annotation mfenced maction mml:math mml:mi mjx-container
        """.split(separator: " ").map(String.init)
    private static let attributes = [
        "", "", "", " id=x", " id='a b'", " name=y", " href=#x", " href=/l", " href='javascript:x'", " href=#nothere",
        " class='wp-caption'", " class=language-swift", " class=credit", " class='emoji' alt=E", " src=a.jpg",
        " src=data:x",
        " data-src=b.jpg", " srcset='a.jpg 1x, b.jpg 2x'", " style='display:none'", " colspan=3", " dir=rtl",
        " lang=de",
        " display=block", " encoding=application/x-tex", " class=katex", " class=MathJax", " class=MathJax_Preview",
        " class=tex", " class='math inline'", " class=latex alt='a^2 % b'", " type=math/tex", " width=2em /", "/",
        " title='q\"<'", " alt='a &lt; b'", " src=https://www.youtube.com/embed/abcdefghijk", " hidden", " open",
        " x=1 x=2",
        " \"", " '", " data-src='c-300x200.jpg' width=300", " disabled checked type=checkbox", " href=mailto:a@b",
    ]
    private static let texts = [
        "x", " ", "\n", "foo ", " bar", "&nbsp;", "&amp;", "&lt;b&gt;", "<", ">", "\"", "\0", "<!-- c -->",
        "<![CDATA[ z ]]>",
        "]]>", "\r\n", "<!>", "</", "<?x>", "\u{FEFF}", "&#13;", "&#0;", "\t", "é", "עב", "<!--", "&#x80;", "\u{C}",
        "\n\n", "&",
        "\u{7F}", "-->", "some longer words without an end", " a sentence, of words; and so on. ",
        "words &amp words behind references", "&copyright of many words", "carriage\rreturn in words\r\nand one more",
        "&#xF0000; is not what it seems", "&not in a long run of words", "two  spaces   between \t words of a run",
        "\u{10FFFF}\u{F0000}", "<words that begin nothing", "</ words that end nothing", "words up to a quote\"'",
        "\\(a_b\\)", "$$x$$", "\\frac{a}{b} % c\n", "</math>", "<mi>x</mi>", "<msup><mi>x</mi><mn>2</mn></msup>",
        "\u{92}", "&#xFDD0;", "&#x81;", "&#x1FFFF;", "°", "\u{200B}",
    ]

    mutating func next() -> String {
        (0..<Int.random(in: 1...40, using: &random)).map { _ in piece() }.joined()
    }

    private mutating func piece() -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: "<" + pick(Self.names) + pick(Self.attributes) + pick(Self.attributes) + ">"
        case 5..<7: "</" + pick(Self.names) + ">"
        default: pick(Self.texts)
        }
    }

    private mutating func pick(_ from: [String]) -> String { from.randomElement(using: &random) ?? "" }
}
