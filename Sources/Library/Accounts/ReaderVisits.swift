import Foundation

/// Access to the readers' visits. A visit ends after half an hour of absence.
enum ReaderVisits {
    private static let visitTimeout: Int64 = 30 * 60 * 1000
    private static let writeInterval: Int64 = 60 * 1000

    static func previousVisit(_ transaction: Transaction, reader: Int64) throws -> (at: Date, story: Int64)? {
        let found = try transaction.first(
            "select previous_visit_at, previous_visit_newest_story_id from visit where reader_id = ?", [.number(reader)]
        ) { (at: $0.optionalDate("previous_visit_at"), story: $0.number("previous_visit_newest_story_id")) }
        guard let found, let at = found.at else { return nil }
        return (at, found.story)
    }

    /// Returns a time in milliseconds after the reader's last act of the previous visit, and before the first of this
    /// one; nil before the second visit.
    static func endOfPreviousVisit(_ transaction: Transaction, reader: Int64) throws -> Int64? {
        try previousVisit(transaction, reader: reader).map { $0.at.milliseconds + visitTimeout }
    }

    enum Update { case unchanged, first, continues, startsNew }

    static func nextUpdate(_ transaction: Transaction, reader: Int64, now: Int64) throws -> Update {
        guard
            let seen = try transaction.number("select last_visit_at from visit where reader_id = ?", [.number(reader)])
        else {
            return .first
        }
        if now - seen > visitTimeout { return .startsNew }
        return now - seen >= writeInterval ? .continues : .unchanged
    }

    static func apply(_ step: Update, _ transaction: Transaction, reader: Int64, now: Int64) throws {
        let newestStory = try NewStoryCountQuery(transaction: transaction, reader: reader).highestStoryID() ?? 0
        switch step {
        case .unchanged: return
        case .first:
            try transaction.run(
                """
                insert into visit (reader_id, last_visit_at, last_visit_newest_story_id) values (?, ?, ?)
                on conflict (reader_id) do nothing
                """, [.number(reader), .number(now), .number(newestStory)])
        case .continues:
            try transaction.run(
                "update visit set last_visit_at = ?, last_visit_newest_story_id = ? where reader_id = ?",
                [.number(now), .number(newestStory), .number(reader)])
        case .startsNew:
            try transaction.run(
                """
                update visit set previous_visit_at = last_visit_at, previous_visit_newest_story_id = last_visit_newest_story_id, last_visit_at = ?, last_visit_newest_story_id = ?
                where reader_id = ?
                """, [.number(now), .number(newestStory), .number(reader)])
        }
    }
}
