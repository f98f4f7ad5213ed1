import HTTPTypes
import Hummingbird

/// What a request may cause beside its answer, by where it began: a person's own step in these pages may make the server
/// fetch, remember or change something; another site's link, picture or script, and a page fetched ahead, may not. Found
/// once for each request (`ClientInfo.intent`), and the only place that reads the headers it rests on.
///
/// Browsers say where a request began by Fetch Metadata (W3C, *Fetch Metadata Request Headers*), but only to https and to
/// loopback; older ones (Safari before 16.4) never do. Then `Origin` and `Referer` tell: our own pages send the latter with
/// everything (`Referrer-Policy: same-origin`). Where nothing is said at all it may be a typed address as well as another
/// site that keeps silent (`referrerpolicy=no-referrer`), so nothing is caused: the page comes with a button, and what the
/// button sends has a `Referer`.
struct RequestIntent: Sendable, Equatable {
    /// Where a request began.
    enum Initiator: Sendable {
        /// A page of ours: a link, a form, script, a picture.
        case sameOrigin
        /// The browser itself: a typed address, a bookmark, the app on the home screen.
        case browser
        /// Another site; also one of the same host with another port.
        case otherSite
        /// The request does not say.
        case unknown
    }

    let initiator: Initiator
    /// Whether a page is opened by it, in a window of its own; else it is something that a page asks for.
    let isNavigation: Bool
    /// Whether a page of ours that the browser had kept is shown again, and asks what has changed.
    let isRestoredFromCache: Bool
    /// Whether it is fetched ahead of a person's wish, or shown small (prefetch, prerender, preview).
    let isSpeculative: Bool
    private let isGet: Bool

    /// Any of them, whatever it says: browsers send them with nothing else.
    private static let speculationHeaders: [HTTPField.Name] = [.secPurpose, .purpose, .xPurpose, .xMoz]

    /// - Parameter origin: our own, as the browser sees it: scheme, host and, where it is not the scheme's, port.
    init(_ request: Request, origin: String) {
        let headers = request.headers
        initiator = Self.initiator(headers, origin)
        isNavigation = Self.isNavigation(headers)
        isRestoredFromCache = headers[.restoredFromCache] != nil
        isSpeculative = Self.speculationHeaders.contains { headers[$0] != nil }
        isGet = request.method == .get
    }

    /// As the request that is being answered has it; outside of one nothing is known, so nothing is caused.
    static func current(_ request: Request) -> RequestIntent {
        ClientInfo.current?.intent ?? RequestIntent(request, origin: "-")
    }

    /// Whether the request may make the server fetch, remember or change something. False for HEAD, which nobody looks at.
    var allowsSideEffects: Bool { isGet && isUserInitiated }

    /// Whether it is known to be a person's own step in these pages.
    var isUserInitiated: Bool {
        guard !isSpeculative else { return false }
        return switch initiator {
        case .sameOrigin: true
        case .browser: isNavigation
        case .otherSite, .unknown: false
        }
    }

    /// Whether a person went to the page: what opens a story does so by this alone.
    var isUserNavigation: Bool { allowsSideEffects && isNavigation }

    /// The same as `allowsSideEffects` for an address that only a page of ours can have made, as its signature proves: there
    /// silence does not speak against it. Players of sound say less than browsers do.
    var allowsSideEffectsForSignedURL: Bool { isGet && !isSpeculative && initiator != .otherSite }

    /// Whether another site began it, or nobody has asked for it yet.
    var isForeignOrSpeculative: Bool { isSpeculative || initiator == .otherSite }

    /// Whether a POST may do what it says. A program that sends none of a browser's headers carries no reader's authority
    /// by accident, so it may.
    var allowsPost: Bool { initiator != .otherSite }

    private static func initiator(_ headers: HTTPFields, _ own: String) -> Initiator {
        let origin = headers[.origin]?.lowercased()
        if let origin, origin != own { return .otherSite }
        if let site = headers[.secFetchSite] {
            switch site {
            case "same-origin": return .sameOrigin
            case "none": return .browser
            default: return .otherSite
            }
        }
        // A header of our own can only come from script of our own: for others browsers ask first (CORS), in vain.
        if origin != nil || headers[.restoredFromCache] != nil { return .sameOrigin }
        guard let referer = headers[.referer]?.lowercased() else { return .unknown }
        return referer == own || referer.hasPrefix(own + "/") ? .sameOrigin : .otherSite
    }

    /// Without Fetch Metadata what browsers accept tells: a page above all only where they open one.
    private static func isNavigation(_ headers: HTTPFields) -> Bool {
        if let mode = headers[.secFetchMode] {
            return mode == "navigate" && (headers[.secFetchDest] ?? "document") == "document"
        }
        return headers[.accept].map { $0.contains("text/html") } ?? true
    }
}
