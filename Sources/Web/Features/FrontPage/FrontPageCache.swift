import Foundation
import Library
import News
import Synchronization

/// Caches the content of front pages; HTML has relative times and is rendered anew.
///
/// Invariant: an entry was read at its `revision` or later, is used for at most `lifetime`, and there are at most
/// `maxEntries`.
final class FrontPageCache: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        let edition: EditionID
        let rows: Int
        let layout: Preferences.Layout
    }

    private struct Entry {
        let revision: Int64
        let readAt: Date
        let front: FrontPage
        let status: RefreshStatus
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var visitedAt: [ReaderID: Date] = [:]
    }

    private let state = Mutex(State())
    private static let maxEntries = 64
    /// In seconds, even without changes: stories grow old, images become available.
    private static let lifetime: TimeInterval = 30
    /// In seconds; the Library's resolution is a minute.
    private static let visitInterval: TimeInterval = 10

    func frontPage(
        _ scope: RequestScope, _ read: () async throws(LibraryError) -> (FrontPage, RefreshStatus)
    ) async throws(LibraryError) -> (front: FrontPage, status: RefreshStatus) {
        let key = Key(
            reader: scope.reader, edition: scope.edition.id, rows: scope.edition.options.rowsPerSection,
            layout: scope.listLayout)
        let revision = scope.library.revision(for: scope.reader)
        if let entry = state.withLock({ $0.entries[key] }), entry.revision == revision,
            Self.isWithin(Self.lifetime, of: entry.readAt, scope.now)
        {
            return (entry.front, entry.status)
        }
        let (front, status) = try await read()
        state.withLock { state in
            if state.entries.count >= Self.maxEntries { state.entries = [:] }
            state.entries[key] = Entry(revision: revision, readAt: scope.now, front: front, status: status)
        }
        return (front, status)
    }

    /// `ReaderService.recordVisit`, at most once per `visitInterval`.
    func recordVisit(_ scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.allowsSideEffects else { return }
        let lastVisit = state.withLock { $0.visitedAt[scope.reader] }
        if let lastVisit, Self.isWithin(Self.visitInterval, of: lastVisit, scope.now) { return }
        try await scope.library.readers.recordVisit(for: scope.reader)
        state.withLock { state in
            if state.visitedAt.count >= Self.maxEntries { state.visitedAt = [:] }
            state.visitedAt[scope.reader] = scope.now
        }
    }

    /// False if the clock was set back.
    private static func isWithin(_ seconds: TimeInterval, of then: Date, _ now: Date) -> Bool {
        (0..<seconds).contains(now.timeIntervalSince(then))  // bounded: a constant
    }
}
