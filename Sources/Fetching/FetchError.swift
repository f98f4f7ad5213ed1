public import Failures
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
    /// No response arrived. `redirectedTo`: the host that failed, where it is another.
    case unreachable(ConnectionFailure, redirectedTo: String? = nil)
    /// By our address policy; nothing was sent.
    case notAllowed(AddressRejection, redirectedTo: String? = nil)
    /// In bytes, compressed or decoded.
    case tooLarge(limit: Int)
    case timedOut(after: Duration)
    /// More than ten, or a loop.
    case tooManyRedirects
    /// Not http or https.
    case badAddress(String)
    /// Invalid HTTP, or undecodable.
    case unreadable(MalformedResponse)
    /// Says nothing about the site.
    case cancelled

    /// Whether it is certain that the request did not reach the site, so that one that changes something there
    /// (`FetchRequest.changesState`) may be sent again.
    public var isUnsent: Bool {
        switch self {
        case .busy, .notAllowed, .badAddress: true
        case .unreachable(let failure, _):
            switch failure {
            case .unknownHost, .lookupFailed, .noAddress, .refused, .noRoute, .tlsTimedOut, .tlsFailed,
                .invalidCertificate:
                true
            case .noAnswer, .reset, .closedEarly, .other: false
            }
        case .refused, .gone, .notThere, .tooLarge, .timedOut, .tooManyRedirects, .unreadable, .cancelled: false
        }
    }

    /// Nil where a response says it all.
    public var failure: TransportFailure? {
        switch self {
        case .unreachable(let failure, let host): .noConnection(failure, redirectedTo: host)
        case .notAllowed(let rejection, let host): .rejected(rejection, redirectedTo: host)
        case .unreadable(let fault): .malformed(fault)
        case .tooLarge(let limit): .tooLarge(limit: limit)
        case .timedOut(let after): .timedOut(seconds: Int(after.components.seconds))
        case .tooManyRedirects: .tooManyRedirects
        case .badAddress(let text): .badAddress(text)
        case .cancelled: .cancelled
        case .refused, .gone, .notThere, .busy: nil
        }
    }

    /// A sentence about the site (title or host) and what can be done.
    public func message(about site: String) -> String {
        switch self {
        case .refused(let status): Self.refusalMessage(site, status)
        case .gone: "\(site) has removed this for good, so Tidings no longer fetches it."
        case .notThere: "\(site) has nothing at this address; check it, or look on the site for a new one."
        case .busy(let until, _):
            "\(site) asked us to wait until \(HTTPDate.minuteText(until)); Tidings will try again after that."
        default: failure?.message(about: site) ?? ""
        }
    }

    private static func refusalMessage(_ site: String, _ status: Int) -> String {
        switch status {
        case 401: "\(site) requires a name and password for this address (401)."
        case 402, 451: "\(site) does not make this available (\(status))."
        case 403: "\(site) refuses to send this to Tidings (403); it may still open in a browser."
        case 500...: "\(site) reported a server error (\(status)); Tidings will try again later."
        default: "\(site) refused the request (\(status))."
        }
    }
}
