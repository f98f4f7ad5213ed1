public import Foundation
public import News

/// A channel's log: what was decided, when and why. The last fifty lines of each channel are kept.
struct RefreshLog {
    let transaction: Transaction
    let channel: Int64

    private static let maxEntries = 50

    func append(_ decision: RefreshLogEntry) throws {
        try transaction.run(
            """
            insert into refresh_decision (channel_id, at, reason, outcome, words, new_stories, took, status)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(channel), .date(decision.at), .text(decision.reason?.rawValue), .text(decision.outcome),
                .text(decision.words), .number(decision.newStories), .number(decision.tookMilliseconds),
                .number(decision.status),
            ])
        try transaction.run(
            """
            delete from refresh_decision where channel_id = ? and id <=
              (select id from refresh_decision where channel_id = ? order by id desc limit 1 offset ?)
            """, [.number(channel), .number(channel), .number(Self.maxEntries)])
    }

    /// A line of a refresh that did not happen. One that says what the last line says already is left out.
    func appendSkipped(_ reason: RefreshReason?, at now: Date, because words: String) throws {
        let last = try transaction.first(
            "select outcome, words from refresh_decision where channel_id = ? order by id desc limit 1",
            [.number(channel)]
        ) { $0.text() + " " + $0.text() }
        guard last != "skipped " + words else { return }
        try append(RefreshLogEntry(at: now, reason: reason, outcome: "skipped", words: words))
    }
}

/// One line of a channel's log: why it was asked, or was not, and what came of it.
public struct RefreshLogEntry: Sendable, Hashable {
    public var at: Date
    /// Nil when it was not asked.
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
