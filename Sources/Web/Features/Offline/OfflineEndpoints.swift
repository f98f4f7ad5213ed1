import HTTPTypes
import Hummingbird

extension PathPattern {
    static let offlineManifest: Self = "offline.json", offlineFavourites: Self = "favourites.json"
    static let serviceWorker: Self = "sw.js", offlinePage: Self = "offline"
}

extension ReaderEndpoint {
    /// The list of an edition's files for a device, and its favourites.
    static let offline: [Self] = [
        .file(.offlineManifest, kind: .data) { scope in try await OfflineManifest(scope: scope).response() },
        .data(.offlineFavourites) { scope in try await OfflineFavourites(for: scope) },
    ]
}

extension PublicEndpoint {
    static let serviceWorker: [Self] = [
        .response(.get, .serviceWorker, at: .app) { routes, request, _ in
            ServiceWorkerHandler(dependencies: routes.dependencies).worker(to: request)
        },
        .response(.get, .offlinePage, at: .app) { routes, _, _ in
            ServiceWorkerHandler(dependencies: routes.dependencies).offlinePage()
        },
    ]
}
