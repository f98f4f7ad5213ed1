import Foundation
import Markup
import News
import Packs
import Synchronization
import TestSupport
import URLs

@testable import Library

/// A Library with an edition that shows a pack made by the test.
final class PackLibraryFixture: Sendable {
    let base: LibraryFixture
    let edition: Edition
    var me: ReaderID { base.me }
    var packs: PackService { base.library.packs }

    static let identity = "loom-guide"

    init(address: String? = nil, mapPage: String? = nil, folder: URL = temporaryFolder()) async throws {
        base = try LibraryFixture(folder: folder)
        edition = try Self.edition(address: address, mapPage: mapPage)
        try await base.library.editions.synchronize([edition])
    }

    static func edition(address: String? = nil, mapPage: String? = nil) throws -> Edition {
        let options = PackOptions(
            identity: identity, address: try address.map { try webAddress($0) }, mapPage: mapPage)
        guard let channel = options.channel else { throw MissingValue(what: "a channel") }
        return Edition(
            id: EditionID(rawValue: "guide"), title: "Guide",
            sections: .listed([EditionSection(key: "pages", title: "Pages", channels: [channel])]), pack: options)
    }

    @discardableResult
    func install(
        _ draft: PackDraft, allowsDowngrade: Bool = false
    ) async throws(PackInstallError) -> PackInstallation {
        let pack: Pack
        do { pack = try draft.pack() } catch { throw .cannotStore("\(error)") }
        return try await packs.install(pack, media: draft.media, in: edition, allowsDowngrade: allowsDowngrade)
    }

    func page(_ slug: String?) async throws -> PackPageDetails { try await packs.page(slug, in: edition, for: me) }

    func stories(_ slugs: [String]) async throws -> [StoryID] {
        var stories: [StoryID] = []
        for slug in slugs { stories.append(try await page(slug).summary.story) }
        return stories
    }

    func installed() async throws -> InstalledPack {
        guard let pack = try await packs.installed(in: edition, for: me) else { throw MissingValue(what: "a pack") }
        return pack
    }

    /// Makes a page a favourite at a time this many seconds ago.
    func save(_ slug: String, secondsAgo: Double = 0) async throws {
        let date = base.clock.now.addingTimeInterval(-secondsAgo)
        try await packs.setFavourites(
            [PackFavouriteChange(slug: slug, isFavourite: true, date: date)], in: edition, for: me)
    }

    func favourites() async throws -> [PackPageSummary] { try await packs.favourites(in: edition, for: me) }

    /// Returns the names of the stored media files.
    func mediaFiles() throws -> [String] { try Self.mediaFiles(in: base.folder) }

    static func mediaFiles(in folder: URL) throws -> [String] {
        let media = folder.appendingPathComponent("media")
        guard FileManager.default.fileExists(atPath: media.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: media.path)
            .filter { $0.contains("/") }.compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
    }
}

/// A pack that a test can change.
struct PackDraft: Sendable {
    var version = "1.0"
    var identity = PackLibraryFixture.identity
    var pages: [PackPage] = [PackPage(slug: "home", title: "Home")]
    var photographs: [PackPhoto] = []
    var places: [PackPlace] = []
    var favourites: [PackFavourite] = []
    var baseMap: PackBaseMap?
    private(set) var media = TestMedia()

    /// Returns the pack with another version.
    func version(_ version: String) -> PackDraft {
        var draft = self
        draft.version = version
        return draft
    }

    func without(_ slug: String) -> PackDraft {
        var draft = self
        draft.pages.removeAll { $0.slug == slug }
        return draft
    }

    mutating func add(
        _ slug: String, _ title: String, below parent: String = "home", position: Int = 999, text: String = "",
        address: String? = nil
    ) throws {
        pages.append(
            PackPage(
                slug: slug, parent: parent, position: position, title: title,
                text: HTMLSanitizer(base: PackAddress.base).sanitize("<p>\(text)</p>").html,
                address: try address.map { try webAddress($0) }))
    }

    mutating func change(_ slug: String, _ change: (inout PackPage) -> Void) {
        for index in pages.indices where pages[index].slug == slug { change(&pages[index]) }
    }

    /// Adds a picture whose bytes are these words.
    mutating func picture(_ words: String) -> PackMediumID { media.add(words) }

    func pack() throws -> Pack {
        guard let version = PackVersion(version) else { throw MissingValue(what: version) }
        return Pack(
            manifest: PackManifest(
                identity: identity, version: version, title: "The guide", languages: ["en-GB"], licence: "CC-BY-4.0",
                credits: ["The council", "A. Photographer"]),
            pages: pages, photographs: photographs, places: places, favourites: favourites, media: media.list,
            baseMap: baseMap)
    }

    /// Returns a pack with two branches below the home page, a tour at depth 3, two pages of one title, and a picture.
    static func county() throws -> PackDraft {
        var draft = PackDraft()
        draft.change("home") { ($0.colour, $0.ground) = (PackColour("#3da1a1"), 1) }
        try draft.add("living", "Living", position: 2)
        try draft.add("universities", "Universities", position: 1)
        try draft.add("loom", "Loom University", below: "universities", text: "Weaving since 1890.")
        try draft.add("humber", "Humber University", below: "universities", text: "On the quay.")
        try draft.add("food", "Food and drink", below: "living", text: "Pies.", address: "https://c.test/food")
        try draft.add("drink", "Food and drink", below: "loom", text: "The union bar.", address: "https://c.test/drink")
        try draft.add("tour", "Great tour", below: "food", text: "Over hills.")
        let picture = draft.picture("gate")
        draft.change("loom") { $0.pictures = [.picture: PackPicture([.phone: picture])] }
        draft.change("universities") { $0.colour = PackColour("#2b835d") }
        draft.photographs = [
            PackPhoto(name: "bay", position: 2, caption: "A bay"),
            PackPhoto(
                name: "castle", position: 1, caption: "A castle", credit: "A. Photographer",
                picture: PackPicture([.thumbnail: draft.picture("castle")])),
        ]
        draft.places = [PackPlace(page: "loom", latitude: 53_653_000, longitude: -986_001)]
        return draft
    }
}

/// A source of bytes that look like pictures, and a record of those that were read.
struct TestMedia: PackMediaSource {
    private final class Reads: Sendable { let ids = Mutex<[PackMediumID]>([]) }

    private var files: [PackMediumID: Data] = [:]
    private let reads = Reads()

    mutating func add(_ words: String) -> PackMediumID {
        let bytes = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(words.utf8)
        let id = PackMediumID(of: bytes)
        files[id] = bytes
        return id
    }

    /// The IDs in the order in which they were read.
    var read: [PackMediumID] { reads.ids.withLock { $0 } }

    var list: [PackMedium] {
        files.map { PackMedium(id: $0.key, type: .jpeg, size: $0.value.count) }.sorted { $0.id < $1.id }
    }

    func bytes(of id: PackMediumID) throws(PackError) -> Data {
        reads.ids.withLock { $0.append(id) }
        guard let bytes = files[id] else { throw .notThere("There is no picture \(id).") }
        return bytes
    }
}
