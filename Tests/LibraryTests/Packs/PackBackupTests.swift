import Foundation
import GRDB
import Markup
import News
import Packs
import TestSupport
import Testing

@testable import Library

@Suite struct `A backup with a pack` {
    private func backedUp(_ fixture: PackLibraryFixture, in place: URL) throws -> URL {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = place.appending(path: "copy.tar")
        _ = try BackupWriter(folder: fixture.base.folder, settings: nil, program: "Tidings test")
            .write(to: file, isReplacing: true, now: fixture.base.clock.now)
        return file
    }

    @Test func `a publication comes back with its pages, links, media and favourites`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        draft.baseMap = PackBaseMap(credits: ["Natural Earth"])
        try draft.add("links", "Links", text: "<a href=\"page/food\">Food</a>")
        try await fixture.install(draft)
        try await fixture.save("loom", secondsAgo: 30)
        let place = temporaryFolder()
        defer { removeFolder(place) }
        // The backup leaves out a file that belongs to no pack.
        let orphan = try #require(PackMediumID("ab" + String(repeating: "0", count: 62)))
        let stray = fixture.base.library.context.media.file(of: orphan)
        try FileManager.default.createDirectory(
            at: stray.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: stray)
        let folder = place.appending(path: "restored")
        _ = try BackupRestorer(file: backedUp(fixture, in: place), folder: folder).run()
        #expect(try PackLibraryFixture.mediaFiles(in: folder) == draft.media.list.map(\.id.hex))
        let back = try NewsLibrary.open(at: folder, now: fixture.base.clock.read)
        defer { back.close() }
        let (edition, me) = (fixture.edition, fixture.me)
        let installed = try #require(try await back.packs.installed(in: edition, for: me))
        #expect(try installed.manifest == draft.pack().manifest)
        #expect(try await back.packs.page("links", in: edition, for: me).text == fixture.page("links").text)
        #expect(try await back.packs.baseMap(in: edition) == draft.baseMap)
        #expect(try await back.packs.favourites(in: edition, for: me).map(\.slug) == ["loom"])
        #expect(try await back.packs.contents(of: edition)?.media == draft.media.list)
        for table in RestoredTable.all where table.name.hasPrefix("pack") {
            let count = "select count(*) from \(table.name)"
            #expect(
                try await back.context.database.read { try $0.count(count) }
                    == fixture.base.library.context.database.read { try $0.count(count) }, "\(table.name)")
        }
        let unread = try await back.editions.unread(in: edition.id, for: me)
        #expect(unread == .zero)
        #expect(try await back.packs.install(draft.pack(), media: draft.media, in: edition).isUnchanged)
    }

    @Test func `a medium with other bytes than its name says is found, and one that is lost is left out`() async throws
    {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        let (first, last) = (try #require(draft.media.list.first), try #require(draft.media.list.last))
        let media = fixture.base.library.context.media
        let bytes = try Data(contentsOf: media.file(of: first.id))
        try Data(bytes.reversed()).write(to: media.file(of: first.id))
        try FileManager.default.removeItem(at: media.file(of: last.id))
        let place = temporaryFolder()
        defer { removeFolder(place) }
        let damaged = try backedUp(fixture, in: place)
        #expect(throws: ArchiveReader.damaged) {
            _ = try BackupRestorer(file: damaged, folder: place.appending(path: "damaged")).run()
        }
        #expect(!FileManager.default.fileExists(atPath: place.appending(path: "damaged/tidings.sqlite").path))
        try bytes.write(to: media.file(of: first.id))
        let folder = place.appending(path: "restored")
        _ = try BackupRestorer(file: backedUp(fixture, in: place), folder: folder).run()
        #expect(try PackLibraryFixture.mediaFiles(in: folder) == [first.id.hex])
    }

    @Test(arguments: [
        "media/ab/../../evil", "media/zz/" + String(repeating: "a", count: 64),
        "media/aa/" + String(repeating: "A", count: 64), "media/aa/" + String(repeating: "a", count: 63),
        "media/" + String(repeating: "a", count: 64),
    ])
    func `a name that is no medium's is none of a backup's`(name: String) {
        #expect(BackupEntryName.mediumID(name) == nil && BackupEntryName.validated(name) == nil)
    }
}

extension PackInstallation {
    fileprivate var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
}
