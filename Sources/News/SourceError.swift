public import Foundation

/// Why a source could not answer; each case says what can be done next.
public enum SourceError: Error, Sendable, Equatable {
    /// Nothing lives at the address (404): check it.
    case notThere
    /// It lived there and was taken away for good (410): stop asking.
    case gone
    /// The origin said no (403, 5xx …), and what it said of the reason, if it did.
    case refused(status: Int, saying: String? = nil)
    /// The origin asked everyone to wait.
    case busy(until: Date)
    case signInNeeded
    /// An answer came and could not be read; the words say what it was instead.
    case unreadable(why: String)
    /// No answer came; the words say whose side it was.
    case unreachable(why: String)
    /// Our own rules forbid asking (a private address, a file too large).
    case notAllowed(why: String)

    /// One short word for logs, the database and `--json`.
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
