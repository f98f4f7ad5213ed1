public import Foundation

/// Why a source could not deliver; each case implies what can be done next.
public enum SourceError: Error, Sendable, Equatable {
    /// Nothing is at the address (404): check it.
    case notThere
    /// Removed for good (410): stop fetching.
    case gone
    /// The origin refused (403, 5xx …), with the reason it gave, if any.
    case refused(status: Int, saying: String? = nil)
    /// The origin asked for a back-off.
    case busy(until: Date)
    case signInNeeded
    /// The response could not be parsed; `why` says what it was instead.
    case unreadable(why: String)
    /// No response arrived; `why` says on whose side.
    case unreachable(why: String)
    /// Our own policy forbids the fetch (a private address, a file too large).
    case notAllowed(why: String)

    /// A short code for logs, the database and `--json`.
    public var code: String {
        switch self {
        case .notThere: "not-there"
        case .gone: "gone"
        case .refused: "refused"
        case .busy: "busy"
        case .signInNeeded: "sign-in"
        case .unreadable: "unreadable"
        case .unreachable: "unreachable"
        case .notAllowed: "not-allowed"
        }
    }
}
