public import Foundation

/// A simulated fault.
public enum OriginBehaviour: Sendable {
    /// An empty body with this status.
    case status(Int, retryAfter: RetryAfter? = nil)
    /// A delay before the resource is served.
    case delayed(Duration)
    /// No response until the behaviour is changed, then what is served at that time.
    case held
    /// The resource at a limited speed.
    case slow(bytesPerSecond: Int)
    /// The resource, then spaces until the client closes the connection.
    case endless
    /// A connection closed within the body, below the Content-Length.
    case truncated
    /// Random bytes with the correct content type.
    case garbage
    /// The body with one byte changed in its middle.
    case corrupted
    /// The correct body with another content type.
    case contentType(String)
    /// A redirect with status 301 or 302.
    case redirected(to: String, permanent: Bool)
    /// A redirect to the same path.
    case redirectLoop
    /// A 304 for all requests, also unconditional ones.
    case alwaysNotModified
    /// The resource without ETag, Last-Modified or 304.
    case withoutValidators
    /// A 410.
    case gone
    /// A closed port; for whole origins only.
    case offline
    /// A feed with this many generated stories; for publications only.
    case huge(stories: Int)
    /// Another resource instead of the origin's own.
    case serving(SampleResource)
}

/// A Retry-After value (RFC 9110 §10.2.3), valid or not.
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
