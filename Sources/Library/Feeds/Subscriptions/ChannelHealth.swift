public import Foundation
public import News
public import URLs

/// A channel's recent results and next poll.
public struct ChannelHealth: Sendable {
    public var state: ChannelHealthState
    public var lastFetchedAt: Date?
    /// Including "unchanged".
    public var lastSuccessAt: Date?
    /// The last response with new or changed stories.
    public var lastChangedAt: Date?
    /// Nil when not polled.
    public var dueAt: Date?
    /// Why it is due then or was skipped.
    public var reason: PollingReason?
    public var consecutiveFailures: Int
    /// Nil after success.
    public var lastError: FailureCode?
    /// Of the last error, where its code does not say it all.
    public var lastCause: FailureCause?
    /// The end of its host's back-off.
    public var waitUntil: Date?
    /// Of the last refusal.
    public var httpStatus: Int?
    public var diagnostics: [String]
    public var format: String?
    /// Counted up to 10,000.
    public var storyCount: Int
    /// The newest story's date.
    public var newestAt: Date?
    /// The new address announced by its origin.
    public var movedTo: WebAddress?

    public init(
        state: ChannelHealthState, lastFetchedAt: Date? = nil, lastSuccessAt: Date? = nil, lastChangedAt: Date? = nil,
        dueAt: Date? = nil, reason: PollingReason? = nil, consecutiveFailures: Int = 0, lastError: FailureCode? = nil,
        waitUntil: Date? = nil, httpStatus: Int? = nil, diagnostics: [String] = [], format: String? = nil,
        storyCount: Int = 0, newestAt: Date? = nil, movedTo: WebAddress? = nil
    ) {
        self.state = state
        self.lastFetchedAt = lastFetchedAt
        self.lastSuccessAt = lastSuccessAt
        self.lastChangedAt = lastChangedAt
        self.dueAt = dueAt
        self.reason = reason
        self.consecutiveFailures = consecutiveFailures
        self.lastError = lastError
        self.waitUntil = waitUntil
        self.httpStatus = httpStatus
        self.diagnostics = diagnostics
        self.format = format
        self.storyCount = storyCount
        self.newestAt = newestAt
        self.movedTo = movedTo
    }
}

extension ChannelHealth {
    static let columns = """
        c.state, c.asked_at, c.answered_at, c.changed_at, c.due_at, c.reason, c.failures, c.error, c.wait_until,
        c.claimed_until,
        c.http_status, c.complaints, c.format,
        (select count(*) from (select 1 from channel_story cs where cs.channel_id = c.id limit 10000) as kept)
          as story_count,
        c.newest_at, c.moved_to,
        (select l.detail from refresh_log l where l.channel_id = c.id and l.outcome = c.error
          order by l.id desc limit 1) as cause
        """

    init(_ row: SQLRow, now: Date) {
        self.init(
            state: ChannelHealthState(rawValue: row.text("state")) ?? .new,
            lastFetchedAt: row.optionalDate("asked_at"), lastSuccessAt: row.optionalDate("answered_at"),
            lastChangedAt: row.optionalDate("changed_at"), dueAt: row.optionalDate("due_at"),
            reason: PollingReason(rawValue: row.text("reason")), consecutiveFailures: row.int("failures"),
            lastError: FailureCode(row), waitUntil: row.optionalDate("wait_until"),
            httpStatus: row.optionalInt("http_status"), diagnostics: JSONColumn.decodeList(row.text("complaints")),
            format: row.optionalText("format"), storyCount: row.int("story_count"),
            newestAt: row.optionalDate("newest_at"),
            movedTo: row.optionalText("moved_to").flatMap { WebAddress($0) })
        lastCause = JSONColumn.decodeIfReadable(row.optionalText("cause"))
        if newestAt == Date(milliseconds: 0) { newestAt = nil }
        let wasAbandoned = (lastFetchedAt ?? .distantPast) > (lastSuccessAt ?? .distantPast)
        if state == .fine, wasAbandoned, row.date("claimed_until") <= now {
            reason = .abandoned
        }
        guard let until = waitUntil else { return }
        if until <= now { waitUntil = nil } else if state != .gone, state != .paused { state = .waiting }
    }
}

/// A channel's state.
public enum ChannelHealthState: String, Sendable, CaseIterable {
    /// Never fetched.
    case new
    case fine
    /// In back-off.
    case waiting
    /// The last request failed.
    case failing
    /// 410 (Gone); not polled.
    case gone
    /// Without subscription.
    case paused
}
