import CGumbo
import Foundation
import Markup
import URLs
import Yardstick

/// How fast article HTML is cleaned on one core, beside gumbo's bare parse (parse and destroy, its own allocator) of the
/// same bytes in the same run, and how long each bomb of decision 12 takes. Prints one JSON object a line.
///
/// Depends on: Markup, CGumbo, Foundation.
///
///     CleanSpeed [articles] [bombs]       both when none is named
///     CleanSpeed profile STYLE            our part only, for a profiler
@main enum CleanSpeed {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.count == 2, arguments[0] == "profile", let style = Article.Style(rawValue: arguments[1]) {
            return profile(style)
        }
        let wanted = arguments.isEmpty ? ["articles", "bombs"] : arguments
        if wanted.contains("articles") { for style in Article.Style.allCases { articles(style) } }
        if wanted.contains("bombs") { bombs() }
    }

    /// 50 MB of articles, one after another as a refresh meets them. `ratio` is gumbo's time by ours.
    private static func articles(_ style: Article.Style) {
        let articles = Article.many(50_000_000, of: style)
        let bytes = articles.reduce(0) { $0 + $1.count }
        let cleaner = HTMLSanitizer(base: WebAddress("https://harbourpost.example/news/story"))
        var ours: [Double] = []
        var peer: [Double] = []
        var written = 0
        for _ in 0..<5 {
            ours.append(Stopwatch.seconds { written = articles.reduce(0) { $0 + clean($1, by: cleaner) } })
            peer.append(Stopwatch.seconds { for article in articles { parse(article) } })
        }
        let (best, bare) = (Stopwatch.median(ours), Stopwatch.median(peer))
        FactLine.say([
            "what": "clean-speed", "style": style.rawValue, "articles": articles.count, "bytes": bytes,
            "written": written, "seconds": best, "MBps": Double(bytes) / 1e6 / best, "gumboSeconds": bare,
            "gumboMBps": Double(bytes) / 1e6 / bare, "ratio": bare / best,
        ])
    }

    private static func profile(_ style: Article.Style) {
        let cleaner = HTMLSanitizer(base: WebAddress("https://harbourpost.example/news/story"))
        for article in Article.many(50_000_000, of: style) { _ = clean(article, by: cleaner) }
    }

    private static func bombs() {
        let bombs: [(String, String)] = [
            ("div", String(repeating: "<div>", count: 50_000)), ("b", String(repeating: "<b>", count: 20_000)),
            ("table", String(repeating: "<table><td>", count: 20_000)),
            ("attributes", "<p " + (0..<20_000).map { "a\($0) " }.joined() + ">"),
            ("links", String(repeating: "<a href=/x>", count: 50_000)),
            ("srcset", "<img srcset=\"" + (0..<100_000).map { "/\($0).jpg \($0 + 1)w, " }.joined() + "\">"),
            ("references", String(repeating: "&lt", count: 1_000_000)),
            ("quotes", String(repeating: "<a b='", count: 500_000)),
            ("text of 10 MB", String(repeating: "It rains. ", count: 1_000_000)),
        ]
        for (name, html) in bombs {
            let took = Stopwatch.median((0..<5).map { _ in Stopwatch.seconds { _ = HTMLSanitizer().sanitize(html) } })
            FactLine.say(["what": "clean-bomb", "name": name, "bytes": html.utf8.count, "seconds": took, "limit": 0.2])
        }
    }

    private static func clean(_ article: [UInt8], by cleaner: HTMLSanitizer) -> Int {
        cleaner.sanitize(String(decoding: article, as: UTF8.self)).html.text.utf8.count
    }

    private static func parse(_ article: [UInt8]) {
        article.withUnsafeBytes { bytes in
            withUnsafePointer(to: kGumboDefaultOptions) { options in
                let output = gumbo_parse_with_options(
                    options, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
                gumbo_destroy_output(options, output)
            }
        }
    }
}

/// Invented articles in the manners of the software most of the web is written with.
private struct Article {
    enum Style: String, CaseIterable {
        /// Paragraphs, links, figures with `srcset`, lists: a WordPress feed's `content:encoded`.
        case blocks
        /// Hardly any markup: paragraphs of plain words.
        case plain
        /// Much markup: spans with styles, nested divisions, tables, code, lazy pictures.
        case busy
    }

    private var random: UInt64
    private var out: [UInt8] = []
    private let style: Style

