public import Foundation

/// Why a source failed; each case implies what can be done next.
public enum SourceError: Error, Sendable, Equatable {
    /// Nothing is at the address (404).
    case notThere
    /// Removed for good (410): stop fetching.
    case gone
    /// Refused (403, 5xx …), with the origin's reason, if any.
    case refused(status: Int, message: String? = nil)
    /// The origin requires a back-off.
    case busy(until: Date)
    case signInNeeded
    /// Could not be parsed; `why` says what it was instead.
    case unreadable(why: String)
    /// No response; `why` says on whose side.
    case unreachable(why: String)
    /// Our policy forbids it (a private address, a file too large).
    case notAllowed(why: String)

    /// For logs, the database and `--json`.
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
