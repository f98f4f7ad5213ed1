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
        addPublicRoutes(to: router)
        addReaderRoutes(to: router.group(context: ReaderRequestContext.self))
        return router
    }

    /// What needs no reader: signing in and out, assets, manifests.
    private func addPublicRoutes(to router: Router<WebRequestContext>) {
        let signIn = SignInHandler(dependencies: dependencies)
        signIn.addLinkRoutes(to: router)
        signIn.addRoutes(to: router)
        signIn.addRoutes(to: router.group(":edition"))
        router.get("/:edition/manifest.webmanifest") { request, _ in try manifest(for: request.uri.path) }
        router.get("/assets/:mark/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard !dependencies.assets.contains(name),
                let icon = await dependencies.iconRenderer.png(name, of: dependencies.editions, dependencies.images)
            else { return dependencies.assets.response(name, to: request) }
            return AssetCatalog.immutableResponse(icon, type: "image/png")
        }
    }

    /// Everything else. Without access the group's context cannot be made, and its error is answered instead.
    func addReaderRoutes(to group: Group) {
        group.get("/") { _, _ in
            Response.redirect(to: Route.today.path(in: dependencies.settings.defaultEdition), type: .found)
        }
        group.get("/picture/:id/:width/:mac") { request, context in
            await ImageHandler(dependencies: dependencies).response(request, context)
        }
        group.get("/sound/:story/:part/:mac") { request, context in
            try await AudioHandler(dependencies: dependencies).response(request, context)
        }
        group.get("/api/live") { request, context in
            Self.jsonResponse(try await LiveStatus(for: await makeScope(request, context)))
        }
        addPageRoutes(on: group.group(":edition"))
    }

    // MARK: - Responses

    /// A page, or 304 if nothing it depends on has changed.
    func respond(
        _ request: Request, _ context: ReaderRequestContext, _ page: (RequestScope) async throws -> HTMLPage
    ) async throws -> Response {
        let scope = try await makeScope(request, context)
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
    func makeScope(
        _ request: Request, _ context: ReaderRequestContext
    ) async throws(LibraryError) -> RequestScope {
        let now = dependencies.settings.now()
        let cookies = RequestCookies(of: request)
        let zone = cookies["zone"]?.removingPercentEncoding.flatMap { TimeZone(identifier: $0) }
        let cached = try await dependencies.readerCache.load(context.reader, dependencies.library, now: now)
        return RequestScope(
            dependencies: dependencies, edition: dependencies.edition(at: request.uri.path),
            client: context.client, identity: context.identity, request: request, preferences: cached.preferences,
            time: TimeFormatter(zone: zone ?? dependencies.settings.zone, now: now), undo: cached.undo,
            inlinesStyles: dependencies.assets.inlinesStyles(request, cookies: cookies))
    }

    /// An error page in the edition's layout, or plain text without access.
    func errorPage(
        _ message: String, _ status: HTTPResponse.Status, to request: Request, _ context: WebRequestContext
    ) async -> Response {
        do {
            let scope = try await makeScope(request, ReaderRequestContext(context: context))
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
