public import Foundation

/// An error of a source; each case implies what can be done next.
public enum SourceError: Error, Sendable, Equatable {
    /// Nothing exists at the address (404).
    case notThere
    /// The content was removed permanently (410), and is no longer fetched.
    case gone
    /// The origin refused the request (403, 5xx …), with its own message, if any.
    case refused(status: Int, message: String? = nil)
    /// The origin requires a back-off, or a service's plan is used up, as `cause` then states.
    case busy(until: Date, cause: FailureCause? = nil)
    /// The reader has to sign in.
    case signInNeeded
    /// The response could not be parsed; the cause states what it was instead.
    case unreadable(FailureCause)
    /// No response was received; the cause states which side failed.
    case unreachable(FailureCause)
    /// A rule of Tidings forbids the request (a private address, a file too large).
    case notAllowed(FailureCause)
    /// The reader has to enter a service's key, or correct it.
    case keyNeeded(FailureCause)

    /// The code of the error, as stored.
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

    /// The cause of the error; nil if the case says everything.
    public var cause: FailureCause? {
        switch self {
        case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause), .keyNeeded(let cause): cause
        case .busy(_, let cause): cause
        case .notThere, .gone, .refused, .signInNeeded: nil
        }
    }
}
