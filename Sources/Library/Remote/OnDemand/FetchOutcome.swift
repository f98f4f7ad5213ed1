public import Foundation
public import News

/// The result of a fetch on demand.
public enum FetchOutcome: Sendable, Hashable {
    /// Stored. `new`: how many comments or texts were unknown; 0 for a page with no more than the feed's text.
    case fetched(new: Int)
    case unchanged
    /// Stored and fresh; nothing was requested.
    case upToDate
    case inProgress
    /// Requested a moment ago.
    case tooSoon
    /// Failed before; nil for manual fetches only.
    case deferred(until: Date?)
    /// The origin asked for a back-off.
    case backingOff(until: Date)
    /// Not offered by the source, or disabled by the reader.
    case unavailable
    /// `retryAt`: nil for manual fetches only.
    case failed(FetchFailure, retryAt: Date?)
}

/// Why a fetch failed.
public struct FetchFailure: Sendable, Hashable {
    public var code: FailureCode
    /// Of the response.
    public var status: Int?
    /// Where the code does not suffice.
    public var cause: FailureCause?

    public init(code: FailureCode, status: Int? = nil, cause: FailureCause? = nil) {
        self.code = code
        self.status = status
        self.cause = cause
    }

    /// - Parameter host: that refused, with words of its own.
    init(_ error: SourceError, at host: String) {
        self.init(code: error.code, status: error.status, cause: error.cause)
        if case .refused(_, let message?) = error { cause = FailureCause(.originError(message), at: host) }
    }

    /// Columns: error, http_status, why. Nil without an error.
    init?(_ row: SQLRow) {
        guard let code = FailureCode(row) else { return nil }
        self.init(
            code: code, status: row.optionalInt("http_status"),
            cause: JSONColumn.decodeIfReadable(row.optionalText("why")))
    }
}

extension SourceError {
    /// Of the response.
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
    /// Column: error. Nil without an error; a later version's code counts as `unreachable`.
    init?(_ row: SQLRow) {
        guard let code = row.optionalText("error") else { return nil }
        self = FailureCode(rawValue: code) ?? .unreachable
    }
}
