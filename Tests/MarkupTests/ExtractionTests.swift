import Markup
import Testing
import URLs

/// What the extraction promises beyond single pages; those are in `Fixtures/extraction`.
struct ExtractionTests {
    private static let address = WebAddress("https://paper.example/2026/harbour.html")

    private static func page(_ body: String, head: String = "<title>Harbour</title>") -> String {
        "<!doctype html><html lang=\"en\"><head>\(head)</head><body>\(body)</body></html>"
    }

    private static let paragraphs = (1...6).map {
        "<p>Paragraph \($0) tells, at some length, how the harbour was dredged, who paid for it, and what the fishers said.</p>"
    }.joined()

    private func article(_ page: String) throws -> Article {
        try ArticleExtractor(address: #require(Self.address)).article(in: page)
    }

    @Test func `an article comes out of the furniture around it`() throws {
        let found = try article(
            Self.page("<nav><a href=/>Home</a></nav><article>\(Self.paragraphs)</article><footer>© Paper</footer>"))
        #expect(found.text.hasPrefix("Paragraph 1 tells"))
        #expect(found.text.hasSuffix("what the fishers said."))
        #expect(!found.text.contains("©"))
        #expect(found.language == "en")
        #expect(found.direction == .ltr)
    }

    @Test func `paragraphs of the text are apart, lines under each other`() throws {
        let found = try article(
            Self.page(
                "<article>\(Self.paragraphs)<p>One<br>two <b>th</b>ree</p><ul><li>four</li><li>five</li></ul>"
                    + "<table><tr><th>six</th><th>seven</th></tr><tr><td>eight</td><td>nine</td></tr></table>"
                    + "<pre>ten\neleven</pre><p>\(Self.paragraphs)</p></article>"))
        #expect(found.text.contains("what the fishers said.\n\nParagraph 2 tells"))
        #expect(found.text.contains("\n\nOne\ntwo three\n\nfour\nfive\n\nsix seven\neight nine\n\nten\neleven\n\n"))
        #expect(!found.text.contains("\n\n\n") && !found.text.contains(" \n") && !found.text.contains("\n "))
    }

    @Test func `soft hyphens and readings stay in the page and leave its words`() throws {
        let found = try article(
            Self.page(
                "<article><p>The har&shy;bour of <ruby>横浜<rp>(</rp><rt>Yokohama</rt><rp>)</rp></ruby> was dredged.</p>"
                    + "\(Self.paragraphs)</article>", head: "<title>The har&shy;bour</title>"))
        #expect(found.text.hasPrefix("The harbour of 横浜 was dredged.\n\n"))
        #expect(found.excerpt == "The harbour of 横浜 was dredged.")
        #expect(found.title == "The harbour")
        #expect(found.html.text.hasPrefix("<p>The har\u{AD}bour of <ruby>横浜<rp>(</rp><rt>Yokohama</rt>"))
    }

    @Test func `a text that only JSON-LD gives has paragraphs too`() throws {
        let line = String(repeating: "The harbour was dredged, and the fishers were glad. ", count: 6)
        let found = try article(
            Self.page(
                "<p>More.</p>",
                head:
                    "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\"@type\":\"Article\",\"headline\":\"H\","
                    + "\"articleBody\":\"\(line)\\n\\n\(line)\"}</script>"))
        #expect(found.text.contains("glad.\n\nThe harbour"))
        #expect(found.excerpt?.contains("\n") == false)
    }

    @Test func `an author's line is told as it is, and its names apart`() throws {
        let found = try article(
            Self.page("<article><p class=byline>By Nesta Rowe, Harbour staff</p>\(Self.paragraphs)</article>"))
        #expect(found.byline == "By Nesta Rowe, Harbour staff")
        #expect(found.authors == "Nesta Rowe")
    }

    @Test func `a picture's caption is one line`() throws {
        let found = try article(
            Self.page(
                "<article>\(Self.paragraphs)<figure><img src=/a.jpg><figcaption>The bell<br>and its keeper</figcaption></figure></article>"
            ))
        #expect(found.pictures.first?.caption == "The bell and its keeper")
    }

    @Test func `a long text about a refusal is an article, a short page that refuses is none`() throws {
        let head = "<title>Page not found: how we lost the log</title>"
        #expect(try article(Self.page("<article>\(Self.paragraphs)</article>", head: head)).text.count > 600)
        #expect(throws: ExtractionError.noArticle(.interstitial(.notFound))) {
            try article(
                Self.page("<p>The page you asked for is not here, or not any more; try the search.</p>", head: head))
        }
    }

    @Test func `a dated short text is an article beside a captcha, and a page that only asks is none`() throws {
        let text = "<p>The ferry left the quay on time in the early morning, with forty passengers and two dogs.</p>"
        let form = "<form><textarea></textarea><div class=g-recaptcha></div><button>Send</button></form>"
        let date = "<meta property=article:published_time content=2026-05-02T08:30:00Z>"
        #expect(try article(Self.page("<article>\(text)</article>\(form)", head: date)).text.contains("forty"))
        for page in [Self.page("<main>\(text)\(form)</main>"), Self.page("<p>One moment.</p>\(form)", head: date)] {
            #expect(throws: ExtractionError.noArticle(.interstitial(.robotCheck))) { try article(page) }
        }
    }

    @Test func `what is for subscribers is told`() throws {
        let data =
            "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\"@type\":\"NewsArticle\",\"headline\":\"Harbour\","
            + "\"isAccessibleForFree\":\"False\"}</script>"
        #expect(try article(Self.page("<article>\(Self.paragraphs)</article>", head: data)).isTruncated)
        #expect(try !article(Self.page("<article>\(Self.paragraphs)</article>")).isTruncated)
    }

    @Test func `an empty page is no article`() throws {
        let address = try #require(Self.address)
        #expect(throws: ExtractionError.self) { try ArticleExtractor(address: address).article(in: "") }
    }
}
