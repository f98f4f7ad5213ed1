import Foundation
import Testing

@testable import Feeds

@Suite struct ExpansionBombTests {
    private func read(_ text: String, limits: FeedLimits = .standard) throws -> (feed: Feed, entries: [FeedEntry]) {
        try FeedParser.parse(Array(text.utf8), limits: limits)
    }

    @Test func `a billion laughs stay a few words`() throws {
        var doctype = "<!DOCTYPE rss [<!ENTITY lol \"lol\">"
        for level in 1...9 {
            let inner = level == 1 ? "lol" : "lol\(level - 1)"
            doctype += "<!ENTITY lol\(level) \"" + String(repeating: "&\(inner);", count: 10) + "\">"
        }
        let title = "<rss version='2.0'><channel><title>&lol9;</title></channel></rss>"
        let (feed, _) = try read(doctype + "]>" + title)
        #expect((feed.title?.utf8.count ?? 0) < 2000)
        #expect(!feed.diagnostics.isEmpty)
    }

    @Test func `many references to a long entity end at the bound`() throws {
        let word = String(repeating: "x", count: 1000)
        let references = String(repeating: "&a;", count: 100_000)
        let text =
            "<!DOCTYPE rss [<!ENTITY a \"\(word)\">]><rss><channel><item><description>\(references)</description></item></channel></rss>"
        let (feed, entries) = try read(text)
        #expect((entries.first?.summary?.utf8.count ?? 0) < 2_000_000)
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.entityTooLarge.rawValue) })
    }

    @Test func `files that entities name are never read`() throws {
        let text =
            "<!DOCTYPE rss [<!ENTITY f SYSTEM \"file:///etc/hostname\">]><rss><channel><title>a&f;b</title></channel></rss>"
        #expect(try read(text).feed.title == "a&f;b")
    }

    @Test func `a hundred thousand open elements end at the depth`() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        let text =
            "<rss><channel><title>T</title><item><description>\(deep)x</description></item><item><title>B</title></item></channel></rss>"
        let start = ContinuousClock.now
        let (feed, entries) = try read(text)
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.tooDeep.rawValue) })
        #expect(entries.count >= 1)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a hundred thousand attributes end at the limit`() throws {
        let attributes = (0..<100_000).map { " a\($0)=\"x\"" }.joined()
        let (feed, entries) = try read("<rss><channel><item><title\(attributes)>A</title></item></channel></rss>")
        #expect(
            entries.first?.title == "A"
                || feed.diagnostics.contains { $0.contains(FeedDiagnostic.strayBracket.rawValue) })
        #expect(!feed.diagnostics.isEmpty)
    }

    @Test func `a tag that never ends does not swallow time`() throws {
        let tag = "<item a='" + String(repeating: "<x ", count: 700_000)
        let text = "<rss><channel><title>T</title>" + tag
        #expect(try read(text).feed.title == "T")
    }

    @Test func `a field ends at its bound`() throws {
        let long = String(repeating: "word ", count: 10_000)
        var limits = FeedLimits.standard
        limits.field = 1000
        let (feed, entries) = try read(
            "<rss><channel><item><description>\(long)&amp; \(long)</description></item></channel></rss>", limits: limits
        )
        #expect((entries.first?.summary?.utf8.count ?? 0) <= 100_000)
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.fieldTooLong.rawValue) })
    }

    @Test func `a document ends at its bound with an error`() {
        var limits = FeedLimits.standard
        limits.document = 100
        #expect(throws: FeedError.tooLarge(limit: 100)) {
            try read("<rss>" + String(repeating: " ", count: 200) + "</rss>", limits: limits)
        }
    }

    @Test(arguments: [
        "<rss><channel>{i}</channel></rss>", "<rdf:RDF><channel/>{i}</rdf:RDF>",
        "<feed xmlns='http://www.w3.org/2005/Atom'>{e}</feed>",
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"items\":[{j}]}",
    ])
    func `of more stories than the limit the newest are read, in the document's order, and the feed says so`(
        document: String
    ) throws {
        var limits = FeedLimits.standard
        limits.entries = 3
        let days = [5, 9, 1, 7, 2, 8, 3, 4, 6]
        let text = document.replacing(
            "{i}",
            with: days.map { "<item><title>\($0)</title><pubDate>0\($0) Jan 2026 00:00 GMT</pubDate></item>" }.joined()
        ).replacing(
            "{e}",
            with: days.map { "<entry><title>\($0)</title><updated>2026-01-0\($0)T00:00:00Z</updated></entry>" }.joined()
        ).replacing(
            "{j}",
            with: days.map { "{\"title\":\"\($0)\",\"date_published\":\"2026-01-0\($0)T00:00:00Z\"}" }
                .joined(separator: ","))
        let (feed, entries) = try read(text, limits: limits)
        #expect(entries.map(\.title) == ["9", "7", "8"])
        #expect(feed.diagnostics.first == "Of 9 stories only the newest 3 were read.")
        #expect(
            try read("<rss><channel><item/><item/><item/></channel></rss>", limits: limits).feed.diagnostics.isEmpty)
    }

    @Test(arguments: [
        "<rss><channel>" + String(repeating: "<item/>", count: 60_000),
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"items\":["
            + String(repeating: "{\"id\":\"1\"},", count: 60_000),
        "{\"rss\":{\"channel\":{\"item\":[" + String(repeating: "1,", count: 60_000),
    ])
    func `of very many tiny stories some are passed over, and of those that are read the first five thousand kept`(
        document: String
    ) throws {
        let (feed, entries) = try read(document)
        #expect(entries.count == 5_000)
        #expect(feed.diagnostics.first == "Of 50000 stories only the newest 5000 were read.")
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.tooManyEntries.rawValue) })
    }

    @Test func `JSON nested a hundred thousand deep does no harm`() throws {
        let deep = String(repeating: "[", count: 100_000)
        let text = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"x\":\(deep)"
        #expect(throws: FeedError.notAFeed(.json)) { try read(text) }
        let items =
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"items\":[{\"id\":\"1\",\"y\":\(deep)"
        #expect(try read(items).entries.count == 1)
    }

    @Test func `a hundred thousand different names are only names`() throws {
        let names = (0..<100_000).map { "<n\($0)/>" }.joined()
        #expect(try read("<rss><channel><title>T</title>\(names)</channel></rss>").feed.title == "T")
    }
}
