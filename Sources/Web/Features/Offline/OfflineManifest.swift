import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Packs
import Untrusted

/// A manifest of the content that a device stores of an edition, as JSON (docs/offline.md): all of a guide, or the saved
/// stories of any other edition; and the front page with what is on it.
struct OfflineManifest {
    /// The part of an edition: what a reader takes along, or what is kept without being asked for.
    enum Part { case takenAlong, frontPage }

    let scope: RequestScope
    var part = Part.takenAlong

    /// The assumed size of a page in bytes, since its size is unknown before it is rendered; `worker/versions.js`
    /// assumes the same.
    static let bytesOfPage = 16_384
    /// The limit of saved stories, the newest first: each is a page of its own.
    static let maxSavedStories = 500
    /// The limits of a front page: the stories on it, and the saved ones that are kept with it, the newest first.
    static let maxFrontStories = 40, maxSavedWithFront = 20
    /// The size of the response's pieces, in bytes.
    private static let chunk = 32_768

    /// An edition's contents at one moment.
    private struct Contents {
        let title, version, digest: String
        /// The start page of the stored content. Addresses are relative to the manifest's.
        let start: String
        let pages: [String]
        /// The versions of the pages; empty if all pages change together.
        var pageVersions: [String] = []
        var media: [PackMedium] = []
        /// True if the pages' own pictures, which have no hashes, are stored too.
        var hasPagePictures = false
        /// The changes of the version in words, and the version that they are relative to.
        var changes, replaced: String?

        var bytes: Int {
            media.reduce(pages.count * bytesOfPage) { sum, medium in
                sum.addingReportingOverflow(medium.size).partialValue
            }
        }
    }

    /// The summary that is shown before anything is stored.
    private struct Summary: Encodable {
        let version, digest, assets: String
        let bytes, pages, pictures: Int
        let changes, replaced: String?
    }

    /// Returns `offline.json`; with `part=summary` only its size. Both change with the contents and with the release.
    func response() async throws -> Response {
        let contents = try await contents()
        let assets = scope.dependencies.assets.contentHash
        let tag = "\"\(contents.digest)-\(assets)\""
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache", .eTag: tag, .vary: "Cookie",
        ]
        if scope.request.hasCopy(of: tag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        if scope.query["part"] == "summary" {
            let summary = Summary(
                version: contents.version, digest: contents.digest, assets: assets, bytes: contents.bytes,
                pages: contents.pages.count, pictures: contents.media.count, changes: contents.changes,
                replaced: contents.replaced)
            var response = Routes.jsonResponse(summary)
            for field in headers { response.headers[field.name] = field.value }
            return response
        }
        let head = [
            ("edition", scope.edition.id.rawValue), ("title", contents.title), ("version", contents.version),
            ("digest", contents.digest), ("assets", assets), ("start", contents.start),
        ].map { name, text in "\"\(name)\":\(Self.json(text))," }.joined()
        let lists = [
            ("files", scope.dependencies.assets.offlinePaths(for: scope.edition, isFrontPage: part == .frontPage)),
            ("pages", contents.pages), ("pageVersions", contents.pageVersions),
        ]
        return Response(
            status: .ok, headers: headers,
            body: Self.body(
                "{\(head)\"bytes\":\(contents.bytes),\"hasPagePictures\":\(contents.hasPagePictures),", lists,
                contents.media))
    }

    private func contents() async throws(LibraryError) -> Contents {
        guard scope.dependencies.has(scope.edition, at: scope.request.uri.path) else { throw .notThere }
        if part == .frontPage { return try await frontPage() }
        if scope.edition.pack != nil { return try await guide() }
        guard scope.edition.options.allowsSaving else { throw .notThere }
        return try await savedStories()
    }

    private func guide() async throws(LibraryError) -> Contents {
        guard let contents = try await scope.library.packs.contents(of: scope.edition),
            let pack = try await scope.library.packs.installed(in: scope.edition, for: scope.reader)
        else { throw .notThere }
        return Contents(
            title: scope.edition.title, version: contents.version.description, digest: contents.digest, start: "./",
            pages: addresses(contents, hasBaseMap: pack.hasBaseMap), media: contents.media,
            changes: pack.changes.map(Strings.packChanges), replaced: pack.changes?.replaced.description)
    }

    /// Returns the addresses of home, every page, the photographs, the map, the favourites, and the search, whose
    /// script searches the pages on the device when offline.
    private func addresses(_ contents: PackContents, hasBaseMap: Bool) -> [String] {
        let grids = stride(from: 0, to: max(1, contents.photographs.count), by: PhotographsPage.size)
        return ["./"] + contents.slugs.map { relative(.packPage($0)) } + grids.map { relative(.photographs(from: $0)) }
            + contents.photographs.map { relative(.photograph($0)) } + [relative(.map)]
            + (hasBaseMap ? ["map/base.json"] : []) + [relative(.saved), relative(.search(""))]
    }

