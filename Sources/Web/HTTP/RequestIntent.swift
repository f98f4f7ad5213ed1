import HTTPTypes
import Hummingbird

/// The side effects that a request may have, by its initiator: only users' actions on this app's pages may cause
/// fetches and changes, not other sites or speculative requests. No other code reads these headers.
///
/// Browsers send Fetch Metadata (W3C) only to https and loopback, Safari before 16.4 never. Without it, `Origin` and
/// `Referer` decide; the app's pages always send the latter (`Referrer-Policy: same-origin`). Without any of them the
/// request may come from another site with `referrerpolicy=no-referrer`: it has no side effects until the user presses
/// a button.
struct RequestIntent: Sendable, Equatable {
    enum Initiator: Sendable {
        /// A page of this app: a link, form, script or image.
        case sameOrigin
        /// The browser: a typed address, a bookmark, an installed app.
        case browser
        /// Another site, or another port of the same host.
        case otherSite
        /// An initiator that no header tells.
        case unknown
    }

    let initiator: Initiator
    /// True if the request loads a top-level document.
    let isNavigation: Bool
    /// True if script reports a page restored from the browser's cache.
    let isRestoredFromCache: Bool
    /// True if script reports a story that a person opens beside its list.
    let isOpenedBesideList: Bool
    /// True for a prefetch, prerender or preview.
    private(set) var isSpeculative: Bool
    private let isGet: Bool

    /// The headers that only speculative requests have, whatever their values.
    private static let speculationHeaders: [HTTPField.Name] = [.secPurpose, .purpose, .xPurpose, .xMoz]

    /// Reads the intent from the headers.
    /// - Parameter origin: this server's scheme, host and non-default port.
    init(_ request: Request, origin: String) {
        let headers = request.headers
        initiator = Self.initiator(headers, origin)
        isNavigation = Self.isNavigation(headers)
        isRestoredFromCache = headers[.restoredFromCache] != nil
        isOpenedBesideList = headers[.openedBesideList] != nil
        isSpeculative = Self.speculationHeaders.contains { headers[$0] != nil }
        isGet = request.method == .get
    }

    /// The same intent as if the request were speculative.
    var withoutSideEffects: RequestIntent {
        var intent = self
        intent.isSpeculative = true
        return intent
    }

    /// True if the request may cause fetches or changes; false for HEAD.
    var allowsSideEffects: Bool { isGet && isUserInitiated }

    /// True for a user's action on this app's pages or in the browser.
    var isUserInitiated: Bool {
        guard !isSpeculative else { return false }
        return switch initiator {
        case .sameOrigin: true
        case .browser: isNavigation
        case .otherSite, .unknown: false
        }
    }

    var isUserNavigation: Bool { allowsSideEffects && isNavigation }

    /// True if a person opens a story, on a page of its own or beside its list: it is marked opened, and its full text
    /// may be fetched. Only the former is where the edition opens again.
    var isUserOpening: Bool { allowsSideEffects && (isNavigation || isOpenedBesideList) }

    /// True if a request for a signed URL may cause fetches. Missing headers are allowed: only this app's pages have
    /// signed URLs, and media players send fewer headers.
    var allowsSideEffectsForSignedURL: Bool { isGet && !isSpeculative && initiator != .otherSite }

    var isForeignOrSpeculative: Bool { isSpeculative || initiator == .otherSite }

    /// True if a POST is allowed, also without any of these headers: such a client is no browser whose cookies another
    /// site could misuse.
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
        // The custom headers are this app's: from another origin their CORS preflight fails.
        let isOurScript = headers[.restoredFromCache] != nil || headers[.openedBesideList] != nil
        if origin != nil || isOurScript { return .sameOrigin }
        guard let referer = headers[.referer]?.lowercased() else { return .unknown }
        return referer == own || referer.hasPrefix(own + "/") ? .sameOrigin : .otherSite
    }

    /// Returns true for a navigation. Without Fetch Metadata, Accept decides: browsers accept HTML only for
    /// navigations.
    private static func isNavigation(_ headers: HTTPFields) -> Bool {
        if let mode = headers[.secFetchMode] {
            return mode == "navigate" && (headers[.secFetchDest] ?? "document") == "document"
        }
        return headers[.accept].map { $0.contains("text/html") } ?? true
    }
}
