public import Foundation

/// A simulated fault.
public enum OriginBehaviour: Sendable {
    /// A status with an empty body.
    case status(Int, retryAfter: RetryAfter? = nil)
    /// Serves after a delay.
    case delayed(Duration)
    /// Serves at limited speed.
    case slow(bytesPerSecond: Int)
    /// The resource, then spaces until closed.
    case endless
    /// The connection is closed within the body, below Content-Length.
    case truncated
    /// Random bytes with the correct content type.
    case garbage
    /// The body with another byte in its middle.
    case corrupted
    /// Another content type with the correct body.
    case contentType(String)
    /// 301 or 302.
    case redirected(to: String, permanent: Bool)
    /// Redirects to itself.
    case redirectLoop
    /// 304, also to unconditional requests.
    case alwaysNotModified
    /// No ETag, Last-Modified or 304.
    case withoutValidators
    /// 410.
    case gone
    /// The port is closed; for whole origins only.
    case offline
    /// The feed has this many generated stories; for publications only.
    case huge(stories: Int)
    /// Another resource instead of its own.
    case serving(SampleResource)
}

/// Retry-After (RFC 9110 §10.2.3), valid or not.
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
