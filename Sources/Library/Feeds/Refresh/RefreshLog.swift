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
                "outcome": .text(entry.outcome), "words": .text(entry.message),
                "new_stories": .number(entry.newStories), "took": .number(entry.tookMilliseconds),
                "status": .number(entry.status),
            ])
        try transaction.run(
            """
            delete from refresh_log where channel_id = ? and id <=
              (select id from refresh_log where channel_id = ? order by id desc limit 1 offset ?)
            """, [.number(channel), .number(channel), .number(Self.maxEntries)])
    }

    /// Logs a skip unless the last entry is equal.
    func appendSkipped(_ reason: RefreshReason?, at now: Date, because message: String) throws {
        let last = try transaction.first(
            "select outcome, words from refresh_log where channel_id = ? order by id desc limit 1",
            [.number(channel)]
        ) { ($0.text("outcome"), $0.text("words")) }
        if let last, last == (RefreshLogEntry.skippedOutcome, message) { return }
        try append(
            RefreshLogEntry(at: now, reason: reason, outcome: RefreshLogEntry.skippedOutcome, message: message))
    }
}

/// Why a channel was fetched or skipped, and the outcome.
public struct RefreshLogEntry: Sendable, Hashable {
    public var at: Date
    /// Nil when not fetched.
    public var reason: RefreshReason?
    /// `new`, `unchanged`, `changed`, `skipped`, or a `FailureCode`.
    public var outcome: String
    public var message: String
    public var newStories: Int
    public var tookMilliseconds: Int
    public var status: Int?

    public init(
        at: Date, reason: RefreshReason?, outcome: String, message: String, newStories: Int = 0,
        tookMilliseconds: Int = 0, status: Int? = nil
    ) {
        self.at = at
        self.reason = reason
        self.outcome = outcome
        self.message = message
        self.newStories = newStories
        self.tookMilliseconds = tookMilliseconds
        self.status = status
    }
}

extension RefreshLogEntry {
    static let skippedOutcome = "skipped"

    /// Of `refresh_log l`.
    static let columns = "l.at, l.reason, l.outcome, l.words, l.new_stories, l.took, l.status"

    init(_ row: SQLRow) {
        self.init(
            at: row.date("at"), reason: row.optionalText("reason").flatMap(RefreshReason.init(rawValue:)),
            outcome: row.text("outcome"), message: row.text("words"), newStories: row.int("new_stories"),
            tookMilliseconds: row.int("took"), status: row.optionalInt("status"))
    }
}
