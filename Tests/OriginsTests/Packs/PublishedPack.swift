import Failures
import Foundation
import Markup
import News
import Packs
import SampleOrigins
import Synchronization
import URLs

@testable import Origins

/// A small pack, published into a folder, whose files an origin serves.
final class PublishedPack {
    let folder: URL
    private(set) var index: PackIndex
    let media: [Data]

    struct Bytes: PackMediaSource {
        var data: [PackMediumID: Data]

        func bytes(of id: PackMediumID) throws(PackError) -> Data {
            guard let data = data[id] else { throw .notThere("The picture is not there.") }
            return data
        }
    }

    /// Creates and publishes a pack.
    /// - Parameter text: The text of the second page, which makes packs differ.
    init(
        version: String = "1.6", text: String = "In the county.", identity: String = "invented-county",
        pictures: Int = 2
    ) throws {
        folder = URL.temporaryDirectory.appending(path: "published-\(UUID().uuidString)")
        media = (0..<pictures).map { Self.jpeg("picture \($0)") }
        let draft = try Self.draft(version, text, identity, media)
        index = try PackPublisher.publish(draft, to: folder.appending(path: "site"), isForced: false).index
        try PackWriter(draft.pack, media: draft.media).write(to: folder.appending(path: "whole"), isReplacing: true)
    }

    deinit {
        // A file left in the temporary folder does no harm.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns bytes that look like a JPEG by their beginning, large enough to be cut.
    static func jpeg(_ text: String) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(String(repeating: text, count: 2_000).utf8)
    }

    private static func draft(
        _ version: String, _ text: String, _ identity: String, _ pictures: [Data]
    ) throws -> PackDraft {
        guard let number = PackVersion(version) else { throw SourceFixture.InvalidAddress(text: version) }
        let media = pictures.map { PackMedium(id: PackMediumID(of: $0), type: .jpeg, size: $0.count) }
        let photographs = media.enumerated().map { number, medium in
            PackPhoto(name: "photo-\(number)", picture: PackPicture([.phone: medium.id]))
        }
        let html = HTMLSanitizer(base: nil).sanitize("<p>\(text)</p>").html
        let pack = Pack(
            manifest: PackManifest(identity: identity, version: number, title: "The county", languages: ["en"]),
            pages: [
                PackPage(slug: "home", title: "Home"), PackPage(slug: "a", parent: "home", title: "A", text: html),
            ],
            photographs: photographs, media: media)
        let bytes = Bytes(
            data: Dictionary(zip(media.map(\.id), pictures), uniquingKeysWith: { first, _ in first }))
        return PackDraft(pack: pack, media: bytes, notes: [])
    }

    /// Serves everything below `/guide/`, as a web server would.
    func serve(at origin: SampleOrigin) throws {
        let site = folder.appending(path: "site")
        for path in ["pack.json", index.name] + mediaPaths {
            let bytes = Array(try Data(contentsOf: site.appending(path: path)))
            origin.serve(Self.resource(bytes), at: "/guide/\(path)")
        }
        origin.serve(Self.resource(try whole()), at: "/guide/whole.tidingspack")
    }

    func whole() throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: "whole"))) }

    func light() throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: "site/\(index.name)"))) }

    var mediaPaths: [String] { media.map { "media/\(PackMediumID(of: $0)).jpg" } }

    static func resource(_ bytes: [UInt8], modifiedAt: Date = FeedFixture.start) -> SampleResource {
        SampleResource(
            bytes, contentType: "application/octet-stream", cacheControl: "max-age=600", modifiedAt: modifiedAt,
            acceptsRanges: true)
    }
}

/// The origin and folder that the tests of `PackSource` share.
struct PackOrigin {
    let fixture: SourceFixture
    let downloads: URL
    var limits = PackLimits()
    var hasMedium: @Sendable (PackMedium) -> Bool = { _ in false }

    var origin: SampleOrigin { fixture.origin }

    static func open(_ body: (PackOrigin) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "downloads-\(UUID().uuidString)")
        defer {
            // A file left in the temporary folder does no harm.
            try? FileManager.default.removeItem(at: folder)
        }
        try await SourceFixture.open { fixture in
            try await body(PackOrigin(fixture: fixture, downloads: folder))
        }
    }

    func fetch(
        _ path: String = "/guide/pack.json", previous: SourceState? = nil, timeLimit: Duration = .seconds(60)
    ) async throws -> ChannelResponse {
        guard let site = WebAddress("https://pack.invalid/invented-county") else {
            throw SourceFixture.InvalidAddress(text: "site")
        }
        let source = PackSource(
            fetcher: fixture.fetcher, site: site,
            downloads: PackDownloads(folder: downloads, hasMedium: hasMedium), limits: limits, timeLimit: timeLimit)
        return try await source.stories(
            in: ChannelRequest(address: try fixture.address(path), reason: .due, sourceState: previous))
    }

    func failure(_ path: String = "/guide/pack.json", previous: SourceState? = nil) async throws -> SourceError? {
        do {
            _ = try await fetch(path, previous: previous)
            return nil
        } catch let error as SourceError { return error }
    }

    /// Returns the reason why a pack was rejected; nil if it was not.
    func packFailure(_ path: String = "/guide/pack.json") async throws -> PackDownloadFailure? {
        guard case .pack(let failure) = try await failure(path)?.cause?.reason else { return nil }
        return failure
    }

    /// Opens the downloaded pack and verifies all its pictures; nil if there is none.
    static func pack(_ response: ChannelResponse) throws -> Pack? {
        guard let found = response.pack else { return nil }
        let reader = try PackReader(file: found.file, media: found.media)
        try reader.verifyMedia()
        return reader.pack
    }
}
