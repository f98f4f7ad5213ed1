import Foundation
import GRDB
import Testing

@testable import Packs

/// Packs whose pictures are beside the file.
@Suite struct LightPackTests {
    /// A published county, with the light pack and the folder of its pictures.
    private struct Published {
        let fixture: PackFixture
        let file: URL
        let media: URL

        init() throws {
            fixture = try PackFixture()
            try fixture.writeCounty()
            let draft = try PackBuilder.build(fixture.path("county"))
            let site = fixture.path("site")
            let index = try PackPublisher.publish(draft, to: site, isForced: false).index
            file = site.appending(path: index.name)
            media = site.appending(path: "media")
        }

        var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: media.path).sorted() } }

        func error() throws -> PackError? {
            do throws(PackError) {
                try PackReader(file: file, media: media).verifyMedia()
                return nil
            } catch { return error }
        }
    }

    @Test func `a light pack has the contents of the whole one, and its pictures from the folder`() throws {
        let published = try Published()
        let fixture = try PackFixture()
        let whole = try PackReader(file: try fixture.countyPack())
        let light = try PackReader(file: published.file, media: published.media)
        try light.verifyMedia()
        #expect(light.isLight && !whole.isLight)
        #expect(light.pack.manifest.digest != whole.pack.manifest.digest, "favourites are not published")
        #expect(light.pack.pages == whole.pack.pages && light.pack.media == whole.pack.media)
        #expect(light.size <= whole.size)
        for medium in light.pack.media { #expect(try light.bytes(of: medium.id) == whole.bytes(of: medium.id)) }
    }

    @Test func `pictures are found by their hash alone too`() throws {
        let published = try Published()
        for name in try published.names {
            let target = published.media.appending(path: String(name.prefix(64)))
            try FileManager.default.moveItem(at: published.media.appending(path: name), to: target)
        }
        #expect(try published.error() == nil)
    }

    @Test func `without its folder a light pack says where its pictures are`() throws {
        let published = try Published()
        let reader = try PackReader(file: published.file)
        do {
            try reader.verifyMedia()
            Issue.record("read without pictures")
        } catch { #expect(error.userMessage.contains("beside it")) }
        #expect(PackReader.mediaFolder(beside: published.file)?.lastPathComponent == "media")
    }

    @Test(arguments: ["missing", "longer", "shorter", "changed", "link", "folder", "pipe"])
    func `a picture beside a pack that is not what it should be is refused`(fault: String) throws {
        let published = try Published()
        let name = try #require(try published.names.first)
        let file = published.media.appending(path: name)
        let bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        switch fault {
        case "longer": try (bytes + Data([0])).write(to: file)
        case "shorter": try bytes.dropLast().write(to: file)
        case "changed": try (bytes.dropLast() + Data([0])).write(to: file)
        case "link":
            let target = published.fixture.path("target")
            try bytes.write(to: target)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        case "folder": try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
        default: break
        }
        let error = try #require(try published.error())
        switch error {
        case .notThere: #expect(["missing", "link", "folder", "pipe"].contains(fault))
        case .wrongHash: #expect(["longer", "shorter", "changed"].contains(fault))
        default: Issue.record("\(error)")
        }
    }

    @Test func `a light pack that is cut or changed is refused as a whole one is`() throws {
        let published = try Published()
        let bytes = try Data(contentsOf: published.file)
        for length in [0, 10, 100, 4_096, bytes.count / 2, bytes.count - 1] {
            try bytes.prefix(length).write(to: published.file)
            switch try published.error() {
            case .damaged, .notAPack: break
            case let other: Issue.record("\(length) bytes: \(String(describing: other))")
            }
        }
        try bytes.write(to: published.file)
        let queue = try DatabaseQueue(path: published.file.path)
        try queue.write { try $0.execute(sql: "update pages set title = 'X' where slug = 'loom'") }
        try queue.close()
        #expect(try published.error() == .wrongHash(part: "pages"))
        try bytes.write(to: published.file)
        let other = try DatabaseQueue(path: published.file.path)
        try other.write { try $0.execute(sql: "create view extra as select 1") }
        try other.close()
        #expect(try published.error() == .foreignSchema("view extra"))
    }
}
