import Foundation
import News
import Packs
import Synchronization
import TestSupport
import Testing

@testable import Library

/// The child process saves and publishes, and kills itself before one statement after the other.
@Suite struct `Being killed while a pack is edited and published` {
    @Test(.mission("YORK-55"))
    func `nothing that was saved is lost, and readers have the old version or the new one`() async throws {
        let place = temporaryFolder()
        defer { removeFolder(place) }
        let edition = try PackLibraryFixture.edition()
        let first = try NewsLibrary.open(at: place, now: { Date() })
        try await first.editions.synchronize([edition])
        let draft = try PackDraft.county()
        _ = try await first.packs.install(draft.pack(), media: draft.media, in: edition)
        let copied = try #require(try await first.packProjects.installedPack(in: edition))
        _ = try await first.packProjects.create(copied.pack, media: copied.media, by: .first)
        first.close()
        var (kills, interrupted) = (0, 0)
        var last = (version: try #require(PackVersion("1")), saved: Int64(1))
        while kills < 400, !FileManager.default.fileExists(atPath: place.path + "/done") {
            kills += 1
            let statement = kills * 2 - 1
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [folder = place.path as String, statement = statement as Int] in
                try await Self.editPublishAndDie(in: folder, at: statement)
            }
            let library = try NewsLibrary.open(at: place, now: { Date() })
            let projects = library.packProjects
            let contents = try await projects.contents(identity: PackLibraryFixture.identity)
            // The child wrote down each change that was acknowledged.
            let acknowledged = Self.acknowledged(in: place)
            #expect(contents.project.changeNumber >= acknowledged)
            #expect(contents.project.changeNumber >= last.saved)
            let changes = try await projects.changes(in: contents.project.id, limit: 10_000)
            #expect(changes.map(\.number) == (1...contents.project.changeNumber).reversed())
            if contents.project.publishing != nil { interrupted += 1 }
            let installed = try #require(try await library.packs.installed(in: edition, for: .first))
            let title = try await library.packs.page("loom", in: edition, for: .first).summary.title
            #expect(installed.manifest.version >= last.version)
            #expect(installed.manifest.version == last.version || title.hasPrefix("Title "))
            // A publication that began goes on with the same version and contents.
            let begun = contents.project.publishing
            try await projects.publishDue(in: [edition])
            let now = try #require(try await library.packs.installed(in: edition, for: .first)).manifest.version
            if let begun { #expect(now == begun.version) }
            let project = try #require(try await projects.project(identity: PackLibraryFixture.identity))
            #expect(project.publishing == nil && project.publishDueAt == nil)
            last = (now, project.changeNumber)
            library.close()
        }
        #expect(kills > 30 && kills < 400 && interrupted > 0)
    }

    private static func acknowledged(in place: URL) -> Int64 {
        // Before the first change was acknowledged there is no such file.
        (try? String(contentsOf: place.appendingPathComponent("acknowledged"), encoding: .utf8)).flatMap { Int64($0) }
            ?? 0
    }

    private static func editPublishAndDie(in folder: String, at statement: Int) async throws {
        let count = Mutex<Int?>(nil)
        let place = URL(fileURLWithPath: folder)
        let library = try NewsLibrary.open(
            at: place, now: { Date() }, retention: .standard,
            trace: { _ in
                let isLast = count.withLock { count in
                    count = count.map { $0 + 1 }
                    return count == statement
                }
                if isLast { kill(getpid(), SIGKILL) }
            })
        let edition = try PackLibraryFixture.edition()
        let projects = library.packProjects
        let contents = try await projects.contents(identity: PackLibraryFixture.identity)
        var page = try #require(contents.pack.pages["loom"])
        page.page.title = "Title \(contents.project.changeNumber)"
        count.withLock { $0 = 0 }
        let saved = try await projects.save(
            .page(page), basedOn: contents.revisions[.page("loom")], in: contents.project.id, by: .first)
        guard case .saved(let change) = saved else { throw MissingValue(what: "a change") }
        try Data("\(change.number)".utf8).write(to: place.appendingPathComponent("acknowledged"), options: .atomic)
        try await projects.schedulePublication(Date(), of: contents.project.id)
        try await projects.publishDue(in: [edition])
        try Data().write(to: place.appendingPathComponent("done"))
        kill(getpid(), SIGKILL)
    }
}
