import HTTPTypes
import Hummingbird

extension PathPattern {
    static let offlineManifest: Self = "offline.json", offlineFavourites: Self = "favourites.json"
    static let offlineFront: Self = "front.json", pageNotHere: Self = "offline"
    static let serviceWorker: Self = "sw.js", offlinePage: Self = "offline"
}

extension ReaderEndpoint {
    /// The lists of an edition's files for a device, its favourites, and the page that a device shows for all others.
    static let offline: [Self] = [
        .file(.offlineManifest, kind: .data) { scope in try await OfflineManifest(scope: scope).response() },
        .file(.offlineFront, kind: .data) { scope in
            try await OfflineManifest(scope: scope, part: .frontPage).response()
        },
        .page(.pageNotHere) { scope in PageNotHerePage().page(for: scope) },
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
