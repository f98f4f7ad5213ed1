public import Foundation

/// The value of Retry-After (RFC 9110, 10.2.3), right or wrong.
public enum RetryAfter: Sendable {
    case seconds(Int)
    case until(Date)
    case text(String)

    var value: String {
        switch self {
        case .seconds(let seconds): "\(seconds)"
        case .until(let date): Instant(date).http
        case .text(let text): text
        }
    }
}
