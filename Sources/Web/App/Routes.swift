import Foundation
import HTTPTypes
public import Hummingbird
public import Library
import Markup
public import News
public import Pictures

/// Registers a handler for every address of `Route`.
public struct Routes: Sendable {
    private let baseDependencies: WebDependencies
    private let assetCatalogs: AssetCatalogCache
    private let responder: PageResponder

    public init(
        library: NewsLibrary, pictures: ImageService, signer: ImageURLSigner, services: ExternalServices,
        settings: WebSettings,
        editions: EditionRegistry = EditionRegistry(isSupported: { _ in true })
    ) {
        assetCatalogs = AssetCatalogCache(folder: settings.assetsFolder, editions: editions.editions)
        baseDependencies = WebDependencies(
            library: library, pictures: pictures, signer: signer, services: services, settings: settings,
            editionRegistry: editions, assets: assetCatalogs.catalog(for: editions.editions),
            compressedPages: CompressedPageCache(),
            log: ServerLog(settings.logger, now: settings.now))
        responder = PageResponder(dependencies: baseDependencies)
    }

    /// The dependencies, with the style sheets of the present editions.
    var dependencies: WebDependencies {
        var dependencies = baseDependencies
        dependencies.assets = assetCatalogs.catalog(for: dependencies.editionRegistry.editions)
        return dependencies
    }

    /// The router, to be served by a Hummingbird application.
    public func router() -> Router<WebRequestContext> {
        let router = Router(context: WebRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityMiddleware(dependencies.settings))
        router.add(middleware: ErrorMiddleware(routes: self, log: dependencies.log))
        router.add(middleware: AuthMiddleware(dependencies: dependencies))
        // A second time: errors behind the authentication are shown as a page, those before it as plain text.
        router.add(middleware: ErrorMiddleware(routes: self, log: dependencies.log))
        SignInHandler(dependencies: dependencies).addRoutes(to: router)
        SignInHandler(dependencies: dependencies).addLinkRoutes(to: router)
        router.get("/") { _, _ in
            Response.redirect(to: Route.today.path(in: dependencies.settings.defaultEdition), type: .found)
        }
        router.get("/assets/:mark/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard !dependencies.assets.contains(name),
                let icon = await dependencies.iconRenderer.png(name, of: dependencies.editions, dependencies.pictures)
            else { return dependencies.assets.response(name, to: request) }
            return AssetCatalog.immutableResponse(icon, type: "image/png")
        }
        router.get("/picture/:id/:width/:mac") { request, context in
            await ImageHandler(dependencies: dependencies).response(request, context)
        }
        router.get("/sound/:story/:part/:mac") { request, context in
            try await AudioHandler(house: dependencies).response(request, context)
        }
        router.get("/api/live") { request, _ in
            Self.jsonResponse(try await LiveStatus(for: await makeScope(request)))
        }
        addPageRoutes(on: router.group(":edition"))
        return router
    }

    // MARK: - Responses

    /// A page, or 304 when nothing it depends on has changed.
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
        // Recorded only after the page could be made: the edition opens there again.
        try await dependencies.lastVisitedPaths.record(scope)
        return response
    }

    /// The scope of a request. The time zone comes from a cookie that script sets, else from the server.
    ///
    /// The first path component names the edition; a path without one, such as `/api`, gets the default edition.
    func makeScope(_ request: Request) async throws(LibraryError) -> RequestScope {
        let reader = ClientInfo.current?.reader ?? .first
        let now = dependencies.settings.now()
        let cookies = RequestCookies(of: request)
        let zone = cookies["zone"].flatMap { QueryParameters("z=" + $0)["z"] }.flatMap { TimeZone(identifier: $0) }
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
        // Without authorization not even the layout is shown.
        guard ClientInfo.current?.isAuthorized == true else { return SecurityMiddleware.plainText(status, message) }
        do {
            let scope = try await makeScope(request)
            let layout = PageLayout(scope: scope, title: scope.edition.title, left: .back(.today), actions: [])
            var page = HTMLPage(
                isCacheable: false,
                layout.document { w in
                    w.raw("<h1 class=\"spoken\">That did not work</h1>")
                    EmptyStateView.write(scope, message, ("Back to today", .today), into: &w)
                })
            page.status = status
            return responder.response(page, to: scope, tag: nil)
        } catch {
            return SecurityMiddleware.plainText(status, message)
        }
    }
}
