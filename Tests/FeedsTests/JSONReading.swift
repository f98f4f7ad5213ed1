import Markup

@testable import Feeds

/// What JSON gave, read in two pieces.
struct JSONReading: Equatable {
    var entries: [FeedEntry] = []
    var feed: Feed?

    init(_ bytes: [UInt8], cut: Int) {
        var reader = JSONFeedReader(address: WebAddress("https://x.example/"), limits: .standard, held: 1)
        var (start, entries): (Int, [FeedEntry]) = (0, [])
        for (end, isLast) in [(cut, false), (bytes.count, true)] {
            let piece = Array(bytes[start..<end])
            start += piece.withUnsafeBufferPointer { reader.read($0, isLast: isLast) { entries.append($0) } }
        }
        self.entries = entries
        feed = reader.finish()
    }
}
