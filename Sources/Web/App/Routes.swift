import Foundation
import HTTPTypes
public import Hummingbird
public import Library
import Markup
public import News
public import Pictures

/// Registers a handler for every path of `Route`.
public struct Routes: Sendable {
    private let baseDependencies: WebDependencies
    private let assetCatalogs: AssetCatalogCache
    private let responder: PageResponder

    public init(
        library: NewsLibrary, images: ImageService, signer: ImageURLSigner, services: ExternalServices,
        settings: WebSettings,
        editions: EditionRegistry = EditionRegistry(isSupported: { _ in true })
    ) {
        assetCatalogs = AssetCatalogCache(folder: settings.assetsFolder, editions: editions.editions)
        baseDependencies = WebDependencies(
            library: library, images: images, signer: signer, services: services, settings: settings,
            editionRegistry: editions, assets: assetCatalogs.catalog(for: editions.editions),
            compressedPages: CompressedPageCache(),
            log: ServerLog(settings.logger, now: settings.now))
        responder = PageResponder(dependencies: baseDependencies)
    }

    var dependencies: WebDependencies {
        var dependencies = baseDependencies
        dependencies.assets = assetCatalogs.catalog(for: dependencies.editionRegistry.editions)
        return dependencies
    }

    /// The router for a Hummingbird application.
    public func router() -> Router<WebRequestContext> {
        let router = Router(context: WebRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityMiddleware(dependencies.settings))
        router.add(middleware: ErrorMiddleware(routes: self, log: dependencies.log))
        router.add(middleware: AuthMiddleware(dependencies: dependencies))
        // Again: errors after authentication are pages, those before it plain text.
        router.add(middleware: ErrorMiddleware(routes: self, log: dependencies.log))
        SignInHandler(dependencies: dependencies).addRoutes(to: router)
        SignInHandler(dependencies: dependencies).addLinkRoutes(to: router)
        router.get("/") { _, _ in
            Response.redirect(to: Route.today.path(in: dependencies.settings.defaultEdition), type: .found)
        }
        router.get("/assets/:mark/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard !dependencies.assets.contains(name),
                let icon = await dependencies.iconRenderer.png(name, of: dependencies.editions, dependencies.images)
            else { return dependencies.assets.response(name, to: request) }
            return AssetCatalog.immutableResponse(icon, type: "image/png")
        }
        router.get("/picture/:id/:width/:mac") { request, context in
            await ImageHandler(dependencies: dependencies).response(request, context)
        }
        router.get("/sound/:story/:part/:mac") { request, context in
            try await AudioHandler(dependencies: dependencies).response(request, context)
        }
        router.get("/api/live") { request, _ in
            Self.jsonResponse(try await LiveStatus(for: await makeScope(request)))
        }
        addPageRoutes(on: router.group(":edition"))
        return router
    }

    // MARK: - Responses

    /// A page, or 304 if nothing it depends on has changed.
    func respond(
        _ request: Request, _ page: (RequestScope) async throws -> HTMLPage
    ) async throws -> Response {
        let scope = try await makeScope(request)
        guard dependencies.has(scope.edition, at: request.uri.path) else { throw LibraryError.notThere }
        let tag = responder.entityTag(for: scope)
        let unchanged = responder.notModifiedResponse(scope, tag)
        let response: Response
        if let unchanged {
            if let list = scope.displayedList { try await RefreshOnView(scope: scope).refreshIfStale(list) }
            response = unchanged
        } else {
            response = responder.response(try await page(scope), to: scope, tag: tag)
        }
        // After success: the edition opens there again.
        try await dependencies.lastVisitedPaths.record(scope)
        return response
    }

    /// Paths without an edition (`/api`) get the default one. Script sets the time zone cookie.
    func makeScope(_ request: Request) async throws(LibraryError) -> RequestScope {
        let reader = ClientInfo.current?.reader ?? .first
        let now = dependencies.settings.now()
        let cookies = RequestCookies(of: request)
        let zone = cookies["zone"]?.removingPercentEncoding.flatMap { TimeZone(identifier: $0) }
        let cached = try await dependencies.readerCache.load(reader, dependencies.library, now: now)
        return RequestScope(
            dependencies: dependencies, edition: dependencies.edition(at: request.uri.path), reader: reader,
            request: request,
            intent: RequestIntent.current(request), preferences: cached.preferences,
            time: TimeFormatter(zone: zone ?? dependencies.settings.zone, now: now), undo: cached.undo,
            inlinesStyles: dependencies.assets.inlinesStyles(request, cookies: cookies))
    }

    /// An error page in the edition's layout.
    func errorPage(_ message: String, _ status: HTTPResponse.Status, to request: Request) async -> Response {
        // The layout needs authorization.
        guard ClientInfo.current?.isAuthorized == true else { return Response.plainText(status, message) }
        do {
            let scope = try await makeScope(request)
            let layout = PageLayout(scope: scope, title: scope.edition.title, left: .back(.today), actions: [])
            var page = HTMLPage(
                isCacheable: false,
                layout.document { w in
                    w.raw("<h1 class=\"visually-hidden\">That did not work</h1>")
                    EmptyStateView.write(scope, message, ("Back to today", .today), into: &w)
                })
            page.status = status
            return responder.response(page, to: scope, tag: nil)
        } catch {
            return Response.plainText(status, message)
        }
    }
}
