public import Foundation
public import News

/// A channel's refresh log. The last fifty entries of each channel are kept.
struct RefreshLog {
    let transaction: Transaction
    let channel: Int64

    private static let maxEntries = 50

    func append(_ entry: RefreshLogEntry) throws {
        try transaction.run(
            """
            insert into refresh_log (channel_id, at, reason, outcome, words, new_stories, took, status)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(channel), .date(entry.at), .text(entry.reason?.rawValue), .text(entry.outcome),
                .text(entry.words), .number(entry.newStories), .number(entry.tookMilliseconds),
                .number(entry.status),
            ])
        try transaction.run(
            """
            delete from refresh_log where channel_id = ? and id <=
              (select id from refresh_log where channel_id = ? order by id desc limit 1 offset ?)
            """, [.number(channel), .number(channel), .number(Self.maxEntries)])
    }

    /// Logs a skipped refresh, unless the last entry says the same.
    func appendSkipped(_ reason: RefreshReason?, at now: Date, because words: String) throws {
        let last = try transaction.first(
            "select outcome, words from refresh_log where channel_id = ? order by id desc limit 1",
            [.number(channel)]
        ) { $0.text() + " " + $0.text() }
        guard last != "skipped " + words else { return }
        try append(RefreshLogEntry(at: now, reason: reason, outcome: "skipped", words: words))
    }
}

/// One entry of a channel's refresh log: why it was fetched, or skipped, and the outcome.
public struct RefreshLogEntry: Sendable, Hashable {
    public var at: Date
    /// Nil when it was not fetched.
    public var reason: RefreshReason?
    /// `new`, `unchanged`, `changed`, `skipped`, or a `SourceError.code`.
    public var outcome: String
    public var words: String
    public var newStories: Int
    public var tookMilliseconds: Int
    public var status: Int?

    public init(
        at: Date, reason: RefreshReason?, outcome: String, words: String, newStories: Int = 0,
        tookMilliseconds: Int = 0, status: Int? = nil
    ) {
        self.at = at
        self.reason = reason
        self.outcome = outcome
        self.words = words
        self.newStories = newStories
        self.tookMilliseconds = tookMilliseconds
        self.status = status
    }
}
