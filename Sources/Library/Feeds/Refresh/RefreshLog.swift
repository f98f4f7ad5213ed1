public import Foundation
public import News

/// The refresh log of a channel: its last fifty entries.
struct RefreshLog {
    let transaction: Transaction
    let channel: Int64

    private static let maxEntries = 50

    func append(_ entry: RefreshLogEntry) throws {
        try transaction.insert(
            into: "refresh_log",
            [
                "channel_id": .number(channel), "at": .date(entry.at), "reason": .text(entry.reason?.rawValue),
                "duration_ms": .number(entry.tookMilliseconds), "http_status": .number(entry.status),
            ] + (try entry.event.columns))
        try transaction.run(
            """
            delete from refresh_log where channel_id = ? and id <=
              (select id from refresh_log where channel_id = ? order by id desc limit 1 offset ?)
            """, [.number(channel), .number(channel), .number(Self.maxEntries)])
    }

    /// Logs a skip unless the last entry is equal.
    func appendSkipped(
        _ reason: RefreshReason?, at now: Date, because skipReason: RefreshLogEntry.SkipReason
    ) throws {
        let last = try transaction.first(
            "select \(RefreshLogEntry.columns) from refresh_log l where l.channel_id = ? order by l.id desc limit 1",
            [.number(channel)]
        ) { RefreshLogEntry($0) }
        if last?.event == .skipped(skipReason) { return }
        try append(RefreshLogEntry(at: now, reason: reason, event: .skipped(skipReason)))
    }
}

/// An event of a channel, with its time and reason.
public struct RefreshLogEntry: Sendable, Hashable {
    /// An event of a channel.
    public enum Event: Sendable, Hashable {
        case refreshed(RefreshOutcome)
        case skipped(SkipReason)
        /// A permanent move to this address.
        case moved(to: String)
        /// Another channel that moved to this one's address and was merged into it.
        case merged
        /// A linked page of one of the channel's stories, opened by a reader.
        case linkedPage(host: String, LinkedPageResult)
    }

    /// A reason not to fetch a channel. Raw values are stored.
    public enum SkipReason: String, Sendable, Hashable, CaseIterable {
        case hostBusy = "host-busy", suspended, tooSoon = "too-soon"
    }

    /// The result of fetching a linked page.
    public enum LinkedPageResult: Sendable, Hashable, Codable {
        case unchanged, noText
        case fetched(words: Int)
        case failed(FailureCode)
    }

    /// The time of the event.
    public var at: Date
    /// The reason for the refresh; nil if the entry is of no refresh.
    public var reason: RefreshReason?
    /// The event.
    public var event: Event
    /// The duration of the fetch in milliseconds.
    public var tookMilliseconds: Int
    /// The HTTP status of the response.
    public var status: Int?

    public init(
        at: Date, reason: RefreshReason?, event: Event, tookMilliseconds: Int = 0, status: Int? = nil
    ) {
        self.at = at
        self.reason = reason
        self.event = event
        self.tookMilliseconds = tookMilliseconds
        self.status = status
    }

    /// True if the channel was skipped.
    public var isSkipped: Bool { if case .skipped = event { true } else { false } }
}

extension RefreshLogEntry.Event {
    /// True if the origin refused the request; `description` then has the status.
    public var isRefusal: Bool {
        if case .refreshed(.failed(let failure)) = self { failure.code == .refused } else { false }
    }
}
