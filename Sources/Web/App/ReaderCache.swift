import Caching
import Foundation
import Library
import News

/// A cache of the preferences and undo offer that every request needs, so that a 304 needs no database.
struct ReaderCache: Sendable {
    private struct Entry {
        let revision: Int64
        let preferences: Preferences
        let undo: UndoToken?
    }

    private let entries = BoundedCache<ReaderID, Entry>(maxCount: 500)
    /// The seconds for which pages offer undo.
    static let undoOfferSeconds = 8

    func load(
        _ reader: ReaderID, _ library: NewsLibrary, now: Date
    ) async throws(LibraryError) -> (preferences: Preferences, undo: UndoToken?) {
        let revision = library.revision(for: reader)
        if let entry = entries.value(for: reader), entry.revision == revision {
            return (entry.preferences, entry.undo.flatMap { Self.isUndoOffered($0, now) ? $0 : nil })
        }
        let preferences = try await library.readers.preferences(for: reader)
        let undo = try await library.marks.lastUndo(for: reader, within: Self.undoOfferSeconds)
        entries.store(Entry(revision: revision, preferences: preferences, undo: undo), for: reader)
        return (preferences, undo)
    }

    private static func isUndoOffered(_ token: UndoToken, _ now: Date) -> Bool {
        token.expiresAt.addingTimeInterval(-UndoToken.lifetime + Double(undoOfferSeconds)) > now
    }
}
