public import Foundation
public import News
public import URLs

/// A channel's recent results and next poll.
public struct ChannelHealth: Sendable {
    /// The state of the channel.
    public var state: ChannelHealthState
    /// The time of the last request.
    public var lastFetchedAt: Date?
    /// The time of the last success, including "unchanged".
    public var lastSuccessAt: Date?
    /// The time of the last response with new or changed stories.
    public var lastChangedAt: Date?
    /// The time of the next poll; nil if the channel is not polled.
    public var dueAt: Date?
    /// The reason for `dueAt`, or for the channel having been skipped.
    public var reason: PollingReason?
    /// The number of failures since the last success.
    public var consecutiveFailures: Int
    /// The code of the last error; nil after a success.
    public var lastError: FailureCode?
    /// The cause of the last error, if its code does not say everything.
    public var lastCause: FailureCause?
    /// The end of the host's back-off; nil outside one.
    public var waitUntil: Date?
    /// The HTTP status of the last request; nil if it had none.
    public var httpStatus: Int?
    /// The problems that the parser found in the last full response; at most 20.
    public var diagnostics: [String]
    /// The name of the format: "RSS 2.0", "JSON Feed 1.1".
    public var format: String?
    /// The number of stories, counted up to 10,000.
    public var storyCount: Int
    /// The date of the newest story.
    public var newestAt: Date?
    /// The new address that the origin announced.
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
        c.state, c.last_attempt_at, c.last_success_at, c.last_changed_at, c.due_at, c.polling_reason, c.consecutive_failures, c.failure_code, c.backoff_until,
        c.claimed_until,
        c.http_status, c.diagnostics, c.format,
        (select count(*) from (select 1 from channel_story cs where cs.channel_id = c.id limit 10000) as kept)
          as story_count,
        c.newest_at, c.moved_to,
        (select l.detail from refresh_log l where l.channel_id = c.id and l.outcome = c.failure_code
          order by l.id desc limit 1) as cause
        """

    init(_ row: SQLRow, now: Date) {
        self.init(
            state: ChannelHealthState(rawValue: row.text("state")) ?? .new,
            lastFetchedAt: row.optionalDate("last_attempt_at"), lastSuccessAt: row.optionalDate("last_success_at"),
            lastChangedAt: row.optionalDate("last_changed_at"), dueAt: row.optionalDate("due_at"),
            reason: PollingReason(rawValue: row.text("polling_reason")),
            consecutiveFailures: row.int("consecutive_failures"),
            lastError: FailureCode(row), waitUntil: row.optionalDate("backoff_until"),
            httpStatus: row.optionalInt("http_status"), diagnostics: JSONColumn.decodeList(row.text("diagnostics")),
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
    /// A channel that was never fetched.
    case new
    case fine
    /// A channel in back-off.
    case waiting
    /// A channel whose last request failed.
    case failing
    /// A channel that is gone (410) and not polled.
    case gone
    /// A channel without a subscription.
    case paused
}
