import Foundation
import Library
import News
import Synchronization

/// What front pages hold, kept until the reader's revision rises: a front page that is asked for again is written anew, with
/// the time that it is then, but not read anew.
///
/// Invariant: what is kept was read at `revision` or later, and no longer than `lasts` ago; at most `most` are kept.
final class FrontPageCache: Sendable {
    /// What decides which stories stand on a front page.
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
    /// Seconds after which it is read again although nothing was changed: stories grow old, pictures may be had again.
    private static let lifetime: TimeInterval = 30
    /// Seconds within which a reader who is still here is not noted again; the Library itself notes whole minutes.
    private static let visitInterval: TimeInterval = 10

    /// The stories and the status of a front page, read when they are not known.
    func frontPage(
        _ scope: RequestScope, _ read: () async throws(LibraryError) -> (FrontPage, RefreshStatus)
    ) async throws(LibraryError) -> (front: FrontPage, status: RefreshStatus) {
        let place = Key(
            reader: scope.reader, edition: scope.edition.id, rows: scope.edition.options.rowsPerSection,
            layout: scope.listLayout)
        let revision = scope.library.revision(for: scope.reader)
        if let known = state.withLock({ $0.entries[place] }), known.revision == revision,
            Self.isWithin(Self.lifetime, of: known.readAt, scope.now)
        {
            return (known.front, known.status)
        }
        let (front, status) = try await read()
        state.withLock { state in
            if state.entries.count >= Self.maxEntries { state.entries = [:] }
            state.entries[place] = Entry(revision: revision, readAt: scope.now, front: front, status: status)
        }
        return (front, status)
    }

    /// Notes that the reader is here (`ReaderService.scope`).
    func recordVisit(_ scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.allowsSideEffects else { return }
        let known = state.withLock { $0.visitedAt[scope.reader] }
        if let known, Self.isWithin(Self.visitInterval, of: known, scope.now) { return }
        try await scope.library.readers.recordVisit(for: scope.reader)
        state.withLock { state in
            if state.visitedAt.count >= Self.maxEntries { state.visitedAt = [:] }
            state.visitedAt[scope.reader] = scope.now
        }
    }

    /// A clock that was set back makes everything unknown.
    private static func isWithin(_ seconds: TimeInterval, of then: Date, _ now: Date) -> Bool {
        (0..<seconds).contains(now.timeIntervalSince(then))  // bounded: a constant
    }
}
