import Markup
import TestSupport
import Testing

/// Pages made to be slow, and heaps of tags. In an optimised build each is a matter of milliseconds; the limit leaves room
/// for an unoptimised build and still fails by far where a step is not linear.
struct ExtractionLimitTests {
    private static let limit: Duration = .seconds(20)
    private static let paragraph =
        "<p>The harbour was dredged in spring, and the fishers, who had asked for it for years, were glad of it.</p>"

    /// A page by the trick it plays; the page itself is too long to be told.
    struct Bomb: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let html: String
    }

    private static let bombs: [Bomb] = {
        func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        var bombs: [(String, String)] = []
        bombs.append(("deep divisions", repeated("<div>", 50_000) + paragraph))
        bombs.append(("line breaks with space between", "<div>x" + repeated("<br> ", 40_000) + "y"))
        bombs.append(("lines and breaks", "<div>" + repeated("a line, of text<br><br>", 20_000)))
        bombs.append(
            ("open brackets", "<script type=application/ld+json>" + repeated("[", 400_000) + "</script>" + paragraph))
        bombs.append(("scripts of data", repeated("<script type=application/ld+json>{}</script>", 10_000) + paragraph))
        bombs.append(("headings over links", repeated("<h2>Related stories</h2><a href=/x>y</a>", 15_000)))
        bombs.append(
            ("long classes", repeated("<div class='\(repeated("related-share ", 60))'>a</div>", 300) + paragraph))
        bombs.append(
            ("tables in tables", repeated(repeated("<table><tr><td>", 60) + paragraph + repeated("</table>", 60), 60)))
        bombs.append(
            ("divisions in divisions", repeated(repeated("<div>", 120) + paragraph + repeated("</div>", 120), 80)))
        bombs.append(("links to numbered pages", repeated("<li><a href='/story/2'>2</a>", 10_000)))
        bombs.append(("names of the author", repeated("<span class=byline></span>", 20_000) + paragraph))
        bombs.append(
            ("headers in headers", repeated("<div class=header><h1>x</h1>", 5_000) + paragraph))
        bombs.append(
            (
                "wrappers around a linked sentence",
                repeated("<div>", 20_000) + "<p><a href=/x>\(repeated("A word. ", 10))</a></p>"
                    + repeated("</div>", 20_000) + paragraph
            ))
        let caption = "<p class=caption>" + repeated("The same words of a long caption ", 25)
        bombs.append(
            (
                "captions alike",
                paragraph + "<div>" + (0..<5_000).map { "<img src=/\($0).jpg>\(caption)\($0)</p>" }.joined()
            ))
        bombs.append(("a caption deep in a box", "<div><img src=/a.jpg>" + repeated("<div>", 10_000) + caption))
        bombs.append(
            (
                "teasers in teasers",
                repeated("<div><a href=/x></a><h3>A title</h3><div><a href=/y></a><h3>Title</h3></div>", 5_000)
                    + paragraph
            ))
        bombs.append(("blocks beside blocks", repeated("<div class=row><p>A line.</p></div>", 30_000)))
        bombs.append(("pull quotes", repeated("<div class=pullquote>What the fishers said.</div>", 10_000) + paragraph))
        return bombs.map { Bomb(testDescription: $0.0, html: $0.1) }
    }()

    @Test(arguments: bombs)
    func `a page made to be slow is not`(bomb: Bomb) throws {
        let address = try #require(ExtractionFixture.address)
        let elapsed = CPUTime.of { _ = ExtractionSnapshot(of: bomb.html, at: address) }
        #expect(elapsed < Self.limit)
    }

    @Test(arguments: 0..<8)
    func `any heap of tags comes out in the normal form`(seed: Int) throws {
        let address = try #require(ExtractionFixture.address)
        var garbage = RandomMarkup(seed: UInt64(seed) &* 15_485_863 &+ 5)
        for _ in 0..<60 {
            let source = garbage.next() + Self.paragraph + garbage.next()
            let html = ExtractionSnapshot(of: source, at: address).html ?? ""
            #expect(SafeHTMLChecker.violation(in: html) == nil, "from \(source.debugDescription)")
            #expect(HTMLSanitizer(base: address).sanitize(html).html.text == html, "from \(source.debugDescription)")
        }
    }

    @Test func `the same page gives the same article`() throws {
        let address = try #require(ExtractionFixture.address)
        for fixture in ExtractionFixture.all {
            let page = try fixture.source
            #expect(ExtractionSnapshot(of: page, at: address) == ExtractionSnapshot(of: page, at: address))
        }
    }

    @Test func `a page cut anywhere is read`() throws {
        let address = try #require(ExtractionFixture.address)
        let whole = try #require(ExtractionFixture.all.first { $0.name == "shape-wordpress" }).source
        for length in stride(from: 0, through: whole.utf8.count, by: 41) {
            let html =
                ExtractionSnapshot(of: String(decoding: whole.utf8.prefix(length), as: UTF8.self), at: address).html
                ?? ""
            #expect(SafeHTMLChecker.violation(in: html) == nil)
        }
    }
}
