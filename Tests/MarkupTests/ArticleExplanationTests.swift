import Markup
import Testing
import URLs

struct ArticleExplanationTests {
    private static let paragraphs = (1...5).map {
        "<p>Paragraph \($0) tells, at some length, how the harbour was dredged, who paid for it, and what the fishers said.</p>"
    }.joined()

    private static func blocks(_ body: String) throws -> [ArticleExplanation.Block] {
        let address = try #require(WebAddress("https://paper.example/2026/harbour.html"))
        let page = "<!doctype html><html><head><title>Harbour</title></head><body>\(body)</body></html>"
        return try #require(ArticleExtractor(address: address).explanation(of: page)).blocks
    }

    @Test func `every block of a page is explained, in the page's order`() throws {
        let blocks = try Self.blocks(
            "<div class=site-footer>Imprint</div><article><h1>Harbour</h1>\(Self.paragraphs)"
                + "<p>Like this story? Share it with a friend!</p>\(Self.paragraphs)</article>"
                + "<div id=comments><p>First! I have waited for this harbour since the last one was closed, in 1931 or so.</p></div>"
                + "<div hidden>Secret</div>")
        #expect(blocks.map(\.isKept) == [false, false] + kept(5) + [false] + kept(5) + [false, false])
        let left = blocks.filter { !$0.isKept }.map(\.reason)
        #expect(
            left == [
                "its name says menu, sidebar, header or the like", "repeats the headline",
                "asks to sign up, follow or share",
                "its name says comments", "hidden by the page",
            ])
        #expect(Set(blocks.filter(\.isKept).map(\.reason)) == ["in the part with the most points"])
        #expect(blocks.first?.element == "div.site-footer" && blocks.first?.text == "Imprint")
    }

    private func kept(_ count: Int) -> [Bool] { Array(repeating: true, count: count) }

    @Test func `what is kept is what the article has`() throws {
        let address = try #require(ExtractionFixture.address)
        for fixture in ExtractionFixture.all {
            let source = try fixture.source
            let extractor = ArticleExtractor(address: address)
            let article: Article
            do throws(ExtractionError) { article = try extractor.article(in: source) } catch { continue }
            let kept = extractor.explanation(of: source)?.blocks.filter(\.isKept) ?? []
            // A text that is only in JSON-LD has no blocks.
            #expect(!kept.isEmpty || source.contains("articleBody") && !article.text.isEmpty, "\(fixture.name)")
        }
    }
}
