import Foundation
import News
import Packs

/// Writes a reader's favourites, which are saved marks with their dates.
struct PackFavouriteWriter {
    let transaction: Transaction
    let now: Date
    let source: Int64
    let reader: Int64

    /// Adds the favourites that a pack brings, unless the reader has marked or unmarked the page before.
    func add(_ favourites: [PackFavourite]) throws {
        guard !favourites.isEmpty else { return }
        let writer = try MarkWriter(transaction, reader: reader, now: now)
        for favourite in favourites {
            guard let story = try story(of: favourite.page), try mark(of: story) == nil else { continue }
            try writer.write(.saved, story, true, at: min(favourite.date, now).milliseconds)
        }
    }

    /// Applies a reader's changes, the later change of a page winning; returns true if anything changed.
    func apply(_ changes: [PackFavouriteChange]) throws -> Bool {
        // All changes share one change number of the reader, created with the first.
        var writers: [MarkWriter] = []
        for change in changes.sorted(by: { $0.date < $1.date }) {
            // A device's clock may be fast, but its changes have happened already.
            let date = min(change.date, now).milliseconds
            guard let story = try story(of: change.slug), try isChange(change, at: date, of: story) else { continue }
            if writers.isEmpty { writers.append(try MarkWriter(transaction, reader: reader, now: now)) }
            for writer in writers { try writer.write(.saved, story, change.isFavourite, at: date) }
        }
        return !writers.isEmpty
    }

    private func isChange(_ change: PackFavouriteChange, at date: Int64, of story: Int64) throws -> Bool {
        guard let known = try mark(of: story) else { return change.isFavourite }
        return date > known.at || (date == known.at && known.value != change.isFavourite)
    }

    private func story(of slug: String) throws -> Int64? {
        try transaction.number(
            "select story_id from pack_page where source_id = ? and slug = ?", [.number(source), .text(slug)])
    }

    private func mark(of story: Int64) throws -> (value: Bool, at: Int64)? {
        try transaction.first(
            "select is_set, at from mark where reader_id = ? and kind = ? and story_id = ?",
            [.number(reader), .number(MarkKind.saved.databaseValue), .number(story)]
        ) { (value: $0.bool("is_set"), at: $0.number("at")) }
    }
}
