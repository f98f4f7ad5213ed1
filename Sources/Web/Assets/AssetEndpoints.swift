import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let asset: Self = "assets/:mark/:name", manifest: Self = "manifest.webmanifest"
}

extension PublicEndpoint {
    /// Styles, scripts and icons, and the manifests of the web apps. Strangers get what shows no edition.
    static let assets: [Self] = [
        .response(.get, .asset, at: .app) { routes, request, context in
            let name = context.parameters.get("name") ?? ""
            var dependencies = routes.dependencies
            if context.identity != nil, let preview = await routes.previews?.routes(withAsset: name) {
                dependencies = preview.dependencies
            }
            let assets = dependencies.assets
            guard context.identity != nil || assets.isPublic(name, mark: context.parameters.get("mark")) else {
                return AssetCatalog.missingResponse
            }
            guard !assets.contains(name),
                let icon = await dependencies.iconRenderer.png(name, of: dependencies.editions, dependencies.images)
            else { return assets.response(name, to: request) }
            return AssetCatalog.immutableResponse(icon, type: "image/png")
        },
        .response(.get, .manifest) { routes, request, context in
            try manifest(for: request.uri.path, isReader: context.identity != nil, routes.dependencies)
        },
    ]

    /// Returns the edition's web manifest for a reader. Strangers get the same manifest whichever editions exist
    /// (decision 0012).
    private static func manifest(
        for path: String, isReader: Bool, _ dependencies: WebDependencies
    ) throws -> Response {
        let edition = dependencies.edition(at: path)
        guard !isReader || dependencies.has(edition, at: path) else { throw LibraryError.notThere }
        let app = isReader ? AppManifest(edition) : .withoutEdition
        // Saved pages are in the reader's own edition, whichever edition is installed.
        let own = dependencies.editions.first(where: \.usesFolders)?.id ?? edition.id
        let savePath = isReader ? Route.page(.savePage).path(in: own) : nil
        let bytes = try WebManifest.manifest(for: app, savePath: savePath, assets: dependencies.assets).json()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/manifest+json", .cacheControl: "private, no-cache", .vary: "Cookie",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
