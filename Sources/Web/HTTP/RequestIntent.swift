import HTTPTypes
import Hummingbird

/// Which side effects a request may have, by who initiated it: a person's action on our pages may make the server
/// fetch, store or change something; another site's link, image or script, and a speculative request, may not.
/// Determined once for each request (`ClientInfo.intent`); no other code reads these headers.
///
/// Browsers send Fetch Metadata (W3C, *Fetch Metadata Request Headers*), but only to https and loopback; older ones
/// (Safari before 16.4) never do. Then `Origin` and `Referer` decide: our pages always send the latter
/// (`Referrer-Policy: same-origin`). Without any of them it may be a typed address or another site with
/// `referrerpolicy=no-referrer`, so no side effects are allowed: the page has a button, whose request has a `Referer`.
struct RequestIntent: Sendable, Equatable {
    /// Who initiated a request.
    enum Initiator: Sendable {
        /// A page of ours: a link, a form, script, an image.
        case sameOrigin
        /// The browser itself: a typed address, a bookmark, the app on the home screen.
        case browser
        /// Another site, also one on the same host with another port.
        case otherSite
        /// No header says it.
        case unknown
    }

    let initiator: Initiator
    /// Whether it loads a top-level document rather than a subresource.
    let isNavigation: Bool
    /// Whether script reports that the browser shows a page of ours from its cache.
    let isRestoredFromCache: Bool
    /// Whether it is a prefetch, a prerender or a preview.
    let isSpeculative: Bool
    private let isGet: Bool

    /// Present only in speculative requests, whatever the value.
    private static let speculationHeaders: [HTTPField.Name] = [.secPurpose, .purpose, .xPurpose, .xMoz]

    /// - Parameter origin: our own as the browser sees it: scheme, host and, unless it is the scheme's default, port.
    init(_ request: Request, origin: String) {
        let headers = request.headers
        initiator = Self.initiator(headers, origin)
        isNavigation = Self.isNavigation(headers)
        isRestoredFromCache = headers[.restoredFromCache] != nil
        isSpeculative = Self.speculationHeaders.contains { headers[$0] != nil }
        isGet = request.method == .get
    }

    /// The intent of the current request; outside a request one without side effects.
    static func current(_ request: Request) -> RequestIntent {
        ClientInfo.current?.intent ?? RequestIntent(request, origin: "-")
    }

    /// Whether the request may make the server fetch, store or change something. False for HEAD, which shows nothing.
    var allowsSideEffects: Bool { isGet && isUserInitiated }

    /// Whether it is known to be a person's action on our pages or in the browser.
    var isUserInitiated: Bool {
        guard !isSpeculative else { return false }
        return switch initiator {
        case .sameOrigin: true
        case .browser: isNavigation
        case .otherSite, .unknown: false
        }
    }

    /// Whether a person navigated to the page, which marks a story opened.
    var isUserNavigation: Bool { allowsSideEffects && isNavigation }

    /// The same as `allowsSideEffects` for a signed URL, which only a page of ours can have: missing headers are
    /// allowed, as media players send fewer than browsers do.
    var allowsSideEffectsForSignedURL: Bool { isGet && !isSpeculative && initiator != .otherSite }

    /// Whether another site initiated it, or it is speculative.
    var isForeignOrSpeculative: Bool { isSpeculative || initiator == .otherSite }

    /// Whether a POST is performed. A client that sends none of these headers is no browser, whose cookies another site
    /// could misuse, so it is allowed.
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
        // A custom header means our own script: cross-origin it would need a CORS preflight, which fails.
        if origin != nil || headers[.restoredFromCache] != nil { return .sameOrigin }
        guard let referer = headers[.referer]?.lowercased() else { return .unknown }
        return referer == own || referer.hasPrefix(own + "/") ? .sameOrigin : .otherSite
    }

    /// Without Fetch Metadata, Accept decides: browsers name HTML only for navigations.
    private static func isNavigation(_ headers: HTTPFields) -> Bool {
        if let mode = headers[.secFetchMode] {
            return mode == "navigate" && (headers[.secFetchDest] ?? "document") == "document"
        }
        return headers[.accept].map { $0.contains("text/html") } ?? true
    }
}
