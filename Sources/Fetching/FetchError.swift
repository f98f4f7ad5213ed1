public import Foundation

/// Why there is no response; each case implies what can be done next.
public enum FetchError: Error, Sendable, Equatable {
    /// 401, 403, 5xx and every status without a case of its own.
    case refused(status: Int)
    /// 410: removed for good. Stop fetching.
    case gone
    /// 404: check the address.
    case notThere
    /// 429, or 503 with Retry-After. Until then requests to that host end here without being sent.
    case busy(until: Date, status: Int)
    /// No response arrived; `why` says at which step.
    case unreachable(why: String)
    /// Our address policy forbids it; nothing was sent.
    case notAllowed(why: String)
    /// The body is larger than the limit in bytes, compressed or decoded.
    case tooLarge(limit: Int)
    case timedOut(after: Duration)
    /// More than ten redirects, or a redirect loop.
    case tooManyRedirects
    /// Not an http or https address.
    case badAddress(String)
    /// The response is not valid HTTP or cannot be decoded.
    case unreadable(why: String)
    /// The task was cancelled or the fetcher shut down. Says nothing about the site.
    case cancelled

    /// One sentence for a reader who knows which site is meant.
    public var message: String { message(about: "The site") }

    /// One sentence that names the site (a title or a host) and says what can be done.
    public func message(about site: String) -> String {
        switch self {
        case .refused(let status): Self.refusalMessage(site, status)
        case .gone: "\(site) has taken this away for good, so Tidings no longer asks for it."
        case .notThere: "\(site) has nothing at this address; check it, or look on the site for a new one."
        case .busy(let until, _):
            "\(site) asks to be left alone until \(HTTPDate.minuteText(until)); Tidings will ask again after that."
        case .unreachable(let why): "\(site) could not be reached: \(why)."
        case .notAllowed(let why): "\(site) is not asked, because \(why)."
        case .tooLarge(let limit):
            "\(site) sent more than the \(Self.formattedSize(limit)) that Tidings takes from one address."
        case .timedOut(let after):
            "\(site) did not answer within \(after.components.seconds) seconds; Tidings will try again later."
        case .tooManyRedirects: "\(site) sends Tidings round in circles; try the address it ends at in a browser."
        case .badAddress(let text): "“\(text)” is not a web address; it should begin with https:// or http://."
        case .unreadable(let why): "\(site) answered in a way that cannot be read: \(why)."
        case .cancelled: "The question to \(site) was called off before it answered."
        }
    }

    private static func formattedSize(_ bytes: Int) -> String {
        bytes >= 1_048_576 ? "\(bytes / 1_048_576) MiB" : "\(max(1, bytes / 1024)) KiB"
    }

    private static func refusalMessage(_ site: String, _ status: Int) -> String {
        switch status {
        case 401: "\(site) wants a name and password for this address (401)."
        case 402, 451: "\(site) may not or will not give this out (\(status))."
        case 403: "\(site) refuses to give this to Tidings (403); it may still open in a browser."
        case 500...: "\(site) has a fault of its own (\(status)); Tidings will try again later."
        default: "\(site) refused the question (\(status))."
        }
    }
}
