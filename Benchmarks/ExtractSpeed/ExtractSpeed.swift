import CGumbo
import Foundation
import Markup
import URLs
import Yardstick

/// How fast main articles are found on one core, beside gumbo's bare parse (parse and destroy, its own allocator) of the
/// same bytes in the same run, and how long the extraction's own bombs take. Prints one JSON object a line.
///
/// Depends on: Markup, CGumbo, Foundation.
///
///     ExtractSpeed [pages] [bombs]       both when none is named
@main enum ExtractSpeed {
    private static let address = WebAddress("https://harbourpost.example/news/story")

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let wanted = arguments.isEmpty ? ["pages", "bombs"] : arguments
        if wanted.contains("pages") {
            pages("usual", Page.many(30_000_000))
            pages("one of 10 MB", [Page.long(10_000_000)])
        }
        if wanted.contains("bombs") { bombs() }
    }

    /// `ratio` is gumbo's time by ours.
    private static func pages(_ name: String, _ pages: [String]) {
        let bytes = pages.reduce(0) { $0 + $1.utf8.count }
        var ours: [Double] = []
        var peer: [Double] = []
        var written = 0
        for _ in 0..<5 {
            ours.append(Stopwatch.seconds { written = pages.reduce(0) { $0 + extract($1) } })
            peer.append(Stopwatch.seconds { for page in pages { parse(page) } })
        }
        let (best, bare) = (Stopwatch.median(ours), Stopwatch.median(peer))
        FactLine.say([
            "what": "extract-speed", "name": name, "pages": pages.count, "bytes": bytes, "written": written,
            "seconds": best, "MBps": Double(bytes) / 1e6 / best, "gumboMBps": Double(bytes) / 1e6 / bare,
            "ratio": bare / best, "slowestPageLimit": 1.0,
        ])
    }

    private static func bombs() {
        let paragraph = "<p>The harbour was dredged in spring, and the fishers, who had asked for it, were glad.</p>"
        let bombs: [(String, String)] = [
            ("div", String(repeating: "<div>", count: 50_000)), ("b", String(repeating: "<b>", count: 20_000)),
            ("table", String(repeating: "<table><td>", count: 20_000)),
            ("attributes", "<p " + (0..<20_000).map { "a\($0) " }.joined() + ">"),
            ("line breaks", "<div>x" + String(repeating: "<br> ", count: 99_000) + "y"),
            (
                "brackets",
                "<script type=application/ld+json>" + String(repeating: "[", count: 1_000_000) + "</script>" + paragraph
            ),
            ("headings", String(repeating: "<h2>Related stories</h2><a href=/x>y</a>", count: 33_000)),
            (
                "classes",
                String(
                    repeating: "<div class='\(String(repeating: "related-share ", count: 60))'>a</div>", count: 9_000)
            ),
            (
                "nested divisions",
                String(
                    repeating: String(repeating: "<div class=related>", count: 120) + paragraph
                        + String(repeating: "</div>", count: 120), count: 300)
            ),
        ]
        for (name, html) in bombs {
            let took = Stopwatch.median((0..<5).map { _ in Stopwatch.seconds { _ = extract(html) } })
            FactLine.say([
                "what": "extract-bomb", "name": name, "bytes": html.utf8.count, "seconds": took, "limit": 1.0,
            ])
        }
    }

    private static func extract(_ page: String) -> Int {
        guard let address else { return 0 }
        do { return try ArticleExtractor(address: address).article(in: page).html.text.utf8.count } catch { return 0 }
    }

    private static func parse(_ page: String) {
        var copy = page
        copy.withUTF8 { source in
            source.withMemoryRebound(to: CChar.self) { bytes in
                withUnsafePointer(to: kGumboDefaultOptions) { options in
                    let output = gumbo_parse_with_options(options, bytes.baseAddress, bytes.count)
                    gumbo_destroy_output(options, output)
                }
            }
        }
    }
}

/// Invented pages of a newspaper's site: head with metadata and scripts, navigation, article, sidebar, comments, footer.
private enum Page {
    static func many(_ bytes: Int) -> [String] {
        var all: [String] = []
        var sum = 0
        while sum < bytes {
            let page = page(number: all.count, parts: 4 + all.count % 12)
            sum += page.utf8.count
            all.append(page)
        }
        return all
    }

    static func long(_ bytes: Int) -> String {
        var out = "<title>Long</title><article>"
        var part = 0
        while out.utf8.count < bytes {
            out += story(part)
            part += 1
        }
        return out + "</article>"
    }

    private static func page(number: Int, parts: Int) -> String {
        let links = (0..<60).map {
            "<li class=\"menu-item item-\($0)\"><a href=\"/section/\($0)\">Section \($0)</a></li>"
        }.joined()
        let cards = (0..<20).map { card in
            "<div class=\"card teaser\"><a href=\"/story/\(card)\"><img src=\"/p/\(card).jpg\" alt=\"\"><h3>Headline \(card) of the day</h3></a></div>"
        }.joined()
        let script =
            "<script>" + String(repeating: "window.x = function (a, b) { return a < b; };\n", count: 120) + "</script>"
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Story \(number) | The Harbour Post</title>
            <meta property="og:title" content="Story \(number)"><meta property="og:site_name" content="The Harbour Post">
            <script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Story \(number)","datePublished":"2026-05-02T08:30:00Z","author":{"@type":"Person","name":"Ida Brandt"}}</script>
            \(script)</head><body class="page"><header class="site-header"><nav><ul>\(links)</ul></nav></header><main><article class="post">
            <h1>Story \(number)</h1><div class="share-bar"><a href="#">Share</a></div>\((0..<parts).map(story).joined())</article>
            <aside class="sidebar">\(cards)</aside><section class="comments">\((0..<20).map { "<div class=\"comment\"><p>Comment \($0), and a word or two more about it.</p></div>" }.joined())</section>
            </main><footer class="footer"><ul>\(links)</ul></footer></body></html>
            """
    }

    private static func story(_ part: Int) -> String {
        """
        <h2>Part \(part)</h2><p>The harbour of Lindholm was dredged this spring, for the first time in <a href="/a/\(part)">thirty years</a>, and the fishers who had asked for it were glad.</p>
        <p>Nobody had expected what the dredger found: a wooden crane, two anchors, and <em>the bell</em> of a ferry that sank in 1911, which nobody had seen since.</p>
        <figure><img src="/bell-\(part).jpg" srcset="/bell-\(part)-800.jpg 800w, /bell-\(part)-1600.jpg 1600w" alt="The bell"><figcaption>The bell after its first bath.</figcaption></figure>
        <ul><li>One crane, of oak, in four parts.</li><li>Two anchors, one of them broken.</li></ul>
        <blockquote><p>The sea gives back what it likes, and when it likes, and nobody is ever asked.</p></blockquote>

        """
    }
}