    static func many(_ bytes: Int, of style: Style) -> [[UInt8]] {
        var article = Article(random: 20_261_121, style: style)
        var all: [[UInt8]] = []
        var sum = 0
        while sum < bytes {
            let next = article.next()
            sum += next.count
            all.append(next)
        }
        return all
    }

    private init(random: UInt64, style: Style) {
        self.random = random
        self.style = style
    }

    private mutating func roll(_ sides: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % sides
    }

    private static let words =
        ("harbour crane tide barrier council evening the of and a to in was that it said with tram school herring season "
        + "estuary ferry island price year people water morning Grüße café naïve €40 “quoted” — it’s R&amp;D")
        .split(separator: " ").map { Array($0.utf8) }

    private mutating func write(_ text: String) { out.append(contentsOf: text.utf8) }

    private mutating func sentence(_ count: Int) {
        for index in 0..<count {
            if index > 0 { out.append(0x20) }
            let word = Self.words[roll(Self.words.count)]
            switch roll(style == .plain ? 400 : style == .blocks ? 60 : 14) {
            case 0: link(word)
            case 1: wrapped(word, style == .busy ? "span style=\"font-weight: 400; color: #222\"" : "em", "em")
            case 2: wrapped(word, "strong", "strong")
            default: out.append(contentsOf: word)
            }
        }
        write(". ")
    }

    private mutating func wrapped(_ word: [UInt8], _ start: String, _ end: String) {
        write("<\(start)>")
        out.append(contentsOf: word)
        write("</\(start.hasPrefix("span") ? "span" : end)>")
    }

    private mutating func link(_ word: [UInt8]) {
        let target = [
            "https://www.harbourpost.example/2026/11/\(roll(30))/the-tide/?utm_source=rss&amp;id=\(roll(9_999))",
            "/news/\(roll(900))/", "https://en.wiki.example/wiki/Tide_(water)#Cause", "mailto:desk@harbourpost.example",
        ][roll(4)]
        write("<a href=\"\(target)\" target=\"_blank\" rel=\"noopener\">")
        out.append(contentsOf: word)
        write("</a>")
    }

    private mutating func paragraph() {
        write(style == .plain ? "<p>" : "<p class=\"wp-block-paragraph has-text\">")
        for _ in 0...roll(5) { sentence(6 + roll(16)) }
        write("</p>\n\n")
    }

    private mutating func figure() {
        let n = roll(9_999)
        let base = "https://cdn.harbourpost.example/wp-content/uploads/2026/11/tide-\(n)"
        write("<figure class=\"wp-block-image size-large\"><img loading=\"lazy\" decoding=\"async\" width=\"1024\" ")
        write("height=\"683\" src=\"\(base)-1024x683.jpg\" alt=\"A crane at dusk\" class=\"wp-image-\(n)\" srcset=\"")
        for width in [300, 768, 1_024, 1_536] { write("\(base)-\(width)x\(width * 2 / 3).jpg \(width)w, ") }
        write("\(base).jpg 2048w\" sizes=\"auto, (max-width: 1024px) 100vw, 1024px\" /><figcaption class=\"x\">")
        sentence(12)
        write("</figcaption></figure>\n\n")
    }

    private mutating func table() {
        write("<div class=\"table-responsive\"><table class=\"wide\"><tbody>\n")
        for _ in 0...8 {
            write("<tr>")
            for _ in 0..<4 { write("<td style=\"text-align:left\">\(roll(9_999))</td>") }
            write("</tr>\n")
        }
        write("</tbody></table></div>\n")
    }

    private mutating func list() {
        write("<ul class=\"wp-block-list\">\n")
        for _ in 0...4 {
            write("<li>")
            sentence(8)
            write("</li>\n")
        }
        write("</ul>\n")
    }

    private mutating func next() -> [UInt8] {
        out.removeAll(keepingCapacity: true)
        if style == .busy { write("<div class=\"entry\"><div class=\"inner clearfix\">") }
        for _ in 0...(3 + roll(14)) {
            paragraph()
            switch roll(style == .plain ? 60 : style == .blocks ? 10 : 7) {
            case 0: figure()
            case 1: write("<h2 id=\"part-\(roll(99))\" class=\"wp-block-heading\">The tide</h2>\n")
            case 2: list()
            case 3 where style == .busy: table()
            case 4 where style == .busy:
                write(
                    "<div class=\"code\"><pre><code class=\"language-swift\">let tide = high &amp;&amp; low\n</code></pre></div>\n"
                )
            default: break
            }
        }
        if style == .busy { write("</div></div>") }
        return out
    }
}
