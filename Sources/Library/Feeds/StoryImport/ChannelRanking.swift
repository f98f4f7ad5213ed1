import Foundation

/// Lists a channel in its origin's own order, where that is not one of time (`ChannelResponse.firstRank`).
///
/// A channel's stories stand by `channel_story.shown_at`; what a row says of a story's age is the story's own. So an
/// answer's stories are given places one millisecond apart, downwards from now: they stand above whatever the list had
/// before, and what has left the list stands below them. A further page goes on below the first.
struct ChannelRanking {
    let transaction: Transaction
    let channel: Int64
    let source: Int64
    let now: Date

    /// Further apart than an answer has stories.
    private static let rankSpacing: Int64 = 1_000

    /// - Parameters:
    ///   - keys: the stories of an answer, in its order.
    ///   - firstRank: where the first of them stands, from 0.
    func apply(_ keys: [String], from firstRank: Int) throws {
        let highest = try transaction.number(
            "select max(shown_at) from channel_story where channel_id = ?", [.number(channel)])
        let top: Int64
        if firstRank == 0 {
            top = max(now.milliseconds, (highest ?? 0) + Self.rankSpacing)
        } else {
            top = highest ?? now.milliseconds
        }
        for (offset, key) in keys.enumerated() {
            let rank = Int64(firstRank + offset)
            try transaction.run(
                """
                update channel_story set shown_at = ?, rank = ? where channel_id = ?
                  and story_id = (select id from story where source_id = ? and key = ?)
                """, [.number(top - rank), .number(rank), .number(channel), .number(source), .text(key)])
        }
    }
}
