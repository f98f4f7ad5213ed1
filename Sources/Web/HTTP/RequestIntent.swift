import HTTPTypes
import Hummingbird

/// Allowed side effects, by the request's initiator: only users' actions on our pages may cause fetches and changes,
/// not other sites or speculative requests. No other code reads these headers.
///
/// Browsers send Fetch Metadata (W3C) only to https and loopback, Safari before 16.4 never. Then `Origin` and `Referer`
/// decide; our pages always send the latter (`Referrer-Policy: same-origin`). Without any it may be another site with
/// `referrerpolicy=no-referrer`: no side effects until the user presses a button.
struct RequestIntent: Sendable, Equatable {
    enum Initiator: Sendable {
        /// Our page: a link, form, script or image.
        case sameOrigin
        /// The browser: a typed address, a bookmark, an installed app.
        case browser
        /// Another site, also another port of the same host.
        case otherSite
        /// No header tells.
        case unknown
    }

    let initiator: Initiator
    /// Whether it loads a top-level document.
    let isNavigation: Bool
    /// Whether script reports a page restored from the browser's cache.
    let isRestoredFromCache: Bool
    /// A prefetch, prerender or preview.
    private(set) var isSpeculative: Bool
    private let isGet: Bool

    /// Only speculative requests have them, whatever the value.
    private static let speculationHeaders: [HTTPField.Name] = [.secPurpose, .purpose, .xPurpose, .xMoz]

    /// - Parameter origin: our scheme, host and non-default port.
    init(_ request: Request, origin: String) {
        let headers = request.headers
        initiator = Self.initiator(headers, origin)
        isNavigation = Self.isNavigation(headers)
        isRestoredFromCache = headers[.restoredFromCache] != nil
        isSpeculative = Self.speculationHeaders.contains { headers[$0] != nil }
        isGet = request.method == .get
    }

    /// The same, as if it were speculative.
    var withoutSideEffects: RequestIntent {
        var intent = self
        intent.isSpeculative = true
        return intent
    }

    /// Whether the request may cause fetches or changes. False for HEAD.
    var allowsSideEffects: Bool { isGet && isUserInitiated }

    /// A user's action on our pages or in the browser.
    var isUserInitiated: Bool {
        guard !isSpeculative else { return false }
        return switch initiator {
        case .sameOrigin: true
        case .browser: isNavigation
        case .otherSite, .unknown: false
        }
    }

    var isUserNavigation: Bool { allowsSideEffects && isNavigation }

    /// Missing headers are allowed: only our pages have signed URLs, and media players send fewer.
    var allowsSideEffectsForSignedURL: Bool { isGet && !isSpeculative && initiator != .otherSite }

    var isForeignOrSpeculative: Bool { isSpeculative || initiator == .otherSite }

    /// True without any of these headers: it is no browser whose cookies another site could misuse.
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
        // A custom header is ours: cross-origin its CORS preflight fails.
        if origin != nil || headers[.restoredFromCache] != nil { return .sameOrigin }
        guard let referer = headers[.referer]?.lowercased() else { return .unknown }
        return referer == own || referer.hasPrefix(own + "/") ? .sameOrigin : .otherSite
    }

    /// Without Fetch Metadata: browsers accept HTML only for navigations.
    private static func isNavigation(_ headers: HTTPFields) -> Bool {
        if let mode = headers[.secFetchMode] {
            return mode == "navigate" && (headers[.secFetchDest] ?? "document") == "document"
        }
        return headers[.accept].map { $0.contains("text/html") } ?? true
    }
}
