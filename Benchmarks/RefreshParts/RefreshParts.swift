import Feeds
import Foundation
import Library
import Markup
import News
import URLs
import Yardstick

/// What of a cold refresh is reading, cleaning and keeping: the same documents, without a network.
///
///     RefreshParts FOLDER      reads every file in it, cleans every story, takes them into a new house
@main enum RefreshParts {
    static func main() async throws {
        guard let path = CommandLine.arguments.dropFirst().first else { return print("RefreshParts FOLDER") }
        let folder = URL(fileURLWithPath: path)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
        let documents = try files.map { [UInt8](try Data(contentsOf: $0)) }

        let start = Stopwatch.processSeconds
        let read = try documents.map { try FeedParser.parse($0, address: WebAddress("https://h.example/feed")).entries }
        let reading = Stopwatch.processSeconds - start
        let again = Stopwatch.processSeconds
        let cleaned = read.map { entries in
            entries.map { ($0, HTMLSanitizer(base: $0.base).sanitize($0.content ?? $0.summary ?? "")) }
        }
        let cleaning = Stopwatch.processSeconds - again
        let keeping = try await keep(cleaned.map { $0.map(Self.story) })
        FactLine.say([
            "what": "refresh-parts", "documents": documents.count, "stories": read.reduce(0) { $0 + $1.count },
            "bytes": documents.reduce(0) { $0 + $1.count }, "readingSeconds": reading, "cleaningSeconds": cleaning,
            "keepingSeconds": keeping,
        ])
    }

    private static func story(_ entry: FeedEntry, _ cleaned: SanitizedContent) -> FetchedStory {
        FetchedStory(
            key: entry.id ?? entry.link ?? entry.title ?? "", title: entry.title ?? "Untitled",
            link: entry.link.flatMap { WebAddress($0) }, byline: entry.author,
            dek: PlainText.excerpt(of: cleaned.text, limit: 300), body: cleaned.html, text: cleaned.text,
            original: entry.content ?? entry.summary ?? "", publishedAt: entry.published,
            pictures: cleaned.pictures)
    }

    /// CPU seconds of taking these lists of stories into a new house, one feed each.
    private static func keep(_ lists: [[FetchedStory]]) async throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "refresh-parts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // a temporary folder; the system's cleaning takes it
        let library = try NewsLibrary.open(at: folder, now: { Date() })
        defer { library.close() }
        let addresses = lists.indices.compactMap { WebAddress("https://h\($0).example/feed") }
        let outlines = addresses.map { ImportedFeed(address: $0) }
        let answers = Dictionary(uniqueKeysWithValues: zip(addresses, lists))
        let start = Stopwatch.processSeconds
        _ = try await library.subscriptions.importOutlines(outlines, for: .first)
        let press = Press(answers: answers)
        await Refresher(library: library.withSources(SourceCatalog([.feed: { _ in press }]))).runOnce(reason: .manual)
        return Stopwatch.processSeconds - start
    }
}

/// Answers from memory.
private struct Press: Source {
    let answers: [WebAddress: [FetchedStory]]

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: answers[channel.address] ?? [])
    }
}
