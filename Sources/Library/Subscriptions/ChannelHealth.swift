public import Foundation
public import Markup

/// What happened to a channel lately and what comes next, for its page.
public struct ChannelHealth: Sendable {
    public var state: HealthState
    public var lastAskedAt: Date?
    /// The last time its origin gave an answer we could use, unchanged or not.
    public var lastAnsweredAt: Date?
    /// The last time it brought a new or a changed story.
    public var lastChangedAt: Date?
    /// Nil when it is not asked any more.
    public var dueAt: Date?
    /// Why it is due then, or why it was skipped, in stored words: "publishes about twice a day".
    public var reason: String
    public var failuresInARow: Int
    /// `SourceError.code` of the last failure; nil when the last request succeeded.
    public var lastError: String?
    /// Until when its origin asked us to wait; nil when that has passed.
    public var waitUntil: Date?
    /// The status of the last refusal, where there was one.
    public var httpStatus: Int?
    public var complaints: [String]
    public var format: String?
    /// How many stories are kept, counted up to 10,000.
    public var storyCount: Int
    /// When the newest kept story was published.
    public var newestAt: Date?
    /// Where its origin says it lives from now on.
    public var movedTo: WebAddress?

    public init(
        state: HealthState, lastAskedAt: Date? = nil, lastAnsweredAt: Date? = nil, lastChangedAt: Date? = nil,
        dueAt: Date? = nil, reason: String = "", failuresInARow: Int = 0, lastError: String? = nil,
        waitUntil: Date? = nil, httpStatus: Int? = nil, complaints: [String] = [], format: String? = nil,
        storyCount: Int = 0, newestAt: Date? = nil, movedTo: WebAddress? = nil
    ) {
        self.state = state
        self.lastAskedAt = lastAskedAt
        self.lastAnsweredAt = lastAnsweredAt
        self.lastChangedAt = lastChangedAt
        self.dueAt = dueAt
        self.reason = reason
        self.failuresInARow = failuresInARow
        self.lastError = lastError
        self.waitUntil = waitUntil
        self.httpStatus = httpStatus
        self.complaints = complaints
        self.format = format
        self.storyCount = storyCount
        self.newestAt = newestAt
        self.movedTo = movedTo
    }
}

extension ChannelHealth {
    /// Of the channel `c`.
    static let columns = """
        c.state, c.asked_at, c.answered_at, c.changed_at, c.due_at, c.reason, c.failures, c.error, c.wait_until,
        c.http_status, c.complaints, c.format,
        (select count(*) from (select 1 from channel_story cs where cs.channel_id = c.id limit 10000) as kept),
        c.newest_at, c.moved_to
        """

    /// Reads `columns`.
    init(_ row: inout SQLRow, now: Date) {
        let state = HealthState(rawValue: row.words()) ?? .new
        self.init(
            state: state, lastAskedAt: row.optionalInstant(), lastAnsweredAt: row.optionalInstant(),
            lastChangedAt: row.optionalInstant(), dueAt: row.optionalInstant(), reason: row.words(),
            failuresInARow: row.int(), lastError: row.optionalWords(), waitUntil: row.optionalInstant(),
            httpStatus: row.optionalInt(), complaints: JSONText.list(row.words()), format: row.optionalWords(),
            storyCount: row.int(), newestAt: row.optionalInstant(),
            movedTo: row.optionalWords().flatMap { WebAddress($0) })
        if newestAt == Date(milliseconds: 0) { newestAt = nil }
        guard let until = waitUntil else { return }
        if until <= now { waitUntil = nil } else if self.state != .gone, self.state != .paused { self.state = .waiting }
    }
}
