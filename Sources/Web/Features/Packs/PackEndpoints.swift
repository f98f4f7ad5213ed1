import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Packs
import Untrusted

extension PathPattern {
    static let packPage: Self = "page/:slug", photographs: Self = "photographs", photograph: Self = "photographs/:name"
    static let photographsFrom: Self = "photographs/from/:number", packMedium: Self = "media/:sha"
    static let map: Self = "map", baseMap: Self = "map/base.json", mapTile: Self = "map/tiles/:zoom/:column/:row"
}

extension ReaderEndpoint {
    /// The pages, photographs and map of an edition with a pack.
    static let packs: [Self] = [
        .page(
            .packPage, PageTraits(isReadingPage: true, isStoredOffline: true),
            prepare: { scope in try await favouritesWithout(scope) },
            { scope in try await PackContentPage(slug: scope.parameter("slug") ?? "").page(for: scope) }),
        .page(.photographs, PageTraits(isReadingPage: true, isStoredOffline: true)) { scope in
            try await PhotographsPage().page(for: scope)
        },
        .page(.photographsFrom, PageTraits(isReadingPage: true, isStoredOffline: true)) { scope in
            let number = UntrustedInteger(scope.parameter("number") ?? "")?.int(clampedTo: 1...1 << 32) ?? 1
            return try await PhotographsPage(startingWith: number).page(for: scope)
        },
        .page(.photograph, PageTraits(isReadingPage: true, isStoredOffline: true)) { scope in
            let name = scope.parameter("name")?.removingPercentEncoding ?? ""
            return try await PhotographPage(name: name).page(for: scope)
        },
        .page(.map, PageTraits(isReadingPage: true, isStoredOffline: true)) { scope in
            try await PackMapPage().page(for: scope)
        },
        .file(.baseMap, isStoredOffline: true) { scope in try await baseMap(for: scope) },
        .response(.get, .mapTile) { routes, request, context in
            await MapTileHandler(dependencies: routes.dependencies).response(request, context)
        },
        .response(.get, .packMedium) { routes, request, context in
            try await PackMediumHandler(dependencies: routes.dependencies).response(request, context)
        },
    ]

    /// Returns the path of the favourites if a page that was opened from them is none any more, for example because it
    /// was just removed.
    private static func favouritesWithout(_ scope: RequestScope) async throws -> String? {
        guard scope.edition.pack != nil, scope.query["in"] == PackMenu.favourites.rawValue else { return nil }
        let slug = scope.parameter("slug") ?? ""
        let page = try await scope.library.packs.page(slug, in: scope.edition, for: scope.reader)
        return page.summary.favouriteAt == nil ? scope.path(.saved) : nil
    }

    /// Returns the outlines of the pack's map as JSON.
    /// - Throws: `.notThere` for editions whose pack has no map.
    private static func baseMap(for scope: RequestScope) async throws -> Response {
        let revision = scope.library.revision(for: scope.reader)
        let tag = "\"map-\(scope.edition.id.rawValue)-\(revision)\""
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache", .vary: "Accept-Encoding, Cookie",
            .eTag: tag,
        ]
        guard scope.edition.pack != nil, scope.dependencies.has(scope.edition, at: scope.request.uri.path),
            let map = try await scope.library.packs.baseMap(in: scope.edition)
        else { throw LibraryError.notThere }
        guard !scope.request.hasCopy(of: tag) else { return Response(status: .notModified, headers: headers) }
        var bytes = Array(map.json.utf8)
        if Gzip.isAccepted(scope.request) {
            bytes = scope.dependencies.compressedPages.compressed(bytes, tag: tag)
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension RequestScope {
    /// Returns the path of the pack page that a story belongs to; nil for other stories.
    func packPath(of story: StoryID) async throws(LibraryError) -> String? {
        let editions = ([edition] + dependencies.editions).filter { $0.pack != nil }
        guard !editions.isEmpty, let slug = try await library.packs.slug(of: story) else { return nil }
        for edition in editions {
            // The lookup fails if the page belongs to another edition or has no version.
            let page = try? await library.packs.page(slug, in: edition, for: reader)
            if page?.summary.story == story { return scoped(in: edition).packPath(slug) }
        }
        return nil
    }
}
