/// A reason why no usable response was received, or why no request was sent.
///
/// Consists of codes and data, so that it can be stored, and holds the only wording: the HTTP client (`FetchError`) and
/// the domain (`SourceError`), which do not import each other, both use it.
public enum TransportFailure: Sendable, Hashable, Codable {
    /// No response arrived. `redirectedTo`: the host that failed, if it differs from the requested one.
    case noConnection(ConnectionFailure, redirectedTo: String? = nil)
    /// A rejection by our address policy; no request was sent.
    case rejected(AddressRejection, redirectedTo: String? = nil)
    /// Invalid HTTP, or undecodable content.
    case malformed(MalformedResponse)
    /// A response above the limit in bytes, compressed or decoded.
    case tooLarge(limit: Int)
    case timedOut(seconds: Int)
    /// More than ten redirects, or a loop.
    case tooManyRedirects
    /// An address that is not http or https.
    case badAddress(String)
    /// A cancelled request, which says nothing about the site.
    case cancelled

    /// Returns a sentence about the site (title or host) and the remedy.
    public func message(about site: String) -> String {
        switch self {
        case .noConnection(let failure, nil): "\(site) could not be reached: \(failure.clause)."
        case .noConnection(let failure, let host?):
            "\(site) could not be reached: it redirects to \(host), and there \(failure.clause)."
        case .rejected(let rejection, nil): "\(site) is not fetched, because \(rejection.clause(about: site))."
        case .rejected(let rejection, let host?):
            "\(site) is not fetched, because it redirects to \(host), and \(rejection.clause(about: host))."
        case .malformed(let fault): "\(site) answered in a way that cannot be read: \(fault.clause)."
        case .tooLarge(let limit):
            "\(site) sent more than the \(Self.formattedSize(limit)) that Tidings takes from one address."
        case .timedOut(let seconds):
            "\(site) did not answer within \(seconds) seconds; Tidings will try again later."
        case .tooManyRedirects: "\(site) redirects too many times; try its address in a browser."
        case .badAddress(let text): "“\(text)” is not a web address; it should begin with https:// or http://."
        case .cancelled: "The request to \(site) was cancelled."
        }
    }

    private static func formattedSize(_ bytes: Int) -> String {
        bytes >= 1_048_576 ? "\(bytes / 1_048_576) MiB" : "\(max(1, bytes / 1024)) KiB"
    }
}
