import Foundation
import Library
import News

/// A cache of the preferences and undo offer that every request needs, so that a 304 needs no database.
struct ReaderCache: Sendable {
    private let entries = RevisionCache<ReaderID, (preferences: Preferences, undo: UndoToken?)>(maxCount: 500)
    /// The seconds for which pages offer undo.
    static let undoOfferSeconds = 8

    func load(
        _ reader: ReaderID, _ library: NewsLibrary, now: Date
    ) async throws(LibraryError) -> (preferences: Preferences, undo: UndoToken?) {
        let entry = try await entries.value(for: reader, at: library.revision(for: reader)) {
            () async throws(LibraryError) in
            let preferences = try await library.readers.preferences(for: reader)
            let undo = try await library.marks.lastUndo(for: reader, within: Self.undoOfferSeconds)
            return (preferences, undo)
        }
        return (entry.preferences, entry.undo.flatMap { Self.isUndoOffered($0, now) ? $0 : nil })
    }

    private static func isUndoOffered(_ token: UndoToken, _ now: Date) -> Bool {
        token.expiresAt.addingTimeInterval(-UndoToken.lifetime + Double(undoOfferSeconds)) > now
    }
}
