import Foundation

/// A log of which stories had arrived at a given minute. Story IDs ascend with arrival, so one ID per minute suffices,
/// and queries use the index of IDs. Neither a wrong clock nor a purged story that came back under a new row
/// (`PurgedStoryRestorer`) changes the log's answers.
struct ArrivalLog {
    let transaction: Transaction
    let now: Date

    private static let minute: Int64 = 60_000
    /// The retention in milliseconds, longer than a front page is held (`FrontPageOptions.holdMinutes`).
    private static let keptFor: Int64 = 2 * 24 * 3600 * 1000

    /// Records the newest story ID before the first story of an import is inserted.
    func record() throws {
        // A story that comes exactly at a full minute counts as arrived by that minute.
        let minute = (now.milliseconds - 1) / Self.minute * Self.minute
        try transaction.run(
            """
            insert into arrival (at, last_story_id) select cast(? as bigint), coalesce(max(id), 0) from story where true
            on conflict (at) do nothing
            """, [.number(minute)])
    }

    /// Returns the highest ID of the stories that had arrived by `moment`, a full minute up to two days ago; `.max` if
    /// no story has arrived since.
    func highestStoryID(at moment: Int64) throws -> Int64 {
        try transaction.number(
            "select last_story_id from arrival where at >= ? and at <= ? order by at limit 1",
            [.number(moment), .date(now)]) ?? .max
    }

    /// Removes entries past the retention, and entries in the future left by a clock that was ahead.
    func removeOld() throws {
        try transaction.run(
            "delete from arrival where at < ? or at > ?", [.number(now.milliseconds - Self.keptFor), .date(now)])
    }
}
