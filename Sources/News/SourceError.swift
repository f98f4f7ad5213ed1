public import Foundation

/// Why a source failed; each case implies what can be done next.
public enum SourceError: Error, Sendable, Equatable {
    /// Nothing is at the address (404).
    case notThere
    /// Removed for good (410): stop fetching.
    case gone
    /// Refused (403, 5xx …), with the origin's reason, if any.
    case refused(status: Int, message: String? = nil)
    /// The origin requires a back-off, or a service's plan is spent, which `cause` then says.
    case busy(until: Date, cause: FailureCause? = nil)
    case signInNeeded
    /// Could not be parsed, with what it was instead.
    case unreadable(FailureCause)
    /// No response, with whose side it was.
    case unreachable(FailureCause)
    /// Our policy forbids it (a private address, a file too large).
    case notAllowed(FailureCause)
    /// The reader must give a service's key, or correct it.
    case keyNeeded(FailureCause)

    public var code: FailureCode {
        switch self {
        case .notThere: .notThere
        case .gone: .gone
        case .refused: .refused
        case .busy: .busy
        case .signInNeeded: .signInNeeded
        case .unreadable: .unreadable
        case .unreachable: .unreachable
        case .notAllowed: .notAllowed
        case .keyNeeded: .keyNeeded
        }
    }

    /// Nil where the case says it all.
    public var cause: FailureCause? {
        switch self {
        case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause), .keyNeeded(let cause): cause
        case .busy(_, let cause): cause
        case .notThere, .gone, .refused, .signInNeeded: nil
        }
    }
}
