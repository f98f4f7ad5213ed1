import Markup

@testable import Feeds

/// What XML gave, read in two pieces.
struct XMLReading: Equatable {
    var entries: [FeedEntry] = []
    var feed: Feed
    var complaints: [String]

    init(_ bytes: [UInt8], cut: Int) {
        let (names, place) = (XMLNames(), ReadingPlace())
        let builder = FeedBuilder(
            address: WebAddress("https://x.example/"), names: names, limits: .standard, place: place)
        var scanner = XMLScanner(sink: builder, names: names, limits: .standard, place: place)
        var (start, entries): (Int, [FeedEntry]) = (0, [])
        for (end, isLast) in [(cut, false), (bytes.count, true)] {
            // A copy of its own, so that a look beyond the end is one beyond the memory.
            let piece = Array(bytes[start..<end])
            piece.withUnsafeBufferPointer { piece in
                var at = scanner.scan(piece, isLast: isLast)
                while scanner.sink.wantsPause {
                    entries += scanner.sink.ready
                    scanner.sink.ready = []
                    at = scanner.scan(piece, from: at, isLast: isLast)
                }
                start += at
            }
        }
        scanner.finish()
        self.entries = entries + scanner.sink.ready
        feed = scanner.sink.feed.finished(format: scanner.sink.format ?? .rss, base: nil)
        complaints = scanner.complaints.sentences + scanner.sink.complaints.sentences
    }
}
