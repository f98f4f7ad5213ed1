public import Foundation

/// How an origin behaves, when it does not simply serve what it has.
public enum OriginBehaviour: Sendable {
    /// A status with an empty page, and Retry-After if given.
    case status(Int, retryAfter: RetryAfter? = nil)
    /// Serves as ever, after a time.
    case delayed(Duration)
    /// Serves as ever, at so many bytes a second.
    case slow(bytesPerSecond: Int)
    /// The body never ends: it opens as ever and goes on with spaces until the connection is closed.
    case endless
    /// The connection is closed in the middle of the body, whose whole length was promised.
    case truncated
    /// Bytes without sense in place of the body, with the right content type.
    case garbage
    /// The right body with this content type.
    case contentType(String)
    /// Redirected: 301 or 302.
    case redirected(to: String, permanent: Bool)
    /// Redirected to itself, for ever.
    case redirectLoop
    /// 304 to whatever is asked, validators or none.
    case alwaysNotModified
    /// No ETag, no Last-Modified, never a 304.
    case withoutValidators
    /// 410.
    case gone
    /// Nothing listens at its port: connections are refused. For the whole origin only.
    case offline
    /// Its feed carries so many generated stories. For publications only.
    case huge(stories: Int)
    /// Another page in place of its own.
    case serving(SampleResource)
}

/// The value of Retry-After (RFC 9110, 10.2.3), right or wrong.
public enum RetryAfter: Sendable {
    case seconds(Int)
    case until(Date)
    case text(String)

    var value: String {
        switch self {
        case .seconds(let seconds): "\(seconds)"
        case .until(let date): TimestampFormatter(date).http
        case .text(let text): text
        }
    }
}