    /// Returns the list of saved stories and a page for each.
    private func savedStories() async throws(LibraryError) -> Contents {
        let stories = try await scope.library.stories.contentVersions(
            of: scope.list(.saved), for: scope.reader, limit: Self.maxSavedStories)
        let digest = Self.digest(of: stories.map { "\($0.id.rawValue) \($0.version)" })
        return Contents(
            title: Strings.savedStories(of: scope.edition.title), version: Strings.stories(stories.count),
            digest: digest,
            start: relative(.saved),
            pages: ["\(relative(.saved))?depth=\(Self.maxSavedStories)", relative(.search(""))]
                + stories.map { relative(.story($0.id, in: nil)) },
            pageVersions: [digest, looks] + stories.map(\.version), hasPagePictures: true)
    }

    /// Returns the front page, its stories, the newest saved ones, the search, and the page that stands for all others.
    private func frontPage() async throws(LibraryError) -> Contents {
        guard scope.edition.pack == nil else { throw .notThere }
        var scope = scope
        scope.page.isFrontPage = true
        let front = try await scope.dependencies.frontPageCache.frontPage(scope)
        guard front.hasSubscriptions else { throw .notThere }
        let allowsSaving = scope.edition.options.allowsSaving
        let shown = (front.featured + front.rows).prefix(Self.maxFrontStories).map(\.id)
        var stories = try await scope.library.stories.contentVersions(of: shown)
        if allowsSaving {
            stories += try await scope.library.stories.contentVersions(
                of: scope.list(.saved), for: scope.reader, limit: Self.maxSavedWithFront
            ).filter { !shown.contains($0.id) }
        }
        let digest = try await digestPart()
        stories += digest.stories.filter { story in !stories.contains { $0.id == story.id } }
        // Lists show marks and numbers, which change with the revision; the front page with the hour too.
        let lists =
            "\(scope.library.revision(for: scope.reader))-\(scope.frontPageSlot?.timeIntervalSince1970 ?? 0)-\(looks)"
        let pages =
            [relative(.today), relative(.page(.pageNotHere)), relative(.search(""))]
            + (allowsSaving ? [relative(.saved)] : []) + digest.pages
            + stories.map { relative(.story($0.id, in: nil)) }
        let versions =
            [lists, looks, looks] + (allowsSaving ? [lists] : []) + digest.pages.map { _ in lists }
            + stories.map { "\($0.version)-\(looks)" }
        return Contents(
            title: scope.edition.title, version: Strings.stories(stories.count),
            digest: Self.digest(of: pages + versions),
            start: "./", pages: pages.map { $0.isEmpty ? "./" : $0 }, pageVersions: versions, hasPagePictures: true)
    }

    /// Returns the newest issue of the digest and the stories that lead its topics; nothing without one.
    private func digestPart() async throws(LibraryError) -> (pages: [String], stories: [StoryContentVersion]) {
        do throws(LibraryError) {
            let issue = try await scope.library.digests.issue(of: scope.edition.id, for: scope.reader).issue
            let stories = issue.content.topics.map(\.story)
            return ([relative(.page(.digest))], try await scope.library.stories.contentVersions(of: stories))
        } catch {
            guard error == .notThere else { throw error }
            return ([], [])
        }
    }

    /// The version of how pages look: a page that is stored has the settings of its time.
    private var looks: String {
        let p = scope.preferences
        let choices = [p.theme.rawValue, p.face.rawValue, p.measure.rawValue, p.density.rawValue, "\(p.textSize)"]
        return Self.digest(of: choices + ["\(p.scalesInterface) \(p.showsPictures)"])
    }

    private static func digest(of parts: [String]) -> String {
        SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).prefix(12).map { String($0, radix: 36) }.joined()
    }

    private func relative(_ route: Route) -> String {
        String(scope.path(route).dropFirst(scope.path(.today).count))
    }

    /// Returns the JSON body, written in pieces, since a large pack has tens of thousands of addresses. Media are given
    /// by hash and size, and are in `media/`.
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
        // Encoding a string cannot fail; the fallback avoids a force unwrap.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

/// The favourites of a guide as JSON, for devices that show stored pages. Marks of stories are not queued on a device.
struct OfflineFavourites: Encodable {
    struct Page: Encodable {
        let slug, title: String
        /// The time in milliseconds since 1970.
        let at: Int
    }

    /// The time of the list by this server's clock, as in `data-server-time` of pages.
    let asOf: Int
    /// The favourites, newest first.
    let pages: [Page]

    init(for scope: RequestScope) async throws(LibraryError) {
        guard scope.edition.pack != nil else {
            (asOf, pages) = (0, [])
            return
        }
        asOf = Int(saturating: scope.now.timeIntervalSince1970 * 1000)
        pages = try await scope.library.packs.favourites(in: scope.edition, for: scope.reader).map { page in
            let date = page.favouriteAt ?? .distantPast
            return Page(slug: page.slug, title: page.title, at: Int(saturating: date.timeIntervalSince1970 * 1000))
        }
    }
}
