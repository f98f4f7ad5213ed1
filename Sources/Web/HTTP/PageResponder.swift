import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News

/// A responder that sends pages with an ETag, a 304 without database access, and gzip cached by ETag.
struct PageResponder: Sendable {
    private let baseDependencies: WebDependencies
    private let assetCatalogs: AssetCatalogCache

    init(_ dependencies: WebDependencies, assetCatalogs: AssetCatalogCache) {
        baseDependencies = dependencies
        self.assetCatalogs = assetCatalogs
    }

    /// The dependencies with the assets of the current editions.
    var dependencies: WebDependencies {
        var dependencies = baseDependencies
        dependencies.assets = assetCatalogs.catalog(for: dependencies.editionRegistry.editions)
        return dependencies
    }

    /// Responds with a page, or 304 if nothing that the page depends on has changed.
    func respond(
        _ request: Request, _ context: ReaderRequestContext, _ traits: PageTraits = PageTraits(),
        _ page: (RequestScope) async throws -> HTMLPage
    ) async throws -> Response {
        var scope = try await makeScope(request, context, traits)
        guard scope.dependencies.has(scope.edition, at: request.uri.path) else { throw LibraryError.notThere }
        let isShownOnce = scope.dependencies.membershipResults.hasSuccess(for: scope)
        let tag = entityTag(for: scope)
        let unchanged = isShownOnce ? nil : notModifiedResponse(scope, tag)
        let response: Response
        if let unchanged {
            if let list = scope.displayedList { try await StaleListRefresh(scope: scope).refreshIfStale(list) }
            response = unchanged
        } else {
            scope.tabUnread = try await scope.dependencies.tabUnreadCounts.count(for: scope)
            scope.sidebar = try await scope.dependencies.sidebars.sidebar(for: scope)
            scope.hasOpenSidebar = scope.sidebar != nil && !SidebarState(cookie: scope.sidebarCookie).isFolded
            response = self.response(try await render(page, scope), to: scope, tag: isShownOnce ? nil : tag)
        }
        // The path is recorded only after success, since the edition opens there again.
        try await scope.dependencies.lastVisitedPaths.record(scope)
        return response
    }

    /// Renders a page. If the database cannot be written, as on a full disk, the page is rendered as for a speculative
    /// request, without the changes and fetches of a visit.
    private func render(
        _ page: (RequestScope) async throws -> HTMLPage, _ scope: RequestScope
    ) async throws -> HTMLPage {
        do { return try await page(scope) } catch let error as LibraryError where error.preventsWriting {
            var shown = scope
            shown.client.intent = scope.intent.withoutSideEffects
            var unrecorded = try await page(shown)
            unrecorded.isCacheable = false
            return unrecorded
        }
    }

    /// Returns the scope of a request. Paths without an edition (`/api`) get the default edition. Script sets the time
    /// zone cookie.
    func makeScope(
        _ request: Request, _ context: ReaderRequestContext, _ page: PageTraits = PageTraits()
    ) async throws(LibraryError) -> RequestScope {
        let dependencies = dependencies
        let now = dependencies.settings.now()
        let cookies = RequestCookies(of: request)
        let zone = cookies["zone"]?.removingPercentEncoding.flatMap { TimeZone(identifier: $0) }
        let cached = try await dependencies.readerCache.load(context.reader, dependencies.library, now: now)
        var scope = RequestScope(
            dependencies: dependencies, edition: dependencies.edition(at: request.uri.path),
            client: context.client, identity: context.identity, request: request, preferences: cached.preferences,
            time: TimeFormatter(zone: zone ?? dependencies.settings.zone, now: now),
            inlinesStyles: dependencies.assets.inlinesStyles(request, cookies: cookies),
            parameters: context.parameters, page: page)
        // A page that script or the service worker fetches may be shown much later.
        if let undo = cached.undo, context.client.intent.isNavigation,
            dependencies.undoOffers.value(of: request.uri.path, for: scope) == undo.id
        {
            scope.undo = undo
        }
        return scope
    }

    /// Returns an error page in the edition's layout, or plain text for a request without access.
    func errorPage(
        _ message: String, _ status: HTTPResponse.Status, to request: Request, _ context: WebRequestContext
    ) async -> Response {
        do { return await errorPage(message, status, to: request, try ReaderRequestContext(context: context)) } catch {
            return Response.plainText(status, message)
        }
    }

