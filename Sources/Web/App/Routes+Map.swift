import HTTPTypes
import Hummingbird
import Library
import News
import Packs

extension Routes {
    /// Adds the routes of a pack edition's map: the page, the outlines that the map is drawn from, and the tiles.
    func addMapRoutes(on group: Group) {
        group.get("map") { request, context in
            try await responder.respond(request, context) { try await PackMapPage().page(for: $0) }
        }
        group.get("map/base.json") { request, context in
            try await baseMap(for: await responder.makeScope(request, context))
        }
        group.get("map/tiles/:zoom/:column/:row") { request, context in
            await MapTileHandler(dependencies: dependencies).response(request, context)
        }
    }

    /// Returns the outlines of the pack's map as JSON.
    /// - Throws: `.notThere` for editions whose pack has no map.
    private func baseMap(for scope: RequestScope) async throws -> Response {
        let revision = scope.library.revision(for: scope.reader)
        let tag = "\"map-\(scope.edition.id.rawValue)-\(revision)\""
        let known = scope.request.headers[.ifNoneMatch] ?? ""
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache", .vary: "Accept-Encoding, Cookie",
            .eTag: tag,
        ]
        guard scope.edition.pack != nil, scope.dependencies.has(scope.edition, at: scope.request.uri.path),
            let map = try await scope.library.packs.baseMap(in: scope.edition)
        else { throw LibraryError.notThere }
        // A weak comparison suffices (RFC 9110 §8.8.3.2).
        guard !known.contains(tag) else { return Response(status: .notModified, headers: headers) }
        var bytes = Array(map.json.utf8)
        if Gzip.isAccepted(scope.request) {
            bytes = scope.dependencies.compressedPages.compressed(bytes, tag: tag)
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
