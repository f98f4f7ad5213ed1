import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing

@testable import Library

@Suite struct ImportBoundsTests {
    @Test func `an import reads the reader's folders once, however many it names`() async throws {
        let statements = StatementRecorder()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") } }
        do {
            let library = try NewsLibrary.open(at: folder, now: { Date(timeIntervalSince1970: 1_800_000_000) })
            library.close()
        }
        let file = folder.appendingPathComponent("tidings.sqlite")
        let store = try LibraryDatabase(file: file, trace: { statements.record($0) })
        let feeds = try (0..<500).map {
            ImportedFeed(address: try webAddress("http://a.example/\($0)"), folder: ["Folder \($0)", "Inner"])
        }
        let report = try await store.write { transaction in
            let following = try SubscriptionWriter(
                transaction, reader: 1, now: Date(timeIntervalSince1970: 1_800_000_000))
            return try SubscriptionImporter(writer: following).importFeeds(feeds)
        }
        #expect(report.added == 500)
        #expect(statements.count(of: "from folder where") <= 1)
        try store.close()
    }

    @Test func `folders of an import are told apart by their paths and found again by them`() async throws {
        let fixture = try LibraryFixture()
        let feeds = try [["News"], ["Work", "News"], ["News"], [], ["Work", "News"]].enumerated().map {
            ImportedFeed(address: try webAddress("http://a.example/\($0.offset)"), folder: $0.element)
        }
        _ = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        let folders = try await fixture.library.subscriptions.folders(for: fixture.me)
        #expect(folders.map(\.title) == ["News", "Work / News", "Other"])
        #expect(folders.map(\.subscriptions.count) == [2, 2, 1])
        let again = try await fixture.library.subscriptions.importOutlines(
            [ImportedFeed(address: try webAddress("http://a.example/9"), folder: ["Work", "News"])], for: fixture.me)
        #expect(again.added == 1)
        #expect(
            try await fixture.library.subscriptions.folders(for: fixture.me).map(\.subscriptions.count) == [2, 3, 1])
    }

    @Test func `undoing an import of many folders takes them away`() async throws {
        let fixture = try LibraryFixture()
        let feeds = try (0..<300).map {
            ImportedFeed(address: try webAddress("http://a.example/\($0)"), folder: ["Folder \($0)"])
        }
        let report = try await fixture.library.subscriptions.importOutlines(feeds, for: fixture.me)
        let ticket = try #require(report.undoToken)
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await fixture.number("select count(*) from folder where reader_id = 1") == 0)
        #expect(try await fixture.number("select count(*) from subscription") == 0)
    }

    @Test func `a folder's title is bounded in bytes`() throws {
        let title = try #require(LineNormalizer.normalize("e" + String(repeating: "\u{301}", count: 100_000)))
        #expect(title.utf8.count <= 1000)
        #expect(LineNormalizer.normalize("plain\u{7} words") == "plain words")
    }
}

/// A record of the statements sent to a database.
private final class StatementRecorder: Sendable {
    private let all = Mutex<[String]>([])
    func record(_ sql: String) { all.withLock { $0.append(sql) } }
    func count(of words: String) -> Int { all.withLock { $0.count { $0.contains(words) } } }
}
