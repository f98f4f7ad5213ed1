public import Foundation

/// Why there is no response.
public enum FetchError: Error, Sendable, Equatable {
    /// 401, 403, 5xx and others.
    case refused(status: Int)
    /// 410: stop fetching.
    case gone
    /// 404: check the address.
    case notThere
    /// 429, or 503 with Retry-After: requests to the host fail unsent until then.
    case busy(until: Date, status: Int)
    /// No response arrived.
    case unreachable(why: String)
    /// By our address policy; nothing was sent.
    case notAllowed(why: String)
    /// In bytes, compressed or decoded.
    case tooLarge(limit: Int)
    case timedOut(after: Duration)
    /// More than ten, or a loop.
    case tooManyRedirects
    /// Not http or https.
    case badAddress(String)
    /// Invalid HTTP, or undecodable.
    case unreadable(why: String)
    /// Says nothing about the site.
    case cancelled

    /// A sentence that does not name the site.
    public var message: String { message(about: "The site") }

    /// A sentence about the site (title or host) and what can be done.
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
