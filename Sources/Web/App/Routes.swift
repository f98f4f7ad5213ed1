public import Hummingbird
public import Library
public import News
public import Pictures

/// The handlers of every path of `Route`. A handler selects the page; `PageResponder` sends it.
public struct Routes: Sendable {
    let responder: PageResponder

    public init(
        library: NewsLibrary, images: PictureLoader, signer: PictureURLSigner, integrations: WebIntegrations,
        settings: WebSettings,
        editions: EditionRegistry = EditionRegistry(isSupported: { _ in true })
    ) {
        let assetCatalogs = AssetCatalogCache(
            folder: settings.assetsFolder, editions: editions.editions, secret: integrations.editionAssetSecret)
        responder = PageResponder(
            WebDependencies(
                library: library, images: images, signer: signer, integrations: integrations, settings: settings,
                editionRegistry: editions, assets: assetCatalogs.catalog(for: editions.editions),
                compressedPages: CompressedPageCache(),
                log: ServerLog(settings.logger, now: settings.now)),
            assetCatalogs: assetCatalogs)
    }

    var dependencies: WebDependencies { responder.dependencies }

    /// Returns the router for a Hummingbird application.
    public func router() -> Router<WebRequestContext> {
        let router = Router(context: WebRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityMiddleware(dependencies.settings))
        router.add(middleware: ErrorMiddleware(responder: responder, log: dependencies.log))
        router.add(middleware: AuthMiddleware(dependencies: dependencies))
        // The middleware is added twice: errors after authentication are pages, errors before it plain text.
        router.add(middleware: ErrorMiddleware(responder: responder, log: dependencies.log))
        addPublicRoutes(to: router)
        addReaderRoutes(to: router.group(context: ReaderRequestContext.self))
        return router
    }

    /// Adds the routes that need no reader: sign-in and sign-out, assets, manifests, the service worker.
    private func addPublicRoutes(to router: Router<WebRequestContext>) {
        let signIn = SignInHandler(dependencies: dependencies)
        signIn.addLinkRoutes(to: router)
        signIn.addRoutes(to: router)
        signIn.addRoutes(to: router.group(":edition"))
        router.get("/:edition/manifest.webmanifest") { request, context in
            try manifest(for: request.uri.path, isReader: context.identity != nil)
        }
        router.get("/sw.js") { request, _ in ServiceWorkerHandler(dependencies: dependencies).worker(to: request) }
        router.get("/offline") { _, _ in ServiceWorkerHandler(dependencies: dependencies).offlinePage() }
        router.get("/assets/:mark/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            let assets = dependencies.assets
            guard context.identity != nil || assets.isPublic(name, mark: context.parameters.get("mark")) else {
                return AssetCatalog.missingResponse
            }
            guard !assets.contains(name),
                let icon = await dependencies.iconRenderer.png(name, of: dependencies.editions, dependencies.images)
            else { return assets.response(name, to: request) }
            return AssetCatalog.immutableResponse(icon, type: "image/png")
        }
    }

    /// Adds all other routes. Without access the group's context cannot be made, and the response is its error.
    func addReaderRoutes(to group: Group) {
        group.get("/") { _, _ in
            Response.redirect(to: Route.today.path(in: dependencies.settings.defaultEdition), type: .found)
        }
        group.get("/picture/:id/:width/:mac") { request, context in
            await PictureHandler(dependencies: dependencies).response(request, context)
        }
        group.get("/audio/:story/:part/:mac") { request, context in
            try await AudioHandler(dependencies: dependencies).response(request, context)
        }
        group.get("/api/live") { request, context in
            Self.jsonResponse(try await LiveStatus(for: await responder.makeScope(request, context)))
        }
        addPageRoutes(on: group.group(":edition"))
    }
}
