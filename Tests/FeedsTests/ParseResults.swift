import Markup
import URLs

@testable import Feeds

/// What JSON gave, read in two pieces.
struct JSONParseResult: Equatable {
    var entries: [FeedEntry] = []
    var feed: Feed?

    init(_ bytes: [UInt8], cut: Int) {
        var parser = JSONFeedParser(address: WebAddress("https://x.example/"), minimumByteCount: 1)
        var (start, entries): (Int, [FeedEntry]) = (0, [])
        for (end, isLast) in [(cut, false), (bytes.count, true)] {
            let piece = Array(bytes[start..<end])
            start += piece.withUnsafeBufferPointer { parser.read($0, isLast: isLast) { entries.append($0) } }
        }
        self.entries = entries
        feed = parser.finish()
    }
}

/// What XML gave, read in two pieces.
struct XMLParseResult: Equatable {
    var entries: [FeedEntry] = []
    var feed: Feed
    var diagnostics: [String]

    init(_ bytes: [UInt8], cut: Int) {
        let (names, location) = (XMLNameTable(), SourceLocation())
        let builder = FeedBuilder(
            address: WebAddress("https://x.example/"), names: names, limits: .standard, location: location)
        var scanner = XMLScanner(sink: builder, names: names, limits: .standard, location: location)
        var (start, entries): (Int, [FeedEntry]) = (0, [])
        for (end, isLast) in [(cut, false), (bytes.count, true)] {
            // A copy of its own, so that a look beyond the end is one beyond the memory.
            let piece = Array(bytes[start..<end])
            piece.withUnsafeBufferPointer { piece in
                var at = scanner.scan(piece, isLast: isLast)
                while scanner.sink.wantsPause {
                    entries += scanner.sink.completedEntries
                    scanner.sink.completedEntries = []
                    at = scanner.scan(piece, from: at, isLast: isLast)
                }
                start += at
            }
        }
        scanner.finish()
        self.entries = entries + scanner.sink.completedEntries
        feed = scanner.sink.feed.finished(format: scanner.sink.format ?? .rss, base: nil)
        diagnostics = scanner.diagnostics.messages + scanner.sink.diagnostics.messages
    }
}
