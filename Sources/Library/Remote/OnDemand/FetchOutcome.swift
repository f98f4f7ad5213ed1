public import Foundation
import News

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
    /// Raw values are stored, and those of `SourceError.code`.
    public enum Code: String, Sendable, Hashable {
        case notThere = "not-there", gone, refused, busy, signInNeeded = "sign-in", unreadable, unreachable
        case notAllowed = "not-allowed"
        /// Two runs ended while they fetched it (decision 15).
        case crashed
    }

    public var code: Code
    /// Of the response.
    public var status: Int?
    /// Where the code does not suffice.
    public var detail: String?

    public init(code: Code, status: Int? = nil, detail: String? = nil) {
        self.code = code
        self.status = status
        self.detail = detail
    }

    init(_ error: SourceError) {
        self.init(
            code: Code(rawValue: error.code) ?? .unreachable, status: RefreshOutcome.failed(error).status,
            detail: error.detail)
    }

    /// Columns: error, http_status, why. Nil without an error.
    init?(_ row: SQLRow) {
        guard let code = row.optionalText("error") else { return nil }
        self.init(
            code: Code(rawValue: code) ?? .unreachable, status: row.optionalInt("http_status"),
            detail: row.optionalText("why"))
    }
}

extension SourceError {
    /// Nil where the case suffices.
    fileprivate var detail: String? {
        switch self {
        case .unreadable(let why), .unreachable(let why), .notAllowed(let why): why
        case .refused(_, let message): message
        default: nil
        }
    }
}
