import Foundation

/// When a reader was here. A visit ends after half an hour of absence.
enum Visits {
    private static let absence: Int64 = 30 * 60 * 1000
    /// Instants within a visit are written down no more often than this.
    private static let grain: Int64 = 60 * 1000

    /// The end of the visit before this one.
    static func before(_ session: Session, reader: Int64) throws -> (at: Date, story: Int64)? {
        let found = try session.first(
            "select before_at, before_story from visit where reader_id = ?", [.number(reader)]
        ) { (at: $0.optionalInstant(), story: $0.number()) }
        guard let found, let at = found.at else { return nil }
        return (at, found.story)
    }

    /// What has to be written for a visit at this moment.
    enum Step { case nothing, first, goesOn, begins }

    static func step(_ session: Session, reader: Int64, now: Int64) throws -> Step {
        guard let seen = try session.number("select seen_at from visit where reader_id = ?", [.number(reader)]) else {
            return .first
        }
        if now - seen > absence { return .begins }
        return now - seen >= grain ? .goesOn : .nothing
    }

    static func take(_ step: Step, _ session: Session, reader: Int64, now: Int64) throws {
        let highest = try Arrivals(session: session, reader: reader).highest() ?? 0
        switch step {
        case .nothing: return
        case .first:
            try session.run(
                """
                insert into visit (reader_id, began_at, seen_at, seen_story) values (?, ?, ?, ?)
                on conflict (reader_id) do nothing
                """, [.number(reader), .number(now), .number(now), .number(highest)])
        case .goesOn:
            try session.run(
                "update visit set seen_at = ?, seen_story = ? where reader_id = ?",
                [.number(now), .number(highest), .number(reader)])
        case .begins:
            try session.run(
                """
                update visit set before_at = seen_at, before_story = seen_story, began_at = ?, seen_at = ?,
                  seen_story = ? where reader_id = ?
                """, [.number(now), .number(now), .number(highest), .number(reader)])
        }
    }
}
