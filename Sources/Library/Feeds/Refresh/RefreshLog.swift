public import Foundation
public import News

/// A channel's refresh log: the last fifty entries.
struct RefreshLog {
    let transaction: Transaction
    let channel: Int64

    private static let maxEntries = 50

    func append(_ entry: RefreshLogEntry) throws {
        try transaction.insert(
            into: "refresh_log",
            [
                "channel_id": .number(channel), "at": .date(entry.at), "reason": .text(entry.reason?.rawValue),
                "took": .number(entry.tookMilliseconds), "status": .number(entry.status),
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

/// What happened to a channel, and why.
public struct RefreshLogEntry: Sendable, Hashable {
    /// What happened.
    public enum Event: Sendable, Hashable {
        case refreshed(RefreshOutcome)
        case skipped(SkipReason)
        /// For good, to this address.
        case moved(to: String)
        /// Another channel moved to this one's address.
        case merged
        /// A reader opened a page that one of its stories links to.
        case linkedPage(host: String, LinkedPageResult)
    }

    /// Raw values are stored.
    public enum SkipReason: String, Sendable, Hashable, CaseIterable {
        case hostBusy = "host-busy", suspended, tooSoon = "too-soon"
    }

    /// What a linked page gave.
    public enum LinkedPageResult: Sendable, Hashable, Codable {
        case unchanged, noText
        case fetched(words: Int)
        case failed(FailureCode)
    }

    public var at: Date
    /// Nil when not fetched for a refresh.
    public var reason: RefreshReason?
    public var event: Event
    public var tookMilliseconds: Int
    /// Of the response.
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

    public var isSkipped: Bool { if case .skipped = event { true } else { false } }
}

extension RefreshLogEntry.Event {
    /// Then `description` has the status.
    public var isRefusal: Bool {
        if case .refreshed(.failed(let failure)) = self { failure.code == .refused } else { false }
    }
}
