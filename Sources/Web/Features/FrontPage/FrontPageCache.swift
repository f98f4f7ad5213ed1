import Foundation
import Library
import News
import Synchronization

/// Caches the stories and status of front pages until the reader's revision rises. The HTML is always rendered anew,
/// since it contains relative times.
///
/// Invariant: an entry was read at its `revision` or later, and is used for at most `lifetime`; there are at most
/// `maxEntries`.
final class FrontPageCache: Sendable {
    /// What determines the stories of a front page.
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
    /// Seconds after which an entry expires even without changes: stories grow old, images may become available.
    private static let lifetime: TimeInterval = 30
    /// Seconds for which a further visit is not recorded; the Library's resolution is one minute.
    private static let visitInterval: TimeInterval = 10

    /// The cached front page and status, or those that `read` returns.
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

    /// Records that the reader is present (`ReaderService.recordVisit`), at most once per `visitInterval`.
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

    /// False also if the clock was set back.
    private static func isWithin(_ seconds: TimeInterval, of then: Date, _ now: Date) -> Bool {
        (0..<seconds).contains(now.timeIntervalSince(then))  // bounded: a constant
    }
}
