public import Foundation
public import News

/// The result of a fetch on demand.
public enum FetchOutcome: Sendable, Hashable {
    /// The content was stored. `new`: the number of unknown comments or texts; 0 for a page with no more than the
    /// feed's text.
    case fetched(new: Int)
    case unchanged
    /// The stored content is fresh; nothing was requested.
    case upToDate
    case inProgress
    /// The last request was sent too recently for a manual fetch.
    case tooSoon
    /// An earlier fetch failed. `until`: the next automatic attempt; nil if only manual fetches follow.
    case deferred(until: Date?)
    /// The origin requested a back-off.
    case backingOff(until: Date)
    /// The source does not offer the content, or the reader has disabled it.
    case unavailable
    /// The fetch failed. `retryAt`: the next automatic attempt; nil if only manual fetches follow.
    case failed(FetchFailure, retryAt: Date?)
}

/// The reason why a fetch failed.
public struct FetchFailure: Sendable, Hashable {
    /// The kind of failure, as stored.
    public var code: FailureCode
    /// The HTTP status of the response.
    public var status: Int?
    /// The details, if the code does not suffice.
    public var cause: FailureCause?

    public init(code: FailureCode, status: Int? = nil, cause: FailureCause? = nil) {
        self.code = code
        self.status = status
        self.cause = cause
    }

    /// - Parameter host: The host that refused the request with a message of its own.
    public init(_ error: SourceError, at host: String) {
        self.init(code: error.code, status: error.status, cause: error.cause)
        if case .refused(_, let message?) = error { cause = FailureCause(.originError(message), at: host) }
    }

    /// The message of an origin that refused the request; nil without one.
    public var originMessage: String? {
        if code == .refused, case .originError(let message)? = cause?.reason { message } else { nil }
    }

    /// Reads the columns error, http_status and why; nil if there is no error.
    init?(_ row: SQLRow) {
        guard let code = FailureCode(row) else { return nil }
        self.init(
            code: code, status: row.optionalInt("http_status"),
            cause: JSONColumn.decodeIfReadable(row.optionalText("failure_cause")))
    }
}

extension SourceError {
    /// The HTTP status of the response; nil if the error does not come from one.
    fileprivate var status: Int? {
        switch self {
        case .refused(let status, _): status
        case .gone: 410
        case .notThere: 404
        case .signInNeeded: 401
        default: nil
        }
    }
}

extension FailureCode {
    /// Reads the column error; nil if there is no error. A code of a later version counts as `unreachable`.
    init?(_ row: SQLRow) {
        guard let code = row.optionalText("failure_code") else { return nil }
        self = FailureCode(rawValue: code) ?? .unreachable
    }
}
