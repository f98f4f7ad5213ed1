import Foundation
import Library
import News
import Synchronization

/// What every visit needs of its reader, kept until the reader's revision rises: an unchanged page is then answered
/// without touching the database.
///
/// Invariant: what is kept was read at `revision` or later.
final class ReaderCache: Sendable {
    private struct Entry {
        let revision: Int64
        let preferences: Preferences
        let undo: UndoToken?
    }

    private let entries = Mutex<[ReaderID: Entry]>([:])
    /// How long a bulk act's undo is offered on pages, in seconds.
    static let undoOfferSeconds = 8

    /// The reader's preferences, and the act that can still be taken back.
    func load(
        _ reader: ReaderID, _ library: NewsLibrary, now: Date
    ) async throws(LibraryError) -> (preferences: Preferences, undo: UndoToken?) {
        let revision = library.revision(for: reader)
        if let known = entries.withLock({ $0[reader] }), known.revision == revision {
            return (known.preferences, known.undo.flatMap { Self.isUndoOffered($0, now) ? $0 : nil })
        }
        let preferences = try await library.readers.preferences(for: reader)
        let undo = try await library.marks.lastUndo(for: reader, within: Self.undoOfferSeconds)
        entries.withLock { $0[reader] = Entry(revision: revision, preferences: preferences, undo: undo) }
        return (preferences, undo)
    }

    private static func isUndoOffered(_ ticket: UndoToken, _ now: Date) -> Bool {
        ticket.expiresAt.addingTimeInterval(-UndoToken.lifetime + Double(undoOfferSeconds)) > now
    }
}
