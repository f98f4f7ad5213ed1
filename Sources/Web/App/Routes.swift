public import Hummingbird
public import Library
public import News
public import Pictures

/// The web app: its middleware and its endpoints.
public struct Routes: Sendable {
    let responder: PageResponder
    /// The previews of packs that are edited; nil in a preview.
    private(set) var previews: PackPreviews?

    public init(
        library: NewsLibrary, images: PictureLoader, signer: PictureURLSigner, integrations: WebIntegrations,
        settings: WebSettings,
        editions: EditionRegistry = EditionRegistry(isSupported: { _ in true })
    ) {
        self.init(
            library: library, images: images, signer: signer, integrations: integrations, settings: settings,
            editions: editions, isPreview: false)
    }

    init(
        library: NewsLibrary, images: PictureLoader, signer: PictureURLSigner, integrations: WebIntegrations,
        settings: WebSettings, editions: EditionRegistry, isPreview: Bool
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
        if !isPreview { previews = PackPreviews(base: self) }
    }

    var dependencies: WebDependencies { responder.dependencies }

    /// Returns the router for a Hummingbird application.
    public func router() -> Router<WebRequestContext> {
        let router = Router(context: WebRequestContext.self, options: .autoGenerateHeadEndpoints)
        let programs = dependencies.integrations.programs
        router.add(middleware: SecurityMiddleware(dependencies.settings, programs: programs))
        router.add(middleware: ErrorMiddleware(responder: responder, log: dependencies.log))
        if let programs {
            router.add(middleware: ProgramMiddleware(interface: programs, dependencies: dependencies))
        }
        router.add(middleware: AuthMiddleware(dependencies: dependencies))
        // The middleware is added twice: errors after authentication are pages, errors before it plain text.
        router.add(middleware: ErrorMiddleware(responder: responder, log: dependencies.log))
        for endpoint in Endpoints.forEveryone { endpoint.add(to: router, of: self) }
        let readers = router.group(context: ReaderRequestContext.self)
        for endpoint in Endpoints.forReaders { endpoint.add(to: readers, of: self) }
        return router
    }
}
