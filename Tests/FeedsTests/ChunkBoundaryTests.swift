import Testing

@testable import Feeds

/// Documents come in pieces that end anywhere. Wherever that is, the reading is the same.
@Suite struct ChunkBoundaryTests {
    @Test(arguments: Fixture.all(in: ["rss", "rdf", "atom"]))
    func `XML that is cut in two anywhere reads the same`(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        let whole = XMLParseResult(bytes, cut: bytes.count)
        for cut in cutOffsets(in: bytes) {
            #expect(XMLParseResult(bytes, cut: cut) == whole, "\(fixture.path) cut at \(cut)")
        }
    }

    @Test(arguments: Fixture.all(in: ["json"]))
    func `JSON that is cut in two anywhere reads the same`(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        // Nothing is held back here, and so what stands behind the stories comes too late for them.
        guard !fixture.path.contains("items-first") else { return }
        let whole = JSONParseResult(bytes, cut: bytes.count)
        for cut in cutOffsets(in: bytes) {
            #expect(JSONParseResult(bytes, cut: cut) == whole, "\(fixture.path) cut at \(cut)")
        }
    }

    @Test func `a JSON Feed is handed on story by story, and takes no more than it needs`() throws {
        let story =
            "{\"id\":\"1\",\"content_html\":\"" + String(repeating: "<p>caf\\u00e9 \\\"x\\\"</p>", count: 2000) + "\"},"
        var parser = FeedParser()
        var (fed, found) = (0, 0)
        try parser.append(
            Array("{\"version\":\"https://jsonfeed.org/version/1.1\",\"language\":\"en\",\"items\":[".utf8)
        ) { _ in }
        while found == 0 {
            try parser.append(Array(story.utf8)) { entry in
                found += 1
                #expect(entry.language == "en" && entry.content?.utf8.count == 2000 * 16)
            }
            fed += 1
        }
        #expect(fed * story.utf8.count < 5 << 20)
        let tail = "{\"id\":\"2\"}],\"title\":\"Late\",\"items\":[{\"id\":\"3\"}]}"
        try parser.append(Array(tail.utf8)) { _ in found += 1 }
        let feed = try parser.finish { _ in found += 1 }
        #expect(found == fed + 1)
        #expect(feed.title == "Late")
        #expect(feed.diagnostics.isEmpty)
    }

    @Test func `stories of a small JSON Feed know what the feed says behind them`() throws {
        let text =
            "{\"feed_url\":\"https://x.example/f\",\"items\":[{\"id\":\"1\",\"url\":\"a\"}],\"language\":\"de\",\"home_page_url\":\"https://x.example/d/\"}"
        let (_, entries) = try FeedParser.read(Array(text.utf8))
        #expect(entries.first?.language == "de")
        #expect(entries.first?.link == "https://x.example/d/a")
    }

    /// Every place in short documents, about two hundred in long ones.
    private func cutOffsets(in bytes: [UInt8]) -> StrideTo<Int> {
        stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200))
    }
}
