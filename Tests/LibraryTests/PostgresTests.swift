import Foundation
import News
import Packs
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of decision 7: SQL is written once, in the subset that SQLite and PostgreSQL share. All statements are
/// recorded while the Library does everything it can, and PostgreSQL prepares each statement on the same schema.
@Suite(.enabled(if: PostgresServer.isInstalled, "needs Debian's postgresql-15"))
struct `The SQL that both engines share` {
    @Test func `PostgreSQL prepares every statement`() async throws {
        let said = Mutex<Set<String>>([])
        let clock = TestClock()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") } }
        let library = try NewsLibrary.open(
            at: folder, now: { clock.now },
            retention: RetentionPolicy(readDays: 1, unreadDays: 2, minimumPerChannel: 1),
            masterKeyFile: MasterKeyFile(url: folder.appendingPathComponent("secrets.key")),
            trace: { text in said.withLock { _ = $0.insert(text) } })
        defer { library.close() }
        try await doEverything(with: library, clock: clock)

        let statements = said.withLock { $0 }.filter(isShared).sorted()
        #expect(statements.count > 100)
        let script =
            Migrations.all.map { SQLDialect.postgres.render($0.sql) }
            + statements.enumerated().map { number, text in
                "prepare s\(number) as \(numbered(text));"
            }
        let diagnostics = try PostgresServer.complaints(about: script.joined(separator: "\n"))
        #expect(diagnostics == "")
    }

    /// Returns true for statements of both engines: transactions, schemas and full-text search are written for each.
    private func isShared(_ text: String) -> Bool {
        let start = text.lowercased()
        return ["select ", "insert ", "update ", "delete "].contains { start.hasPrefix($0) }
            && !start.contains("story_search") && !start.contains("sqlite_") && text.contains("?")
    }

    /// Replaces `?` with `$1`, `$2` …; the Library's statements contain no other question marks.
    private func numbered(_ text: String) -> String {
        text.split(separator: "?", omittingEmptySubsequences: false).enumerated().reduce("") { sql, part in
            part.offset == 0 ? String(part.element) : sql + "$\(part.offset)" + part.element
        }
    }

    private func doEverything(with library: NewsLibrary, clock: TestClock) async throws {
        let source = FakeSource()
        let library = library.withSources(source.catalog)
        let refresher = Refresher(library: library)
        let me = ReaderID.first
        try await fill(library, source, refresher, clock)
        try await read(library, me)
        try await goOn(library, source, refresher, me)
        try await mark(library, me)
        try await arrange(library, me)
        try await comeIn(library, me)
        try await useService(library)
        try await followTopics(library, source, refresher, me)
        try await installPacks(library, me)
        try await deliverMessages(library, me)
        try await tellByHub(library, clock)
        try await syncPrograms(library, me)
        for address in ["https://a.test/feed", "https://b.test/feed"] {
            source.put(
                .failure(address.contains("a.") ? .busy(until: clock.now.addingTimeInterval(9)) : .gone), at: address)
        }
        clock.advance(3600)
        await refresher.runOnce(reason: .manual)
        clock.advance(4 * 86400)
        try await fetchPages(library, source, me)
        try await discuss(library, source, clock, me)
        try await WritingWalk.run(library, source, clock, me)
        clock.advance(200 * 86400)
        try await library.context.purge()
        try await library.context.compactReadThrough()
        try await library.readers.recordVisit(for: me)
        _ = try await library.stories.frontPage(for: me)
    }
}
