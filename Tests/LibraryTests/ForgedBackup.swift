import Foundation
import GRDB
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// A forged backup: a genuine library's database, changed without the Library, in an archive with a correct manifest.
final class ForgedBackup: Sendable {
    let base: LibraryFixture
    let place: URL
    var file: URL { place.appendingPathComponent("forged.tar") }
    var folder: URL { place.appendingPathComponent("restored") }

    init() async throws {
        base = try LibraryFixture()
        place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let story = try base.story("1", text: "The tide turns at noon.", link: "https://a.test/1")
        try await base.follow("https://a.test/feed", stories: [story, try base.story("2", text: "Calm.")])
    }

    /// Creates the forged archive.
    /// - Parameter change: A change of a copy of the database.
    func make(
        texts: [String: String] = [:], layout: Int = Migrations.latestVersion,
        _ change: @Sendable (Database) throws -> Void
    ) throws {
        let copy = place.appendingPathComponent("forged.sqlite")
        let own = try DatabaseQueue(path: base.folder.appendingPathComponent("tidings.sqlite").path)
        try own.inDatabase { try $0.execute(sql: "vacuum into ?", arguments: [copy.path]) }
        try own.close()
        var settings = GRDB.Configuration()
        settings.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: copy.path, configuration: settings)
        try queue.inDatabase { try change($0) }
        try queue.close()
        try pack(copy, texts: texts, layout: layout)
    }

    func pack(_ database: URL, texts: [String: String] = [:], layout: Int = Migrations.latestVersion) throws {
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        var tar = TarWriter(handle, madeAt: base.clock.now)
        try tar.add(database, as: BackupEntryName.database)
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            let part = place.appendingPathComponent("part")
            try Data(text.utf8).write(to: part)
            try tar.add(part, as: name)
        }
        let list = BackupManifest(program: "Forger", madeAt: "today", layout: layout, files: tar.files)
        try tar.finish(with: try list.encoded(), as: BackupManifest.name)
        try handle.close()
    }

    func restore() throws(BackupError) -> BackupRestorer.Summary {
        try BackupRestorer(file: file, folder: folder).run()
    }

    func opened() throws -> NewsLibrary {
        _ = try restore()
        return try NewsLibrary.open(at: folder, now: { [clock = base.clock] in clock.now })
    }

    /// Expects that a restoration fails, and leaves nothing that could be taken for a library.
    func expectRefusal(_ place: SourceLocation = #_sourceLocation) throws {
        let error = #expect(throws: BackupError.self, sourceLocation: place) { _ = try self.restore() }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))", sourceLocation: place)
            return
        }
        #expect(
            !FileManager.default.fileExists(atPath: folder.appendingPathComponent("tidings.sqlite").path),
            sourceLocation: place)
    }

    deinit { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
}
