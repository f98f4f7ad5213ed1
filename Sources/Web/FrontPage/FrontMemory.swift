import Foundation
import Library
import News
import Synchronization

/// What front pages hold, kept until the reader's revision rises: a front page that is asked for again is written anew, with
/// the time that it is then, but not read anew.
///
/// Invariant: what is kept was read at `revision` or later, and no longer than `lasts` ago; at most `most` are kept.
final class FrontMemory: Sendable {
    /// What decides which stories stand on a front page.
    private struct Place: Hashable {
        let reader: ReaderID
        let edition: EditionID
        let rows: Int
        let layout: Preferences.Layout
    }

    private struct Kept {
        let revision: Int64
        let readAt: Date
        let front: FrontPage
        let status: RefreshStatus
    }

    private struct State {
        var fronts: [Place: Kept] = [:]
        var notedAt: [ReaderID: Date] = [:]
    }

    private let state = Mutex(State())
    private static let most = 64
    /// Seconds after which it is read again although nothing was changed: stories grow old, pictures may be had again.
    private static let lasts: TimeInterval = 30
    /// Seconds within which a reader who is still here is not noted again; the Library itself notes whole minutes.
    private static let grain: TimeInterval = 10

    /// The stories and the status of a front page, read when they are not known.
    func recall(
        _ visit: Visit, _ read: () async throws(LibraryError) -> (FrontPage, RefreshStatus)
    ) async throws(LibraryError) -> (front: FrontPage, status: RefreshStatus) {
        let place = Place(
            reader: visit.reader, edition: visit.edition.id, rows: visit.edition.options.rowsPerSection,
            layout: visit.layout)
        let revision = visit.library.revision(for: visit.reader)
        if let known = state.withLock({ $0.fronts[place] }), known.revision == revision,
            Self.isWithin(Self.lasts, of: known.readAt, visit.now)
        {
            return (known.front, known.status)
        }
        let (front, status) = try await read()
        state.withLock { state in
            if state.fronts.count >= Self.most { state.fronts = [:] }
            state.fronts[place] = Kept(revision: revision, readAt: visit.now, front: front, status: status)
        }
        return (front, status)
    }

    /// Notes that the reader is here (`ReaderDesk.visit`).
    func note(_ visit: Visit) async throws(LibraryError) {
        guard visit.intent.mayHaveEffects else { return }
        let known = state.withLock { $0.notedAt[visit.reader] }
        if let known, Self.isWithin(Self.grain, of: known, visit.now) { return }
        try await visit.library.readers.visit(for: visit.reader)
        state.withLock { state in
            if state.notedAt.count >= Self.most { state.notedAt = [:] }
            state.notedAt[visit.reader] = visit.now
        }
    }

    /// A clock that was set back makes everything unknown.
    private static func isWithin(_ seconds: TimeInterval, of then: Date, _ now: Date) -> Bool {
        (0..<seconds).contains(now.timeIntervalSince(then))  // bounded: a constant
    }
}