    /// Returns an error page in the edition's layout to a reader.
    func errorPage(
        _ message: String, _ status: HTTPResponse.Status, to request: Request, _ context: ReaderRequestContext
    ) async -> Response {
        do {
            var scope = try await makeScope(request, context)
            scope.tabUnread = try await scope.dependencies.tabUnreadCounts.count(for: scope)
            let layout = PageLayout(scope: scope, title: scope.edition.title, left: .back(.today), actions: [])
            var page = HTMLPage(
                isCacheable: false,
                layout.document { w in
                    w.element(.h1, class: "visually-hidden", text: "That did not work")
                    EmptyStateView.write(scope, message, (Strings.backToFrontPage, .today), into: &w)
                })
            page.status = status
            return self.response(page, to: scope, tag: nil)
        } catch {
            return Response.plainText(status, message)
        }
    }

    // MARK: - Headers and bytes

    /// Returns the ETag: a hash of build, assets, reader, revision, time zone, date, the front page's slot, URI,
    /// cookies for style sheets, offline content and the sidebar, and whether a user initiated the request. The ID of the undo offer
    /// is appended, as the offer expires without a new revision.
    private func entityTag(for scope: RequestScope) -> String {
        let revision = scope.library.revision(for: scope.reader)
        let slot = scope.frontPageSlot.map { "|\($0.timeIntervalSince1970)" } ?? ""
        let text =
            "\(scope.dependencies.settings.build)|\(scope.dependencies.assets.contentHash)|\(scope.reader.rawValue)|\(revision)|\(scope.time.zone.identifier)|\(scope.time.dateline(scope.now))\(slot)|\(scope.currentURI)\(scope.inlinesStyles ? "|first" : "")\(scope.loadsOfflineScript ? "|along" : "")\(scope.intent.isUserInitiated ? "" : "|shown")\(scope.sidebarCookie.map { "|side\($0)" } ?? "")"
        let hash = SHA256.hash(data: Data(text.utf8)).prefix(12)
        return
            "\"\(hash.map { byte in String(byte, radix: 36) }.joined())\(scope.undo == nil ? "" : "-u\(scope.undo?.id ?? 0)")\""
    }

    private func notModifiedResponse(_ scope: RequestScope, _ tag: String) -> Response? {
        guard scope.request.hasCopy(of: tag) else { return nil }
        // A 304 updates cached headers (RFC 9111 §4.3.4); without a policy the cached one stays in force.
        var headers = headers(for: scope, tag: tag)
        headers[.contentSecurityPolicy] = nil
        return Response(status: .notModified, headers: headers)
    }

    private func response(_ page: HTMLPage, to scope: RequestScope, tag: String?) -> Response {
        var headers = headers(
            for: scope, tag: page.isCacheable && page.status == .ok ? tag : nil, styleSources: page.styleSources)
        if page.framesOwnPages { headers[.contentSecurityPolicy]? += "; frame-src 'self'" }
        if !page.preloads.isEmpty { headers[.link] = page.preloads.joined(separator: ", ") }
        if page.allowsGeolocation {
            headers[.permissionsPolicy] = SecurityMiddleware.permissionsPolicy(geolocation: "(self)")
        }
        var bytes = page.bytes
        if ReprDigest.isWanted(scope.request) {
            headers[.reprDigest] = ReprDigest.value(of: bytes)
        } else if Gzip.isAccepted(scope.request), bytes.count > 512 {
            bytes = scope.dependencies.compressedPages.compressed(bytes, tag: headers[.eTag])
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        let body = scope.request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: page.status, headers: headers, body: body)
    }

    private func headers(for scope: RequestScope, tag: String?, styleSources: [String] = []) -> HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = "Accept-Encoding, Cookie"
        headers[.eTag] = tag
        headers[.contentSecurityPolicy] = SecurityMiddleware.contentSecurityPolicy(styleSources: styleSources)
        if scope.inlinesStyles, scope.intent.allowsSideEffects {
            let cookie = Cookie(
                name: "sheet", value: scope.dependencies.assets.contentHash, maxAge: 31_536_000,
                path: "/\(scope.edition.id.rawValue)/", httpOnly: true, sameSite: .lax)
            headers[.setCookie] = cookie.description
        }
        return headers
    }
}

struct HTMLPage: Sendable {
    var status: HTTPResponse.Status = .ok
    var bytes: [UInt8]
    /// True if the ETag covers all that the page depends on; false for previews of remote feeds.
    var isCacheable = true
    /// True if the page's script may request the location from the browser; other pages may not.
    var allowsGeolocation = false
    /// True if the page shows other pages of this origin in frames.
    var framesOwnPages = false
    /// The source expressions of the inline style sheets (`HTMLWriter.styleSources`).
    let styleSources: [String]
    /// The files to load before the page is read (`HTMLWriter.preloads`).
    let preloads: [String]

    init(isCacheable: Bool = true, _ writer: borrowing HTMLWriter) {
        self.styleSources = writer.styleSources
        self.preloads = writer.preloads
        self.bytes = writer.bytes
        self.isCacheable = isCacheable
    }
}
