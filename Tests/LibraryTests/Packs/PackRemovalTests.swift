import Foundation
import News
import Packs
import Synchronization
import TestSupport
import Testing

@testable import Library

/// A source of media, one of which another process removes while they are stored.
private final class DisturbedMedia: PackMediaSource {
    private let media: TestMedia
    private let disturb: @Sendable () -> Void
    private let reads = Mutex(0)

    init(_ media: TestMedia, disturb: @escaping @Sendable () -> Void) { (self.media, self.disturb) = (media, disturb) }

    func bytes(of id: PackMediumID) throws(PackError) -> Data {
        let count = reads.withLock { count in
            count += 1
            return count
        }
        // The first medium is on the disk by then.
        if count == 2 { disturb() }
        return try media.bytes(of: id)
    }
}

@Suite struct PackRemovalTests {
    private static let tables = ["pack", "pack_page", "pack_picture", "pack_photograph", "pack_medium", "pack_change"]

    private func rows(_ fixture: PackLibraryFixture) async throws -> Int64 {
        var count: Int64 = 0
        for table in Self.tables { count += try await fixture.base.number("select count(*) from \(table)") ?? 0 }
        return count
    }

    private func maintain(_ fixture: PackLibraryFixture) async {
        var maintenance = DailyMaintenance(context: fixture.base.library.context)
        #expect(await maintenance.runIfDue() == nil)
    }

    @Test(.mission("YORK-48"))
    func `a publication that no edition shows any more goes, and comes back with its favourites`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        try await fixture.save("loom", secondsAgo: 60)
        let marked = try #require(try await fixture.favourites().first?.favouriteAt)
        await maintain(fixture)
        #expect(try await fixture.installed().pageCount == 8)
        try await fixture.base.library.editions.synchronize([])
        await maintain(fixture)
        #expect(try await rows(fixture) == 0)
        #expect(try fixture.mediaFiles().isEmpty)
        let marks = try await fixture.base.number("select count(*) from mark where is_set = 1")
        #expect(marks == 1)
        #expect(try await fixture.base.number("select count(*) from story_text") == 0)
        try await fixture.base.library.editions.synchronize([fixture.edition])
        try await fixture.install(draft)
        #expect(try await fixture.favourites().map(\.slug) == ["loom"])
        #expect(try await fixture.favourites().first?.favouriteAt == marked)
        #expect(try await fixture.installed().lostFavourites.isEmpty)
    }

    @Test func `a publication that another edition shows stays`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(try PackDraft.county())
        var other = fixture.edition
        other.id = EditionID(rawValue: "other")
        try await fixture.base.library.editions.synchronize([fixture.edition, other])
        try await fixture.base.library.editions.synchronize([other])
        await maintain(fixture)
        let installed = try await fixture.packs.installed(in: other, for: fixture.me)
        #expect(installed?.pageCount == 8)
    }

    @Test func `media that another process removes while a version is installed are stored again`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        let folder = fixture.base.folder
        let media = DisturbedMedia(draft.media) {
            do { try PackMediaStore(folder: folder.appendingPathComponent("media")).removeAll(except: []) } catch {
                Issue.record(error)
            }
        }
        let pack = try draft.pack()
        let outcome = try await fixture.packs.install(pack, media: media, in: fixture.edition)
        #expect(outcome == .installed(pack.manifest.version, replaced: nil))
        #expect(try fixture.mediaFiles() == draft.media.list.map(\.id.hex))
    }
}
