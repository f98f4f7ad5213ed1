public import Failures
public import Foundation

/// A failure of a fetch: no response, or none that can be used.
public enum FetchError: Error, Sendable, Equatable {
    /// A status of 401, 403, 5xx or another without a case of its own.
    case refused(status: Int)
    /// A status of 410: stop fetching.
    case gone
    /// A status of 404: check the address.
    case notThere
    /// A status of 429, or 503 with Retry-After. Requests to the host fail unsent until the given date.
    case busy(until: Date, status: Int)
    /// No response arrived. `redirectedTo` is the host that failed, if it differs from the request's host.
    case unreachable(ConnectionFailure, redirectedTo: String? = nil)
    /// A rejection by the address policy; nothing was sent.
    case notAllowed(AddressRejection, redirectedTo: String? = nil)
    /// A body larger than the limit in bytes, compressed or decoded.
    case tooLarge(limit: Int)
    case timedOut(after: Duration)
    /// More than ten redirects, or a loop.
    case tooManyRedirects
    /// An address that is not http or https.
    case badAddress(String)
    /// A response that is invalid HTTP, or cannot be decoded.
    case unreadable(MalformedResponse)
    /// A cancellation, which says nothing about the site.
    case cancelled

    /// True if the request certainly did not reach the site, so that a request that changes something there
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

    /// The transport failure; nil if the response's status is the failure.
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

    /// Returns a sentence about the site (title or host) and what can be done.
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
