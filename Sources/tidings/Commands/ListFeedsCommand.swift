import ArgumentParser
import Foundation
import Library
import Markup
import News
import URLs
import Web

struct ListFeedsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds",
        abstract: "List subscriptions and their status.",
        discussion: """
            --why shows each feed's refresh log: why it was fetched or skipped, and the result. --pictures fetches one feed \
            and says of each picture in it whether it is shown, and if not, why.
            """)

    @Argument(help: "Only this feed, by number, address or title.")
    var feed: String?

    @Flag(help: "Show when and why each feed is due, and its refresh log.")
    var why = false

    @Flag(help: "Fetch one feed and say of each picture in it whether it is shown, and if not, why.")
    var pictures = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    /// The number of log entries per feed, larger for a named feed.
    private var logLimit: Int { !why ? 0 : feed == nil ? 5 : 50 }

    func validate() throws {
        if pictures, feed == nil { throw ValidationError("--pictures needs a feed.") }
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            if pictures, let feed {
                return try await PictureDiagnosticsPrinter(
                    reader: reader, library: library, configuration: configuration
                ).show(
                    feed, json: json)
            }
            let folders = try await folders(of: reader, library)
            if json { return try await printJSON(folders, library) }
            if folders.isEmpty { return Terminal.print("\(options.noSubscriptionsMessage)") }
            var table = TerminalTable([.right, .flexible, .right])
            for folder in folders {
                table.addText(TerminalStyle.bold("\(folder.title)"))
                for feed in folder.subscriptions {
                    table.addRow(
                        TerminalStyle.dim("\(feed.id.rawValue)"), "\(feed.title)", unread(feed),
                        details: try await details(feed, library).map(TerminalStyle.dim))
                }
            }
            table.print()
        }
    }

    private func folders(of reader: ReaderID, _ library: NewsLibrary) async throws -> [Folder] {
        let all = try await library.subscriptions.folders(for: reader)
        guard let feed else { return all }
        let one = try await library.subscription(feed, of: reader)
        return all.compactMap { folder in
            var folder = folder
            folder.subscriptions = folder.subscriptions.filter { $0.id == one.id }
            return folder.subscriptions.isEmpty ? nil : folder
        }
    }

    private func unread(_ feed: Subscription) -> TerminalText {
        let count = feed.unread
        return count.value > 0 ? TerminalStyle.dim("\(count.value)\(count.isMore ? "+" : "") unread") : ""
    }

    /// Returns the lines about a feed: its status unless it is fine, and with `--why` everything else.
    private func details(_ feed: Subscription, _ library: NewsLibrary) async throws -> [TerminalText] {
        let (formatter, health) = (TerminalTimeFormatter(), feed.health)
        let status: [TerminalText] = health.state != .fine || why ? ["\(formatter.healthSentence(feed))"] : []
        guard why else { return status }
        let facts: [TerminalText?] = [
            "\(feed.address.displayText)",
            health.movedTo.map { "redirects permanently to \($0.displayText)" },
            health.lastFetchedAt.map { "last fetched \(formatter.timestamp($0))" },
            health.dueAt.map { "next due \(formatter.timestamp($0))" },
        ]
        let problems = health.diagnostics.map { "problem: \($0)" as TerminalText }
        let log = try await library.refreshing.log(of: feed.id, limit: logLimit)
        return status + facts.compactMap(\.self) + problems + log.map { "\(describe($0, formatter))" }
    }

    /// Returns "2026-11-21 14:05:09  fetched because it was due: nothing new (304, 41 ms)".
    private func describe(_ entry: RefreshLogEntry, _ formatter: TerminalTimeFormatter) -> String {
        let why =
            switch (entry.event, entry.reason) {
            case (.skipped, .manual): "not fetched on request: "
            case (.skipped, _): "not fetched: "
            case (_, .due): "fetched because it was due: "
            case (_, .viewed): "fetched because its list was opened: "
            case (_, .manual): "fetched on request: "
            case (_, .pushed): "told by its hub: "
            case (_, nil): ""
            }
        // A refusal's text already contains the status.
        var facts = entry.event.isRefusal ? [] : entry.status.map { ["\($0)"] } ?? []
        if entry.reason != nil, !entry.isSkipped { facts.append("\(entry.tookMilliseconds) ms") }
        let tail = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
        return "\(formatter.timestamp(entry.at))  \(why)\(entry.event)\(tail)"
    }

    private struct LogEntryJSON: Encodable {
        let at, outcome, words: String
        let reason: String?
        let status: Int?
        let newStories, milliseconds: Int
    }

    private struct FeedJSON: Encodable {
        let id: Int64
        let title, address, folder, state, words, reason: String
        let site, format, error, movedTo: String?
        let unread, stories, failures: Int
        let status: Int?
        let dueAt, lastAskedAt, lastAnsweredAt, lastChangedAt, waitUntil: String?
        let complaints: [String]
        /// The log entries, newest first, with `--why`.
        let decisions: [LogEntryJSON]?
    }

    private func printJSON(_ folders: [Folder], _ library: NewsLibrary) async throws {
        let formatter = TerminalTimeFormatter()
        var lines: [FeedJSON] = []
        for folder in folders {
            for feed in folder.subscriptions {
                let log = why ? try await library.refreshing.log(of: feed.id, limit: logLimit) : nil
                lines.append(Self.feedJSON(feed, in: folder.title, log, formatter))
            }
        }
        try JSONOutput.write(lines)
    }

    private static func feedJSON(
        _ feed: Subscription, in folder: String, _ log: [RefreshLogEntry]?, _ formatter: TerminalTimeFormatter
    ) -> FeedJSON {
        let health = feed.health
        let decisions = log?.map { entry in
            LogEntryJSON(
                at: formatter.iso8601(entry.at), outcome: entry.event.code, words: "\(entry.event)",
                reason: entry.reason?.rawValue, status: entry.status, newStories: entry.event.newStories,
                milliseconds: entry.tookMilliseconds)
        }
        return FeedJSON(
            id: feed.id.rawValue, title: feed.title, address: feed.address.displayText, folder: folder,
            state: health.state.rawValue, words: formatter.healthSentence(feed),
            reason: health.reason?.description ?? "",
            site: feed.site?.displayText,
            format: health.format, error: health.lastError?.rawValue, movedTo: health.movedTo?.displayText,
            unread: feed.unread.value,
            stories: health.storyCount, failures: health.consecutiveFailures, status: health.httpStatus,
            dueAt: health.dueAt.map(formatter.iso8601), lastAskedAt: health.lastFetchedAt.map(formatter.iso8601),
            lastAnsweredAt: health.lastSuccessAt.map(formatter.iso8601),
            lastChangedAt: health.lastChangedAt.map(formatter.iso8601),
            waitUntil: health.waitUntil.map(formatter.iso8601),
            complaints: health.diagnostics, decisions: decisions)
    }
}
