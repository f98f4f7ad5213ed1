import Foundation
import Library
import News
import Synchronization

/// What every visit needs of its reader, kept until the reader's revision rises: an unchanged page is then answered
/// without touching the database.
///
/// Invariant: what is kept was read at `revision` or later.
final class ReaderMemory: Sendable {
    private struct Kept {
        let revision: Int64
        let preferences: Preferences
        let undo: UndoTicket?
    }

    private let kept = Mutex<[ReaderID: Kept]>([:])
    /// How long a bulk act's undo is offered on pages, in seconds.
    static let offer = 8

    /// The reader's preferences, and the act that can still be taken back.
    func recall(
        _ reader: ReaderID, _ library: NewsLibrary, now: Date
    ) async throws(LibraryError) -> (preferences: Preferences, undo: UndoTicket?) {
        let revision = library.revision(for: reader)
        if let known = kept.withLock({ $0[reader] }), known.revision == revision {
            return (known.preferences, known.undo.flatMap { Self.isOffered($0, now) ? $0 : nil })
        }
        let preferences = try await library.readers.preferences(for: reader)
        let undo = try await library.marks.lastUndo(for: reader, within: Self.offer)
        kept.withLock { $0[reader] = Kept(revision: revision, preferences: preferences, undo: undo) }
        return (preferences, undo)
    }

    private static func isOffered(_ ticket: UndoTicket, _ now: Date) -> Bool {
        ticket.expiresAt.addingTimeInterval(-UndoTicket.lifetime + Double(offer)) > now
    }
}
