import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `What was deleted` {
    @Test func `is in none of the database's files any more, however many rows stood around it`() async throws {
        let library = try LibraryFixture()
        let secret = "herring-7731-tide-barrier"
        func isThere() throws -> Bool {
            try ["tidings.sqlite", "tidings.sqlite-wal"].contains { name in
                let bytes = try Data(contentsOf: library.folder.appending(path: name))
                return bytes.firstRange(of: Data(secret.utf8)) != nil
            }
        }
        for number in 0..<60 {
            let text = number % 20 == 7 ? "\(secret) \(number)" : String(repeating: "x", count: 300)
            try await library.execute(
                "insert into recent_search (reader_id, query, searched_at) values (1, '\(text) \(number)', \(number))")
        }
        try await library.library.context.database.emptyLog()
        #expect(try isThere())
        try await library.execute("delete from recent_search where query like '%herring%'")
        try await library.library.context.database.emptyLog()
        #expect(try !isThere())
    }

    @Test func `is overwritten whatever the library on this machine does by itself`() async throws {
        let library = try LibraryFixture()
        let setting = try await library.library.context.database.write { try $0.number("pragma secure_delete") }
        #expect(setting == 1)
    }
}

@Suite struct `Another process` {
    private let library: LibraryFixture

    init() async throws {
        library = try LibraryFixture()
        try await library.follow("https://harbour.example/feed", stories: [try library.story("1")])
    }

    @Test func `that only reads changes nothing, also not when it ends`() async throws {
        let database = library.library.context.database
        let before = try await database.dataVersion()
        let reading = try NewsLibrary.open(at: library.folder, now: library.clock.read)
        #expect(try await reading.stories.list(.everything, for: .first, depth: 10).rows.count == 1)
        reading.close()
        #expect(try await database.dataVersion() == before)
    }

    @Test func `that writes empties the log when it ends`() async throws {
        let database = library.library.context.database
        let before = try await database.dataVersion()
        let log = library.folder.appending(path: "tidings.sqlite-wal")
        let writing = try NewsLibrary.open(at: library.folder, now: library.clock.read)
        try await writing.context.database.write { transaction in
            _ = try transaction.run("update channel set due_at = due_at + 1")
        }
        writing.close()
        #expect(try await database.dataVersion() != before)
        #expect(try Data(contentsOf: log).count < 10_000)
    }
}
