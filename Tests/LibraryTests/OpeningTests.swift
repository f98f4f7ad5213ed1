import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

@Suite final class `Opening a data folder` {
    let clock = TestClock()
    /// The folder with everything that a test makes, removed afterwards.
    private let place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }

    deinit {
        do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") }
    }

    private func newFolder() -> URL {
        place.appendingPathComponent(UUID().uuidString)
    }

    private func open(_ folder: URL) throws -> NewsLibrary {
        try NewsLibrary.open(at: folder, now: { [clock] in clock.now })
    }

    /// Returns a folder with a followed feed, whose library is closed again.
    private func usedFolder() async throws -> URL {
        let folder = newFolder()
        let library = try open(folder)
        try await library.subscriptions.follow(.feed, at: try webAddress("https://a.test/feed"), for: .first)
        library.close()
        return folder
    }

    private func bytes(_ folder: URL) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent("tidings.sqlite"))
    }

    @Test func `A new folder is for its owner alone`() throws {
        let folder = newFolder()
        let library = try open(folder)
        defer { library.close() }
        let files = FileManager.default
        let mode = try files.attributesOfItem(atPath: folder.path)[.posixPermissions] as? NSNumber
        let fileMode =
            try files.attributesOfItem(atPath: folder.appendingPathComponent("tidings.sqlite").path)[.posixPermissions]
            as? NSNumber
        #expect(mode?.intValue == 0o700)
        #expect(fileMode?.intValue == 0o600)
    }

    @Test func `A library without sources shows what is stored and fetches nothing`() async throws {
        let fixture = try LibraryFixture()
        fixture.source.offerThreads()
        fixture.source.put(finds: .success([]))
        try await fixture.follow("https://o.test/feed", stories: [try fixture.story("1", link: "https://o.test/1")])
        let story = try await fixture.id("Story 1")
        #expect(try await fixture.library.remoteSearch.canSearch(.everything, for: fixture.me))
        let offline = fixture.library.withSources(.none)
        let rows = try await offline.stories.list(.everything, for: fixture.me, depth: 9).rows
        #expect(rows.map(\.title) == ["Story 1"])
        #expect(try await !offline.remoteSearch.canSearch(.everything, for: fixture.me))
        #expect(try await offline.discussions.refresh(story, reason: .manual) == .unavailable)
        let page = try webAddress("https://far.test/")
        guard case .failed(let failure, _) = try await offline.linkedPages.fetch(page, for: nil, isManual: false) else {
            throw MissingValue(what: "a failure")
        }
        #expect(failure.code == .notAllowed && fixture.source.requestedPages.isEmpty)
    }

    @Test(.mission("MIT-67")) func `What was written is there after closing and opening again`() async throws {
        let folder = try await usedFolder()
        let library = try open(folder)
        defer { library.close() }
        #expect(try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions).count == 1)
    }

    @Test func `A folder of a newer version is refused and left as it is`() async throws {
        let folder = try await usedFolder()
        let path = folder.appendingPathComponent("tidings.sqlite").path
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "pragma user_version = 4711") }
        let before = try bytes(folder)
        #expect(throws: LibraryError.newerDataFolder(found: 4711, known: Migrations.latestVersion)) { try open(folder) }
        #expect(try bytes(folder) == before)
    }

    @Test func `A folder of a version before the first release is refused and left as it is`() async throws {
        let folder = try await usedFolder()
        let path = folder.appendingPathComponent("tidings.sqlite").path
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "pragma user_version = 13") }
        let before = try bytes(folder)
        let error = LibraryError.olderDataFolder(found: 13)
        #expect(throws: error) { try open(folder) }
        #expect(try bytes(folder) == before)
        #expect(error.userMessage.contains("tidings export >feeds.opml"))
    }

    @Test func `A file that is no database is reported and left as it is`() throws {
        let folder = newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = Data(String(repeating: "my shopping list\n", count: 500).utf8)
        try text.write(to: folder.appendingPathComponent("tidings.sqlite"))
        let error = #expect(throws: LibraryError.self) { try open(folder) }
        guard case .corruptDataFolder = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try bytes(folder) == text)
    }

    @Test func `Another program's database is not taken over`() async throws {
        let folder = newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("tidings.sqlite").path
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "create table recipe (id integer)") }
        let error = #expect(throws: LibraryError.self) { try open(folder) }
        #expect(error == .corruptDataFolder(why: "tidings.sqlite belongs to another program"))
        #expect(try await DatabaseQueue(path: path).read { try $0.tableExists("recipe") && !$0.tableExists("story") })
    }

    @Test func `A damaged database is reported and left as it is`() async throws {
        let folder = try await usedFolder()
        var damaged = try bytes(folder)
        for page in 2..<20 { damaged.replaceSubrange((page * 4096)..<(page * 4096 + 64), with: Data(count: 64)) }
        try damaged.write(to: folder.appendingPathComponent("tidings.sqlite"))
        let error = #expect(throws: LibraryError.self) { try open(folder) }
        guard case .corruptDataFolder = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try bytes(folder) == damaged)
    }

    @Test func `A truncated database is reported and left as it is`() async throws {
        let folder = try await usedFolder()
        let half = try bytes(folder).prefix(30_000)
        try half.write(to: folder.appendingPathComponent("tidings.sqlite"))
        #expect(throws: LibraryError.self) { try open(folder) }
        #expect(try bytes(folder) == half)
    }

    @Test func `A file in the folder's place is named in the error`() throws {
        let file = newFolder()
        try Data("x".utf8).write(to: file)
        let error = #expect(throws: LibraryError.self) { try open(file) }
        #expect(error?.userMessage.contains(file.path) == true)
    }

    @Test func `Two Libraries write to one folder`() async throws {
        let folder = newFolder()
        let (first, second) = (try open(folder), try open(folder))
        defer {
            first.close()
            second.close()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let library = number.isMultiple(of: 2) ? first : second
                    try await library.subscriptions.follow(
                        .feed, at: try webAddress("https://a.test/\(number)"), for: .first)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await first.subscriptions.folders(for: .first).flatMap(\.subscriptions).count == 40)
    }

    @Test func `What is due stays due on a disk that takes nothing, and what is stored can be read`() async throws {
        let library = try open(try await usedFolder())
        defer { library.close() }
        let (database, presence) = (library.context.database, library.context.presence)
        // The date is from a clock that was ahead, and has to be repaired.
        let ahead = clock.now.addingTimeInterval(400 * 86_400)
        try await database.write { _ = try $0.run("update channel set due_at = ?", [.date(ahead)]) }
        try await database.write { try $0.script("pragma query_only = on") }
        #expect {
            try database.writeSync { _ = try $0.run("update channel set title = 'x'") }
        } throws: {
            ($0 as? LibraryError)?.preventsWriting == true
        }
        try NewsLibrary.catchUp(database, presence, at: clock.now, .standard)
        #expect(try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions).count == 1)
    }

    @Test func `Every error has a sentence`() {
        let errors: [LibraryError] = [
            .newerDataFolder(found: 9, known: 1), .olderDataFolder(found: 1), .corruptDataFolder(why: "x"),
            .folderUnusable(why: "x"), .busy,
            .diskFull,
            .notThere, .alreadyThere, .invalid(why: "Say more."), .failed(why: "x"),
        ]
        for error in errors { #expect(error.userMessage.hasSuffix(".")) }
    }
}
