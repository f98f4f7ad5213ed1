import Foundation
import Markup
import Testing
import URLs

@testable import Feeds

@Suite struct ParsedDocumentTests {
    private func json(_ text: String) throws -> ExpectedJSON {
        let address = WebAddress("https://x.example/feed")
        let (feed, entries) = try FeedParser.parse(Array(text.utf8), address: address)
        return try JSONDecoder().decode(
            ExpectedJSON.self, from: Data(ParsedDocument(feed: feed, entries: entries).json()))
    }

    @Test func `the contract's names are all there, and what is not given is null`() throws {
        let tree = try json("<rss><channel><item/></channel></rss>")
        guard case .object(let feed) = tree, case .object(let entry)? = feed["entries"]?.list?.first else {
            Issue.record("no object")
            return
        }
        #expect(
            Set(feed.keys) == [
                "title", "link", "id", "updated", "subtitle", "language", "author", "entries", "complaints",
            ])
        #expect(
            Set(entry.keys) == [
                "id", "title", "link", "author", "published", "updated", "summary", "content", "enclosures",
                "categories", "comments",
            ])
        #expect(entry["title"] == .null && feed["author"] == .null)
        #expect(entry["categories"] == .list([]))
    }

    @Test func `contents are cleaned and their addresses absolute`() throws {
        let html = "&lt;p onclick='x()'&gt;a&lt;script&gt;b&lt;/script&gt;&lt;a href='/c'&gt;d&lt;/a&gt;&lt;/p&gt;"
        let tree = try json("<rss><channel><item><description>\(html)</description></item></channel></rss>")
        let summary = tree["entries"]?.list?.first?["summary"]?.text ?? ""
        #expect(summary.contains("href=\"https://x.example/c\""))
        #expect(!summary.contains("onclick") && !summary.contains("script"))
    }

    @Test func `strings of any kind are well-formed JSON`() throws {
        let odd = "q\"b\\s/\u{7F}\u{2028}\u{1F600}\ttab"
        var feed = Feed(format: .rss)
        feed.title = odd
        feed.diagnostics = ["a\nb", "\u{01}"]
        let tree = try JSONDecoder().decode(
            ExpectedJSON.self, from: Data(ParsedDocument(feed: feed, entries: []).json()))
        #expect(tree["title"]?.text == odd)
        #expect(tree["complaints"] == .list([.text("a\nb"), .text("\u{01}")]))
    }
}
