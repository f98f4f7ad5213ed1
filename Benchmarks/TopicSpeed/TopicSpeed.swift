import Foundation
import Library
import Markup
import News
import Synchronization
import URLs
import Yardstick

/// How well topics are found in the labelled set, and how long a new story takes among many.
///
///     TopicSpeed labelled FILE FOLDER      each story of the set with the number of its topic
///     TopicSpeed speed FOLDER STORIES      new stories among so many of the days before; one JSON object
@main enum TopicSpeed {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("labelled", 3): try await labelled(arguments[1], URL(fileURLWithPath: arguments[2]))
        case ("speed", 3): try await speed(URL(fileURLWithPath: arguments[1]), stories: Int(arguments[2]) ?? 1000)
        default: print("TopicSpeed labelled FILE FOLDER | speed FOLDER STORIES")
        }
    }

    private static let me = ReaderID.first

    private struct Labelled: Decodable {
        var publisher, language, title, text: String
        var published: Date
    }

    private static func labelled(_ file: String, _ folder: URL) async throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let stories = try lines.map { try decoder.decode(Labelled.self, from: Data($0.utf8)) }
        let press = Press()
        for (number, story) in stories.enumerated() {
            let host = story.publisher.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFF_FFFF }
            press.add(
                FetchedStory(
                    key: "\(number)", title: story.title, body: SafeHTML.empty, text: story.text, original: story.text,
                    publishedAt: story.published, language: story.language), at: "https://p\(host).example/feed")
        }
        let clock = Clock(stories.map(\.published).max().map { $0 + 3600 } ?? Date())
        let library = try NewsLibrary.open(at: folder, now: { clock.now })
        defer { library.close() }
        let seconds = try await Stopwatch.seconds {
            try await press.deliver(to: library)
            try await library.clusters.update()
        }
        let clusters = try await library.clusters.clusters(since: .distantPast, for: me)
        for (number, cluster) in clusters.enumerated() {
            for member in cluster.members {
                FactLine.say(["what": "story", "title": member.row.title, "topic": number])
            }
        }
        FactLine.say(["what": "labelled", "seconds": seconds])
    }

    private static func speed(_ folder: URL, stories: Int) async throws {
        let clock = Clock(Date(timeIntervalSince1970: 1_800_000_000))
        let library = try NewsLibrary.open(at: folder, now: { clock.now })
        defer { library.close() }
        var dice = Dice(state: 7)
        let press = Press()
        for number in 0..<stories {
            press.add(Self.story(number, of: stories / 3, clock.now, &dice), at: Self.feed(&dice))
        }
        try await press.deliver(to: library)
        clock.now += 86_400
        let filling = try await Stopwatch.seconds { try await library.clusters.update() }
        var each: [Double] = []
        for round in 0..<21 {
            clock.now += 1800
            let new = Press()
            for number in 0..<20 {
                new.add(
                    Self.story(stories + round * 20 + number, of: stories / 3, clock.now, &dice), at: Self.feed(&dice))
            }
            try await new.deliver(to: library)
            let start = Stopwatch.processSeconds
            try await library.clusters.update()
            each.append((Stopwatch.processSeconds - start) / 20)
        }
        FactLine.say([
            "what": "topic-speed", "stories": stories, "milliseconds": Stopwatch.median(each) * 1e3,
            "most": (each.max() ?? 0) * 1e3, "fillSeconds": filling,
        ])
    }

    private static func feed(_ dice: inout Dice) -> String { "https://h\(dice.roll(300)).example/feed" }

    /// Returns a story of one of so many events; a third of its words are of the event.
    private static func story(_ number: Int, of events: Int, _ now: Date, _ dice: inout Dice) -> FetchedStory {
        var event = Dice(state: UInt64(dice.roll(max(1, events)) + 1000))
        let own = (0..<14).map { _ in Words.rare(&event) }
        let age = Double(event.roll(4 * 86_400)) + Double(dice.roll(20_000))
        func words(_ count: Int) -> String {
            (0..<count).map { _ in dice.roll(3) == 0 ? own[dice.roll(own.count)] : Words.any(&dice) }.joined(
                separator: " ")
        }
        let text = words(60)
        return FetchedStory(
            key: "k\(number)", title: words(9), body: SafeHTML.empty, text: text, original: text,
            publishedAt: now - min(age, 4 * 86_400), language: "en")
    }
}

/// Words as languages have them: few that are everywhere, many that are rare.
private enum Words {
    private static let all: [String] = {
        var dice = Dice(state: 42)
        return (0..<60_000).map { _ in
            String((0..<(4 + dice.roll(5))).map { _ in Character(Unicode.Scalar(UInt8(97 + dice.roll(24)))) })
        }
    }()

    static func any(_ dice: inout Dice) -> String {
        let chance = Double(dice.roll(1_000_000)) / 1e6
        return all[Int(pow(60_000, chance)) % all.count]
    }

    static func rare(_ dice: inout Dice) -> String { all[300 + dice.roll(59_700)] }
}

/// A clock that is set.
private final class Clock: Sendable {
    private let time: Mutex<Date>

    init(_ time: Date) { self.time = Mutex(time) }

    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

/// Feeds with the stories that were added.
private final class Press: Source {
    private let stories = Mutex<[String: [FetchedStory]]>([:])

    func add(_ story: FetchedStory, at address: String) {
        stories.withLock { $0[address, default: []].append(story) }
    }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: stories.withLock { $0[channel.address.text] } ?? [])
    }

    func deliver(to library: NewsLibrary) async throws {
        let addresses = stories.withLock { $0.keys.sorted() }.compactMap { WebAddress($0) }
        let feeds = addresses.map { ImportedFeed(address: $0, title: $0.host, folder: []) }
        _ = try await library.subscriptions.importOutlines(feeds, for: .first)
        let refresher = Refresher(library: library.withSources(SourceCatalog([.feed: { _ in self }])))
        _ = await refresher.runOnce(reason: .manual)
    }
}
