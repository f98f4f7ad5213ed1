import Testing

@testable import Feeds

/// A hostile list of subscriptions costs little, and nothing of it is dropped unsaid.
@Suite struct OPMLBoundsTests {
    private func read(_ body: String, doctype: String = "", limits: OPMLLimits = .standard) throws -> OPML {
        try OPML.read(
            Array("\(doctype)<opml version=\"2.0\"><head/><body>\(body)</body></opml>".utf8), limits: limits)
    }

    private func titles(_ outlines: [OPMLOutline]) -> [String] {
        outlines.flatMap { [$0.title] + titles($0.children) }
    }

    @Test func `entities in attributes and in texts share one budget for the whole document`() throws {
        let doctype = "<!DOCTYPE opml [<!ENTITY a \"\(String(repeating: "x", count: 2000))\">]>"
        let lines = (0..<200).map {
            "<outline note=\"\(String(repeating: "&a;", count: 600))\" text=\"f\" xmlUrl=\"http://a.example/\($0)\"/>"
        }
        let list = try read(lines.joined(), doctype: doctype)
        #expect(list.outlines.count == 200)
        let expanded = list.outlines.reduce(0) { sum, outline in sum + (outline.attributes["note"]?.utf8.count ?? 0) }
        // What is written out in the document itself, and one budget of a megabyte.
        #expect(expanded < 200 * 600 * 3 + 1 << 20 + 4096)
    }

    @Test func `entities in a feed's attributes are counted with those of its texts, and the feed says so`() throws {
        let doctype = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "x", count: 2000))\">]>"
        let item = "<item><enclosure url='http://a.example/&a;' type='\(String(repeating: "&a;", count: 600))'/></item>"
        let text = "\(doctype)<rss><channel>\(String(repeating: item, count: 20))</channel></rss>"
        let (feed, _) = try FeedParser.parse(Array(text.utf8))
        #expect(feed.diagnostics.contains { $0.contains(FeedDiagnostic.entityTooLarge.rawValue) })
    }

    @Test func `declarations that expand one another take from the same budget`() {
        let entities = XMLEntityResolver()
        #expect(entities.declare("a", Array(repeating: 0x78, count: 2000)))
        let value = Array(String(repeating: "&a;", count: 600).utf8)
        for index in 0..<5 { #expect(!entities.declare("b\(index)", value)) }
        #expect(entities.takeBudgetExceeded())
        #expect(!entities.takeBudgetExceeded())
    }

    @Test func `feeds beyond the bound are counted and not taken`() throws {
        let lines = (0..<12).map { "\n<outline text=\"f\($0)\" xmlUrl=\"http://a.example/\($0)\"/>" }
        let list = try read(lines.joined(), limits: OPMLLimits(feeds: 10))
        #expect(titles(list.outlines) == (0..<10).map { "f\($0)" })
        #expect(list.skipped.feeds == 2 && list.skipped.firstFeedLine == 12)
        #expect(list.skipped.folders == 0)
    }

    @Test func `folders beyond the bound are counted, and their feeds are kept further out`() throws {
        let lines = (0..<5).map {
            "<outline text=\"F\($0)\"><outline text=\"f\($0)\" xmlUrl=\"http://a.example/\($0)\"/></outline>"
        }
        let list = try read(lines.joined(), limits: OPMLLimits(folders: 3))
        #expect(titles(list.outlines) == ["F0", "f0", "F1", "f1", "F2", "f2", "f3", "f4"])
        #expect(list.skipped.folders == 2)
    }

    @Test func `folders deeper than the bound are counted, and their feeds are kept in the innermost allowed`() throws {
        let depth = 30
        let open = (0..<depth).map { "<outline text=\"d\($0)\">" }.joined()
        let close = String(repeating: "</outline>", count: depth)
        let list = try read(open + "<outline text=\"x\" xmlUrl=\"http://a.example/\"/>" + close)
        #expect(titles(list.outlines) == (0..<16).map { "d\($0)" } + ["x"])
        #expect(list.skipped.folders == 14)
    }

    @Test func `what stands for an address and is none is named`() throws {
        let list = try read(
            "\n<outline text=\"a\"\n xmlUrl=\"gopher://a.example/\"/><outline text=\"b\" xmlUrl=\" \"/>\n"
                + "<outline text=\"F\">\n<outline text=\"c\" xmlUrl=\"nowhere\"/></outline>")
        #expect(
            list.invalidAddresses == [
                OPML.InvalidAddress(text: "gopher://a.example/", line: 2),
                OPML.InvalidAddress(text: "nowhere", line: 5),
            ])
        #expect(list.outlines.map(\.title) == ["F"])
    }

    @Test func `a title has a bound in bytes, even one letter under a million accents`() throws {
        let title = "e" + String(repeating: "\u{301}", count: 300_000)
        let list = try read("<outline text=\"\(title)\" xmlUrl=\"http://a.example/\"/>")
        #expect((list.outlines.first?.title.utf8.count ?? 0) <= 1000)
        let again = try OPML.read(list.serialized())
        #expect(again.outlines.first?.title.utf8.count == list.outlines.first?.title.utf8.count)
        #expect(again.outlines.first?.attributes == list.outlines.first?.attributes)
        #expect(again.invalidAddresses == list.invalidAddresses && again.skipped == list.skipped)
    }

    @Test func `a list larger than the bound is refused with a sentence`() {
        #expect(throws: FeedError.tooLarge(limit: 100)) {
            try read(String(repeating: " ", count: 200), limits: OPMLLimits(document: 100))
        }
    }
}
