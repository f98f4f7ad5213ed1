import Foundation

/// Which stories had arrived at a given minute. Ids ascend with arrival, so one number tells for all of them, and an index
/// of ids answers what else took each story's row. A clock that was wrong, and a purged story that came back
/// (`PurgedStoryRestorer`), change nothing.
struct ArrivalLog {
    let transaction: Transaction
    let now: Date

    private static let minute: Int64 = 60_000
    /// Longer than a front page holds (`FrontPageOptions.holdMinutes`).
    private static let keptFor: Int64 = 2 * 24 * 3600 * 1000

    /// Call before the first story of an import is inserted.
    func record() throws {
        // What comes at a full minute had arrived by then.
        let minute = (now.milliseconds - 1) / Self.minute * Self.minute
        try transaction.run(
            """
            insert into arrival (at, newest_before) select cast(? as bigint), coalesce(max(id), 0) from story where true
            on conflict (at) do nothing
            """, [.number(minute)])
    }

    /// The highest id of the stories that had arrived by `moment`, a full minute up to two days ago; `.max` if none came
    /// since.
    func highestStoryID(at moment: Int64) throws -> Int64 {
        try transaction.number(
            "select newest_before from arrival where at >= ? and at <= ? order by at limit 1",
            [.number(moment), .date(now)]) ?? .max
    }

    /// Also what a clock that was ahead has left.
    func removeOld() throws {
        try transaction.run(
            "delete from arrival where at < ? or at > ?", [.number(now.milliseconds - Self.keptFor), .date(now)])
    }
}
