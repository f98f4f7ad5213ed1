import Foundation
import Library
import Markup
import News
import URLs
import Yardstick

/// Lists, mark-all and newest-first search in a house of many stories beside a house of few, in equally many feeds.
///
///     LibrarySpeed fill FOLDER STORIES     makes a house with 500 feeds
///     LibrarySpeed fill FOLDER STORIES FEEDS ROUNDS
///                                          with so many feeds, and stories that came in so many refreshes, one a day
///     LibrarySpeed people FOLDER READERS SHARED OWN FILE
///                                          a house whose readers follow the first SHARED addresses of the file, one a
///                                          line, and OWN of the others each; nothing is fetched
///     LibrarySpeed compare MANY FEW        asks both in turn; one JSON object for each act
///     LibrarySpeed power FOLDER            marks, on the disk and not waiting for it
@main enum LibrarySpeed {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("fill", 3), ("fill", 5):
            let numbers = arguments.dropFirst(2).compactMap { Int($0) }
            let (feeds, rounds) = numbers.count == 3 ? (numbers[1], numbers[2]) : (500, 1)
            try await fill(
                URL(fileURLWithPath: arguments[1]), stories: numbers.first ?? 10_000, feeds: feeds, rounds: rounds)
        case ("people", 6): try await Household(arguments: Array(arguments.dropFirst())).fill()
        case ("compare", 3):
            try await compare(URL(fileURLWithPath: arguments[1]), URL(fileURLWithPath: arguments[2]))
        case ("power", 2): try await power(URL(fileURLWithPath: arguments[1]))
        default: print("LibrarySpeed fill FOLDER STORIES [FEEDS ROUNDS] | people … | compare MANY FEW | power FOLDER")
        }
    }

    private static let me = ReaderID.first

    private static func fill(_ folder: URL, stories: Int, feeds: Int, rounds: Int) async throws {
        let clock = LateClock(daysAgo: rounds - 1)
        let library = try NewsLibrary.open(at: folder, now: { clock.now })
        defer { library.close() }
        let outlines = (0..<feeds).compactMap { number in
            WebAddress("https://h\(number).example/feed").map {
                ImportedFeed(
                    address: $0, title: "Feed \(number)", folder: number % 11 == 10 ? [] : ["Folder \(number % 11)"])
            }
        }
        _ = try await library.subscriptions.importOutlines(outlines, for: me)
        var (count, seconds) = (0, 0.0)
        for round in 0..<rounds {
            let press = Press(each: stories / feeds / rounds, now: clock.now, days: rounds > 1 ? 1 : 90, edition: round)
            let refresher = Refresher(library: library.withSources(SourceCatalog([.feed: { _ in press }])))
            var summary = RefreshSummary()
            seconds += await Stopwatch.seconds { summary = await refresher.runOnce(reason: .manual) }
            count += summary.newStories
            if round < rounds - 1 { clock.advance() }
        }
        let some = try await library.stories.list(.everything, for: me, depth: 200).rows.map(\.id)
        _ = try await library.marks.mark(some.filter { $0.rawValue % 3 == 0 }, as: .saved, true, for: me)
        FactLine.say(["what": "library-fill", "stories": count, "seconds": seconds])
    }

    private static func compare(_ many: URL, _ few: URL) async throws {
        let large = try NewsLibrary.open(at: many, now: { Date() })
        let small = try NewsLibrary.open(at: few, now: { Date() })
        defer {
            large.close()
            small.close()
        }
        for act in acts {
            var (slow, quick): ([Double], [Double]) = ([], [])
            for round in 0...act.rounds {
                let a = try await act.seconds(large)
                let b = try await act.seconds(small)
                guard round > 0 else { continue }  // the first warms the pages of both
                slow.append(a)
                quick.append(b)
            }
            let (a, b) = (Stopwatch.median(slow), Stopwatch.median(quick))
            FactLine.say([
                "what": "library", "act": act.name, "manyMicroseconds": a * 1e6, "fewMicroseconds": b * 1e6,
                "ratio": a / b,
            ])
        }
    }

    /// What a reader's action costs because it survives a power failure: one story marked read and unread in turn, once on
    /// the disk before it returns, once not.
    private static func power(_ folder: URL) async throws {
        let library = try NewsLibrary.open(at: folder, now: { Date() })
        defer { library.close() }
        guard let story = try await library.stories.list(.everything, for: me, depth: 1).rows.first?.id else { return }
        var seconds: [Durability: [Double]] = [:]
        for round in 0..<202 {
            // Each marks as often as it takes back.
            let order: [Durability] = round % 2 == 0 ? [.readerAction, .refetchable] : [.refetchable, .readerAction]
            for (durability, isRead) in zip(order, [true, false]) {
                let taken = try await Stopwatch.seconds {
                    _ = try await library.marks.mark([story], as: .read, isRead, for: me, surviving: durability)
                }
                if round > 1 { seconds[durability, default: []].append(taken) }  // the first warm both
            }
        }
        let (a, b) = (
            Stopwatch.median(seconds[.readerAction] ?? [0]), Stopwatch.median(seconds[.refetchable] ?? [0])
        )
        FactLine.say(["what": "power", "fullMicroseconds": a * 1e6, "normalMicroseconds": b * 1e6, "ratio": a / b])
    }

    // MARK: the acts

    private struct Act {
        let name: String
        var rounds = 15
        /// Does it once and answers how long it took.
        let seconds: (NewsLibrary) async throws -> Double

        init(_ name: String, rounds: Int = 15, _ seconds: @escaping (NewsLibrary) async throws -> Double) {
            self.name = name
            self.rounds = rounds
            self.seconds = seconds
        }
    }

    private static var acts: [Act] {
        let lists: [(String, StoryList, Int)] = [
            ("everything, 20 rows", .everything, 20), ("everything, 500 rows", .everything, 500),
            ("unread, 20 rows", .unread, 20), ("saved, 20 rows", .saved, 20),
            ("one feed, 20 rows", .channel(ChannelID(rawValue: 7)), 20),
            ("one folder, 20 rows", .section(SectionID(rawValue: 1)), 20),
        ]
        return [
            Act("front page") { library in
                try await Stopwatch.seconds { _ = try await library.stories.frontPage(for: me) }
            }
        ]
            + lists.map { name, list, depth in
                Act("list: " + name) { library in
                    try await Stopwatch.seconds { _ = try await library.stories.list(list, for: me, depth: depth) }
                }
            }
            + ["rare": Words.rare, "common": Words.common, "in all": Words.everywhere, "two words": Words.pair]
            .sorted { $0.key < $1.key }.map { name, words in
                Act("search, newest first: " + name) { library in
                    try await Stopwatch.seconds { _ = try await library.search.find(words, for: me) }
                }
            }
            + [
                writeMarkAllReadForm("everything", .everything),
                writeMarkAllReadForm("one folder", .section(SectionID(rawValue: 1))),
            ]
    }

    /// Marks all read and takes it back, so that the next round finds the same; only the marking counts.
    private static func writeMarkAllReadForm(_ name: String, _ list: StoryList) -> Act {
        Act("mark all read: " + name, rounds: 5) { library in
            guard let newest = try await library.stories.list(.everything, for: me, depth: 1).asOf else { return 0 }
            let start = ContinuousClock.now
            let ticket = try await library.marks.markAllRead(list, through: newest, for: me)
            let seconds = start.duration(to: .now) / .seconds(1)
            _ = try await library.marks.undo(ticket.id, for: me)
            return seconds
        }
    }
}
