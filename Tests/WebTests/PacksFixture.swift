import Foundation
import Library
import Markup
import News
import Packs
import TestSupport
import URLs

@testable import Web

/// Gives the bytes of a test's pictures.
struct PictureBytes: PackMediaSource {
    var files: [PackMediumID: Data] = [:]

    func bytes(of id: PackMediumID) throws(PackError) -> Data {
        guard let bytes = files[id] else { throw .notThere("no picture \(id)") }
        return bytes
    }
}

/// A small invented county as a pack: three chapters, of which one leads to universities, one to two pages and a tour at
/// depth 3; three photographs, one of them without a file.
struct PacksFixture {
    static let identity = "small-county"
    /// Photographs without a file, after the three.
    var morePhotographs = 0
    var media = PictureBytes()
    private(set) var listed: [PackMedium] = []

    static let edition = Edition(
        id: EditionID(rawValue: "county"), title: "Small County", language: "en-GB",
        theme: EditionTheme(accent: EditionTheme.LightDarkColor(light: "#1F6F6F", dark: "#6CC5C5")),
        layout: EditionBars(
            frontBottomBar: .tabs, listBottomBar: .tabs, storyBottomBar: .tabs,
            tabs: [.today, .photographs, .map, .saved], hasDrawer: false),
        sections: .listed([
            EditionSection(key: "pages", title: "Pages", channels: [options.channel].compactMap(\.self))
        ]), options: EditionOptions(saveIcon: .star, words: [.today: "Home", .saved: "Favourites"]), pack: options)

    static let options = PackOptions(
        identity: identity, tourTitle: "The Small Round", sharingQuestion: "Have you thought of the county?")

    /// An app with the pack installed.
    static func app(
        edition: Edition = edition, morePhotographs: Int = 0, change: (inout [PackPage]) -> Void = { _ in }
    ) async throws -> WebTestApp {
        let app = try WebTestApp(editions: [edition], kinds: [.feed, .pack])
        try await app.library.editions.synchronize([edition])
        try await install(in: app, edition: edition, morePhotographs: morePhotographs, change: change)
        return app
    }

    /// Installs a version of it.
    static func install(
        in app: WebTestApp, edition: Edition = edition, version: String = "1.0", morePhotographs: Int = 0,
        change: (inout [PackPage]) -> Void = { _ in }
    ) async throws {
        var fixture = PacksFixture(morePhotographs: morePhotographs)
        let pack = try fixture.pack(version: version, change: change)
        let outcome = try await app.library.packs.install(pack, media: fixture.media, in: edition)
        guard case .installed = outcome else { throw MissingValue(what: "an installed pack") }
    }

    /// The hash of a picture's file.
    static func id(_ name: String, _ rendition: PackRendition) -> PackMediumID {
        PackMediumID(of: bytes(name, rendition))
    }

    private static func bytes(_ name: String, _ rendition: PackRendition) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0] + Array("\(name) \(rendition.rawValue)".utf8))
    }

    private mutating func picture(_ name: String, _ renditions: [PackRendition] = PackRendition.allCases) -> PackPicture
    {
        var picture = PackPicture()
        for rendition in renditions {
            let bytes = Self.bytes(name, rendition)
            let id = PackMediumID(of: bytes)
            picture.files[rendition] = id
            guard media.files.updateValue(bytes, forKey: id) == nil else { continue }
            listed.append(PackMedium(id: id, type: .jpeg, size: bytes.count))
        }
        return picture
    }

    private func text(_ html: String) throws -> SafeHTML {
        HTMLSanitizer(base: try webAddress("https://pack.invalid/")).sanitize(html).html
    }

    private mutating func pack(version: String, change: (inout [PackPage]) -> Void) throws -> Pack {
        var pages = try chapters() + universities() + living()
        change(&pages)
        let photographs =
            [
                PackPhoto(
                    name: "quay", position: 1, caption: "The quay -- at dawn", credit: "Ada Lune",
                    picture: picture("quay")),
                PackPhoto(name: "tower", position: 2, caption: "The tower"),
                PackPhoto(name: "a sheep", position: 3, caption: "A sheep", picture: picture("sheep", [.phone])),
            ] + (0..<morePhotographs).map { PackPhoto(name: "more-\($0)", position: $0 + 4, caption: "More") }
        guard let version = PackVersion(version) else { throw MissingValue(what: "a version") }
        return Pack(
            manifest: PackManifest(
                identity: Self.identity, version: version, title: "Small County", languages: ["en-GB"],
                licence: "CC-BY-4.0", credits: ["The county's editors"]),
            pages: pages, photographs: photographs, media: Self.used(listed, by: pages, photographs))
    }

    /// A pack has what its pages and photographs refer to, and no more.
    private static func used(_ media: [PackMedium], by pages: [PackPage], _ photographs: [PackPhoto]) -> [PackMedium] {
        let pictures = pages.flatMap(\.pictures.values) + photographs.map(\.picture)
        let ids = Set(pictures.flatMap(\.files.values))
        return media.filter { medium in
            ids.contains(medium.id) || pages.contains { $0.text.text.contains(medium.id.hex) }
        }
    }

    private mutating func chapters() throws -> [PackPage] {
        let outside = "<a href=\"https://world.example/far\">the world</a>"
        let inside = "<a href=\"\(PackAddress.page("food"))#fish\">food</a>"
        let medium = picture("map", [.phone])
        let image = medium.files[.phone].map { "<img src=\"\(PackAddress.medium($0))\" alt=\"A map\">" } ?? ""
        return [
            PackPage(slug: "county", title: "County", colour: PackColour("#3da1a1"), ground: 1),
            PackPage(
                slug: "about", parent: "county", position: 2, title: "About the county",
                text: try text("<p>See \(outside) and \(inside).</p><p>\(image)</p>"),
                address: WebAddress("https://county.example/about")),
            PackPage(
                slug: "universities", parent: "county", position: 1, title: "Universities", kind: .list,
                colour: PackColour("#ffe08a"), ground: 7),
            PackPage(slug: "living", parent: "county", position: 2, title: "Living here", kind: .tiled),
        ]
    }

    private mutating func universities() throws -> [PackPage] {
        [
            PackPage(
                slug: "keld", parent: "universities", position: 2, title: "Keld University", kind: .university,
                text: try text("<p>Keld stands by the water.</p>"),
                pictures: [.picture: picture("keld"), .header: picture("keld-header")]),
            PackPage(
                slug: "ash", parent: "universities", position: 1, title: "Ash University", kind: .university,
                text: try text("<p>Ash has no picture.</p>")),
            PackPage(slug: "marske", parent: "universities", title: "Marske College"),
        ]
    }

    private func living() throws -> [PackPage] {
        [
            PackPage(slug: "food", parent: "living", position: 1, title: "Food and drink"),
            PackPage(slug: "walks", parent: "living", position: 2, title: "Walks"),
            PackPage(slug: "round", parent: "walks", title: "The Small Round", text: try text("<p>Two days.</p>")),
        ]
    }
}
