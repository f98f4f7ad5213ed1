import Foundation
import News
import Packs
import Synchronization
import TestSupport
import Testing

@testable import Library

@Suite struct `Being killed while a pack is installed` {
    private static func draft(_ version: String) throws -> PackDraft {
        var draft = PackDraft(version: version)
        draft.pages[0].title = "Home \(version)"
        try draft.add("both", "Both", text: "Version \(version)")
        try draft.add("only-\(version)", "Only", text: "Version \(version)")
        let picture = draft.picture(version)
        draft.change("both") { $0.pictures = [.picture: PackPicture([.phone: picture])] }
        return draft
    }

    /// The child process kills itself before one statement after the other, and finally after all of them.
    @Test(.mission("YORK-47"))
    func `a kill at any statement leaves the old version or the new one, whole, never neither`() async throws {
        let place = temporaryFolder()
        let folder = place.path
        defer { removeFolder(place) }
        let edition = try PackLibraryFixture.edition()
        func open() throws -> NewsLibrary { try NewsLibrary.open(at: place, now: { Date() }) }
        func installOld(_ library: NewsLibrary) async throws {
            let old = try Self.draft("1")
            _ = try await library.packs.install(old.pack(), media: old.media, in: edition, allowsDowngrade: true)
        }
        let first = try open()
        try await first.editions.synchronize([edition])
        try await installOld(first)
        let loved = PackFavouriteChange(
            slug: "both", isFavourite: true, date: Date(timeIntervalSince1970: 1_700_000_000))
        try await first.packs.setFavourites([loved], in: edition, for: .first)
        first.close()
        var (kills, versions) = (0, Set<String>())
        while kills < 1000, !FileManager.default.fileExists(atPath: folder + "/done") {
            kills += 1
            let statement = kills
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [folder = folder as String, statement = statement as Int] in
                try await Self.installAndDie(in: folder, at: statement)
            }
            let library = try open()
            let installed = try #require(try await library.packs.installed(in: edition, for: .first))
            let version = installed.manifest.version.description
            versions.insert(version)
            let expected = try Self.draft(version)
            #expect(try installed.manifest == expected.pack().manifest)
            #expect(installed.root.title == "Home \(version)" && installed.lostFavourites.isEmpty)
            let contents = try #require(try await library.packs.contents(of: edition))
            #expect(contents.slugs == ["home", "both", "only-\(version)"])
            for medium in contents.media {
                let file = try await library.packs.medium(medium.id, in: edition).file
                #expect(try PackMediumID(of: Data(contentsOf: file)) == medium.id)
            }
            let favourites = try await library.packs.favourites(in: edition, for: .first)
            #expect(favourites.map(\.favouriteAt) == [loved.date])
            try await installOld(library)
            library.close()
        }
        // The last installation removed the files that the kills left behind.
        #expect(try PackLibraryFixture.mediaFiles(in: place) == Self.draft("1").media.list.map(\.id.hex))
        #expect(kills > 30 && versions == ["1", "2"])
    }

    private static func installAndDie(in folder: String, at statement: Int) async throws {
        let count = Mutex<Int?>(nil)
        let library = try NewsLibrary.open(
            at: URL(fileURLWithPath: folder), now: { Date() }, retention: .standard,
            trace: { _ in
                let isLast = count.withLock { count in
                    count = count.map { $0 + 1 }
                    return count == statement
                }
                if isLast { kill(getpid(), SIGKILL) }
            })
        let new = try draft("2")
        let pack = try new.pack()
        count.withLock { $0 = 0 }
        _ = try await library.packs.install(pack, media: new.media, in: PackLibraryFixture.edition())
        _ = FileManager.default.createFile(atPath: folder + "/done", contents: nil)
        kill(getpid(), SIGKILL)
    }
}
