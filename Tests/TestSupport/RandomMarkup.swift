/// A generator that gives the same numbers for the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(state: UInt64) { self.state = state }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A source of heaps of tags, attributes and text in no order at all.
public struct RandomMarkup {
    private var random: SeededGenerator

    public init(seed: UInt64) { random = SeededGenerator(state: seed) }

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

    /// Returns the next heap.
    public mutating func next() -> String {
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
