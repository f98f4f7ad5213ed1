import Foundation
import TestSupport
import Testing

@testable import Packs

@Suite struct PackPublisherTests {
    private let fixture: PackFixture
    private var site: URL { fixture.path("site") }

    init() throws {
        fixture = try PackFixture()
        try fixture.writeCounty()
    }

    private func publish(_ version: String? = nil, isForced: Bool = false) throws -> PackPublisher.Result {
        if let version {
            let file = fixture.path("county/pack.yaml")
            let text = try String(contentsOf: file, encoding: .utf8)
            let changed = text.split(separator: "\n").map { line in
                line.hasPrefix("version:") ? "version: \(version)" : String(line)
            }
            try fixture.write(changed.joined(separator: "\n") + "\n", "county/pack.yaml")
        }
        return try PackPublisher.publish(try PackBuilder.build(fixture.path("county")), to: site, isForced: isForced)
    }

    private func refusal(_ version: String? = nil) throws -> String? {
        do {
            _ = try publish(version)
            return nil
        } catch let error as PackError { return error.userMessage }
    }

    private func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: site.appending(path: folder).path).sorted()
    }

    private var list: Data { get throws { try Data(contentsOf: site.appending(path: "pack.json")) } }

    @Test(.mission("YORK-51"))
    func `publishing writes a list, a light pack named by its hash, and the pictures named by theirs`() throws {
        let result = try publish()
        let index = try PackIndex(json: try list)
        #expect(index == result.index && result.replaced == nil)
        #expect(index.identity == "invented-county" && index.version.description == "1.6")
        #expect(try names() == ["media", index.name, "pack.json"].sorted())
        #expect(try PackFile.sha256(of: site.appending(path: index.name)) == index.sha256)
        #expect(index.name.contains(index.sha256.prefix(16)))
        let reader = try PackReader(file: site.appending(path: index.name), media: site.appending(path: index.media))
        try reader.verifyMedia()
        #expect(try names("media").count == reader.pack.media.count && result.newPictures == reader.pack.media.count)
        for medium in reader.pack.media {
            #expect(FileManager.default.fileExists(atPath: site.appending(path: index.path(of: medium)).path))
        }
    }

    @Test func `a reader's favourites are not published`() throws {
        let result = try publish()
        let draft = try PackLoader.open(site, store: CoreDataImporter.Options(version: result.index.version))
        #expect(draft.pack.favourites.isEmpty)
        #expect(result.notes.contains { $0.place == "favourites" })
    }

    @Test func `the version before stays, and the one before that goes, with what only it used`() throws {
        let first = try publish().index
        try fixture.write(PackFixture.jpeg("a new bay"), "county/photographs/bay.jpg")
        let second = try publish("1.7")
        #expect(second.replaced?.description == "1.6" && second.newPictures == 1 && second.removedFiles == 0)
        #expect(try names().contains(first.name))
        try fixture.write("Somebody's own.", "site/notes.txt")
        let old = PackMediumID(of: PackFixture.jpeg("bay")).hex
        #expect(try names("media").contains("\(old).jpg"))
        let third = try publish("1.8")
        #expect(third.removedFiles == 2)
        #expect(try !names().contains(first.name) && names().contains(second.index.name))
        #expect(try !names("media").contains("\(old).jpg"))
        #expect(try names().contains("notes.txt"))
    }

    @Test func `a picture without its extension does not count as published`() throws {
        let index = try publish().index
        let name = try #require(try names("media").first)
        let media = site.appending(path: index.media)
        let bare = String(try #require(name.split(separator: ".").first))
        try FileManager.default.moveItem(at: media.appending(path: name), to: media.appending(path: bare))
        // Readers ask for it with the extension.
        let again = try publish()
        #expect(!again.isUnchanged && again.newPictures == 1)
        #expect(try names("media").contains(name))
        #expect(try publish().isUnchanged)
    }

    @Test func `publishing the same version again changes nothing, and repairs what is missing`() throws {
        _ = try publish()
        let before = try list
        #expect(try publish().isUnchanged)
        #expect(try list == before)
        let name = try #require(try names("media").first)
        try FileManager.default.removeItem(at: site.appending(path: "media/\(name)"))
        let repaired = try publish()
        #expect(!repaired.isUnchanged && repaired.newPictures == 1)
        #expect(try list == before)
    }

    @Test func `a lower version, other contents under a number, and another publication are refused`() throws {
        _ = try publish()
        let before = try list
        #expect(try refusal("1.5")?.contains("has version 1.6, which is above 1.5") == true)
        try fixture.write("---\ntitle: More\n---\n", "county/more.md")
        #expect(try refusal("1.6")?.contains("other contents under the number 1.6") == true)
        #expect(try list == before)
        #expect(try publish("1.5", isForced: true).index.version.description == "1.5")
        let manifest = try String(contentsOf: fixture.path("county/pack.yaml"), encoding: .utf8)
        try fixture.write(manifest.replacing("invented-county", with: "other-county"), "county/pack.yaml")
        #expect(try refusal("9")?.contains("has another publication (invented-county)") == true)
    }

    @Test func `a folder with someone else's pack.json is left alone`() throws {
        try fixture.write("{}", "site/pack.json")
        #expect(try refusal()?.contains("is no list of a pack") == true)
        #expect(try names() == ["pack.json"])
    }

    @Test func `whatever holds a pack is opened by its contents`() throws {
        _ = try publish()
        let options = CoreDataImporter.Options(version: try #require(PackVersion("1")))
        let file = fixture.path("copy")
        let draft = try PackBuilder.build(fixture.path("county"))
        try PackWriter(draft.pack, media: draft.media).write(to: file, isReplacing: false)
        for path in [file, fixture.path("county"), site, site.appending(path: try PackIndex(json: try list).name)] {
            let opened = try PackLoader.open(path, store: options)
            #expect(opened.pack.pages.count == draft.pack.pages.count)
            for medium in opened.pack.media { #expect(try opened.media.bytes(of: medium.id).count == medium.size) }
        }
        do {
            _ = try PackLoader.open(fixture.path("county/pictures"), store: options)
            Issue.record("opened")
        } catch { #expect(error.userMessage.contains("neither pack.yaml nor pack.json")) }
    }
}
