import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Packs
import Untrusted

/// What a device takes along of an edition with a pack, as JSON (docs/offline.md).
struct OfflineManifest {
    let scope: RequestScope

    /// Counted for a page whose size nobody knows before it is rendered; `sw.js` counts the same.
    static let bytesOfPage = 16_384
    /// The size of the response's pieces, in bytes.
    private static let chunk = 32_768

    /// What is asked about before anything is taken along.
    private struct Summary: Encodable {
        let version, digest, assets: String
        let bytes, pages, pictures: Int
        /// What it changed in words, and since which version.
        let changes, replaced: String?
    }

    /// `offline.json`; with `part=summary` only how much it is. Both change with the contents and with the release.
    func response() async throws -> Response {
        guard scope.edition.pack != nil, scope.dependencies.has(scope.edition, at: scope.request.uri.path),
            let contents = try await scope.library.packs.contents(of: scope.edition),
            let pack = try await scope.library.packs.installed(in: scope.edition, for: scope.reader)
        else { throw LibraryError.notThere }
        let tag = "\"\(contents.digest)-\(scope.dependencies.assets.contentHash)\""
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache", .eTag: tag, .vary: "Cookie",
        ]
        if scope.request.headers[.ifNoneMatch]?.contains(tag) == true {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        let pages = addresses(contents, hasBaseMap: pack.hasBaseMap)
        let bytes = contents.media.reduce(pages.count * Self.bytesOfPage) { sum, medium in
            sum.addingReportingOverflow(medium.size).partialValue
        }
        if scope.query["part"] == "summary" {
            let summary = Summary(
                version: contents.version.description, digest: contents.digest,
                assets: scope.dependencies.assets.contentHash, bytes: bytes, pages: pages.count,
                pictures: contents.media.count, changes: pack.changes.map(Strings.packChanges),
                replaced: pack.changes?.replaced.description)
            var response = Routes.jsonResponse(summary)
            for field in headers { response.headers[field.name] = field.value }
            return response
        }
        let head = [
            ("edition", scope.edition.id.rawValue), ("title", scope.edition.title),
            ("version", contents.version.description), ("digest", contents.digest),
            ("assets", scope.dependencies.assets.contentHash),
        ].map { name, text in "\"\(name)\":\(Self.json(text))," }.joined()
        let files = scope.dependencies.assets.offlinePaths(for: scope.edition)
        return Response(
            status: .ok, headers: headers,
            body: Self.body("{\(head)\"bytes\":\(bytes),", [("files", files), ("pages", pages)], contents.media))
    }

    /// Relative to this address: home, every page, photographs, the map, favourites, and the search, whose script then
    /// searches the pages on the device.
    private func addresses(_ contents: PackContents, hasBaseMap: Bool) -> [String] {
        let root = scope.path(.today).count
        func relative(_ route: Route) -> String { String(scope.path(route).dropFirst(root)) }
        let grids = stride(from: 0, to: max(1, contents.photographs.count), by: PhotographsPage.size)
        return ["./"] + contents.slugs.map { relative(.packPage($0)) } + grids.map { relative(.photographs(from: $0)) }
            + contents.photographs.map { relative(.photograph($0)) } + [relative(.map)]
            + (hasBaseMap ? ["map/base.json"] : []) + [relative(.saved), relative(.search(""))]
    }

    /// Written in pieces: a large pack has tens of thousands of addresses. Media are their hashes and sizes, and lie in
    /// `media/`.
    private static func body(
        _ head: String, _ lists: [(name: String, addresses: [String])], _ media: [PackMedium]
    ) -> ResponseBody {
        ResponseBody { writer in
            var buffer = ByteBuffer(string: head)
            for (name, addresses) in lists {
                buffer.writeString("\"\(name)\":[")
                for (index, address) in addresses.enumerated() {
                    buffer.writeString((index == 0 ? "" : ",") + json(address))
                    guard buffer.readableBytes > chunk else { continue }
                    try await writer.write(buffer)
                    buffer.clear()
                }
                buffer.writeString("],")
            }
            buffer.writeString("\"media\":[")
            for (index, medium) in media.enumerated() {
                buffer.writeString("\(index == 0 ? "" : ",")[\"\(medium.id.hex)\",\(medium.size)]")
                guard buffer.readableBytes > chunk else { continue }
                try await writer.write(buffer)
                buffer.clear()
            }
            buffer.writeString("]}")
            try await writer.write(buffer)
            try await writer.finish(nil)
        }
    }

    private static func json(_ text: String) -> String {
        // Encoding a text cannot fail; the fallback avoids a force unwrap.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

/// The favourites of an edition with a pack as JSON, for devices that show stored pages.
struct OfflineFavourites: Encodable {
    struct Page: Encodable {
        let slug, title: String
        /// In milliseconds since 1970.
        let at: Int
    }

    /// When they were so, by this server's clock, as in `data-now` of pages.
    let asOf: Int
    /// Newest first.
    let pages: [Page]

    init(for scope: RequestScope) async throws(LibraryError) {
        guard scope.edition.pack != nil else { throw .notThere }
        asOf = Int(saturating: scope.now.timeIntervalSince1970 * 1000)
        pages = try await scope.library.packs.favourites(in: scope.edition, for: scope.reader).map { page in
            let date = page.favouriteAt ?? .distantPast
            return Page(slug: page.slug, title: page.title, at: Int(saturating: date.timeIntervalSince1970 * 1000))
        }
    }
}
