public import Foundation

/// How an origin departs from serving its resources.
public enum OriginBehaviour: Sendable {
    /// A status with an empty body, and Retry-After if given.
    case status(Int, retryAfter: RetryAfter? = nil)
    /// Serves normally after a delay.
    case delayed(Duration)
    /// Serves normally at a limited speed.
    case slow(bytesPerSecond: Int)
    /// The body never ends: the resource, then spaces until the connection is closed.
    case endless
    /// The connection is closed within the body, whose full length was announced.
    case truncated
    /// Random bytes in place of the body, with the correct content type.
    case garbage
    /// The correct body with this content type.
    case contentType(String)
    /// Redirects: 301 or 302.
    case redirected(to: String, permanent: Bool)
    /// Redirects to itself.
    case redirectLoop
    /// 304 to every request, conditional or not.
    case alwaysNotModified
    /// No ETag, no Last-Modified, never a 304.
    case withoutValidators
    /// 410.
    case gone
    /// Its port is closed. For the whole origin only.
    case offline
    /// Its feed has this many generated stories. For publications only.
    case huge(stories: Int)
    /// Another resource in place of its own.
    case serving(SampleResource)
}

/// The value of Retry-After (RFC 9110 §10.2.3), valid or not.
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
