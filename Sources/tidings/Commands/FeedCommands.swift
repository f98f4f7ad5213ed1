import ArgumentParser
import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Web

/// Follow a site or a feed.
struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a site or a feed.",
        discussion: "A site's front page will do: its feeds are found from there and the best is followed.")

    @Argument(help: "The address of a site or a feed.")
    var address: String

    @Option(help: "The folder to put it in; made if it is new.")
    var folder: String?

    @Flag(help: "Only show what could be followed there.")
    var look = false

    @OptionGroup var house: HouseOptions

    func run() async throws {
        try await house.withLibrary { library, configuration in
            guard let typed = WebAddress(typed: address) else {
                throw Trouble(.usage, "“\(address)” is not a web address. Write it as loom.example or https://….")
            }
            let household = Household(library, configuration)
            let found = try await household.discover(typed)
            if look { return found.forEach { Self.show($0) } }
            guard let best = found.first else {
                throw Trouble(.unavailable, "No feed was found at \(typed.host). Try the address of the feed itself.")
            }
            let feed: Subscription
            do {
                feed = try await library.subscriptions.follow(best, folder: folder, for: .first)
            } catch LibraryError.alreadyThere {
                throw Trouble(.usage, "You follow \(best.facts.title ?? best.address.shown) already.")
            }
            print("You follow \(feed.title) (\(feed.id.rawValue)), \(best.count) stories there now.")
            print("tidings refresh \(feed.id.rawValue)   fetches them; tidings serve does so by itself.")
        }
    }

    private static func show(_ found: FoundChannel) {
        print("\(found.facts.title ?? found.address.host)  \(found.address.shown)")
        for story in found.preview { print("  \(story.title)") }
    }
}

extension Household {
    /// What can be followed at an address; errors as one sentence.
    func discover(_ address: WebAddress) async throws -> [FoundChannel] {
        do {
            let found = try await FeedDiscovery(fetcher: fetcher).discover(at: address)
            await fetcher.shutdown()
            return found
        } catch {
            await fetcher.shutdown()
            throw Trouble(.unavailable, ErrorWords.sentence(error, site: address.host))
        }
    }
}

/// Stop following a feed.
struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop following a feed; its saved stories stay.")

    @Argument(help: "The feed's number, address or title (see tidings feeds).")
    var feed: String

    @OptionGroup var house: HouseOptions

    func run() async throws {
        try await house.withLibrary { library, _ in
            let found = try await library.one(feed)
            _ = try await library.subscriptions.unfollow(found.id, for: .first)
            print("\(found.title) is no longer followed.")
        }
    }
}

extension NewsLibrary {
    /// The one subscription that a number, an address or a title means.
    func one(_ text: String) async throws -> Subscription {
        let found = try await subscriptions.find(text, for: .first)
        guard let first = found.first else {
            throw Trouble(.unavailable, "No feed is called “\(text)”. tidings feeds lists them with their numbers.")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "\($0.id.rawValue) \($0.title)" }.joined(separator: ", ")
            throw Trouble(.usage, "“\(text)” fits \(found.count) feeds: \(names). Name one by its number.")
        }
        return first
    }
}

/// List what is followed.
struct Feeds: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List what is followed, and how each feed is.")

    @Flag(help: "Say why each feed is due when it is, and what was decided lately.")
    var why = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var house: HouseOptions

    func run() async throws {
        try await house.withLibrary { library, _ in
            let folders = try await library.subscriptions.all(for: .first)
            if json { return try Self.printJSON(folders) }
            if folders.isEmpty { return print("Nothing is followed yet. Begin with: tidings add ADDRESS") }
            for folder in folders {
                print(Style.bold(folder.title))
                for feed in folder.subscriptions { try await list(feed, library) }
            }
        }
    }

    private func list(_ feed: Subscription, _ library: NewsLibrary) async throws {
        let unread = feed.unread.value > 0 ? "\(feed.unread.value)\(feed.unread.isMore ? "+" : "") unread" : ""
        let number = String(feed.id.rawValue)
        print(
            "  \(String(repeating: " ", count: max(0, 4 - number.count)))\(number)  \(feed.title)  \(Style.dim(unread))"
        )
        let clock = Clock()
        if feed.health.state != .fine || why { print("        \(Style.dim(clock.health(feed)))") }
        guard why else { return }
        for decision in try await library.refreshing.decisions(of: feed.id, limit: 5) {
            print("        \(Style.dim("\(clock.since(decision.at))  \(decision.words)"))")
        }
    }

    private struct Line: Encodable {
        let id: Int64
        let title, address, folder, state, reason: String
        let site: String?
        let unread, stories, failures: Int
        let dueAt, lastAskedAt, waitUntil: String?
    }

    private static func printJSON(_ folders: [Folder]) throws {
        let clock = Clock()
        let lines = folders.flatMap { folder in
            folder.subscriptions.map { feed in
                Line(
                    id: feed.id.rawValue, title: feed.title, address: feed.address.shown, folder: folder.title,
                    state: feed.health.state.rawValue, reason: feed.health.reason, site: feed.site?.text,
                    unread: feed.unread.value, stories: feed.health.storyCount, failures: feed.health.failuresInARow,
                    dueAt: feed.health.dueAt.map(clock.machine),
                    lastAskedAt: feed.health.lastAskedAt.map(clock.machine),
                    waitUntil: feed.health.waitUntil.map(clock.machine))
            }
        }
        try JSONOut.write(lines)
    }
}
