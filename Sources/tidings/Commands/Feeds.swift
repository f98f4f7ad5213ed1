import ArgumentParser
import Foundation
import Library
import Markup
import News
import Web

/// List what is followed.
struct Feeds: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what is followed, and how each feed is.",
        discussion: """
            With --why every decision is told: why a feed was asked or was not, and what came of it. With --pictures one \
            feed is asked once, and of every picture of its stories it is told whether it is shown, and why not.
            """)

    @Argument(help: "Only this feed, by number, address or title.")
    var feed: String?

    @Flag(help: "Say why each feed is due when it is, and what was decided lately.")
    var why = false

    @Flag(help: "Ask one feed and say of each picture of its stories whether it is shown, and why not.")
    var pictures = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var house: HouseOptions

    /// So many decisions are told of each feed; of one that was named all that are kept.
    private var depth: Int { !why ? 0 : feed == nil ? 5 : 50 }

    func validate() throws {
        if pictures, feed == nil { throw ValidationError("Name the feed whose pictures you mean.") }
    }

    func run() async throws {
        try await house.withLibrary(reading: true) { library, configuration in
            if pictures, let feed {
                return try await StoryPictureList(library: library, configuration: configuration).show(feed, json: json)
            }
            let folders = try await folders(library)
            if json { return try await printJSON(folders, library) }
            if folders.isEmpty { return Terminal.print("\(HouseOptions.nothingFollowed)") }
            for folder in folders {
                Terminal.print(Style.bold("\(folder.title)"))
                for feed in folder.subscriptions { try await list(feed, library) }
            }
        }
    }

    private func folders(_ library: NewsLibrary) async throws -> [Folder] {
        let all = try await library.subscriptions.all(for: .first)
        guard let feed else { return all }
        let one = try await library.one(feed)
        return all.compactMap { folder in
            var folder = folder
            folder.subscriptions = folder.subscriptions.filter { $0.id == one.id }
            return folder.subscriptions.isEmpty ? nil : folder
        }
    }

    private func list(_ feed: Subscription, _ library: NewsLibrary) async throws {
        let unread = feed.unread.value > 0 ? "\(feed.unread.value)\(feed.unread.isMore ? "+" : "") unread" : ""
        let number = String(feed.id.rawValue)
        Terminal.print(
            "  \(String(repeating: " ", count: max(0, 4 - number.count)))\(number)  \(feed.title)  \(Style.dim("\(unread)"))"
        )
        let clock = Clock()
        if feed.health.state != .fine || why { say(clock.health(feed)) }
        guard why else { return }
        say(feed.address.shown)
        if let moving = feed.health.movedTo { say("says that it moves to \(moving.shown)") }
        if let asked = feed.health.lastAskedAt { say("last asked \(clock.exact(asked))") }
        if let due = feed.health.dueAt { say("next due \(clock.exact(due))") }
        for complaint in feed.health.complaints { say("odd: \(complaint)") }
        for decision in try await library.refreshing.decisions(of: feed.id, limit: depth) { say(line(decision, clock)) }
    }

    private func say(_ text: String) { Terminal.print("        \(Style.dim("\(text)"))") }

    /// "2026-11-21 14:05:09  asked because it was due: nothing new (304, 41 ms)".
    private func line(_ decision: RefreshDecision, _ clock: Clock) -> String {
        let why =
            switch (decision.outcome, decision.reason) {
            case ("skipped", .asked): "not asked though you asked: "
            case ("skipped", _): "not asked: "
            case (_, .due): "asked because it was due: "
            case (_, .appeared): "asked because its list was shown: "
            case (_, .asked): "asked because you asked: "
            case (_, nil): ""
            }
        // A refusal's words name its status already.
        var facts = decision.outcome == "refused" ? [] : decision.status.map { ["\($0)"] } ?? []
        if decision.reason != nil, decision.outcome != "skipped" { facts.append("\(decision.tookMilliseconds) ms") }
        let tail = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
        return "\(clock.exact(decision.at))  \(why)\(decision.words)\(tail)"
    }

    private struct Decision: Encodable {
        let at, outcome, words: String
        let reason: String?
        let status: Int?
        let newStories, milliseconds: Int
    }

    private struct Line: Encodable {
        let id: Int64
        let title, address, folder, state, words, reason: String
        let site, format, error, movedTo: String?
        let unread, stories, failures: Int
        let status: Int?
        let dueAt, lastAskedAt, lastAnsweredAt, lastChangedAt, waitUntil: String?
        let complaints: [String]
        /// Newest first; only with `--why`.
        let decisions: [Decision]?
    }

    private func printJSON(_ folders: [Folder], _ library: NewsLibrary) async throws {
        let clock = Clock()
        var lines: [Line] = []
        for folder in folders {
            for feed in folder.subscriptions {
                let log = why ? try await library.refreshing.decisions(of: feed.id, limit: depth) : nil
                lines.append(Self.line(feed, in: folder.title, log, clock))
            }
        }
        try JSONOut.write(lines)
    }

    private static func line(
        _ feed: Subscription, in folder: String, _ log: [RefreshDecision]?, _ clock: Clock
    ) -> Line {
        let health = feed.health
        let decisions = log?.map { decision in
            Decision(
                at: clock.machine(decision.at), outcome: decision.outcome, words: decision.words,
                reason: decision.reason?.rawValue, status: decision.status, newStories: decision.newStories,
                milliseconds: decision.tookMilliseconds)
        }
        return Line(
            id: feed.id.rawValue, title: feed.title, address: feed.address.shown, folder: folder,
            state: health.state.rawValue, words: clock.health(feed), reason: health.reason, site: feed.site?.shown,
            format: health.format, error: health.lastError, movedTo: health.movedTo?.shown, unread: feed.unread.value,
            stories: health.storyCount, failures: health.failuresInARow, status: health.httpStatus,
            dueAt: health.dueAt.map(clock.machine), lastAskedAt: health.lastAskedAt.map(clock.machine),
            lastAnsweredAt: health.lastAnsweredAt.map(clock.machine),
            lastChangedAt: health.lastChangedAt.map(clock.machine), waitUntil: health.waitUntil.map(clock.machine),
            complaints: health.complaints, decisions: decisions)
    }
}
