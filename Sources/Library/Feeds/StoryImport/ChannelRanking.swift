import Foundation

/// Orders a channel's list as its origin does, where that is not by time (`ChannelResponse.firstRank`).
///
/// Lists are sorted by `channel_story.shown_at`; the age a row displays is the story's own. So the stories of a
/// response get values one millisecond apart, downwards from now: above everything already in the list, with stories
/// that have left the origin's list below them. A further page continues below the first.
struct ChannelRanking {
    let transaction: Transaction
    let channel: Int64
    let source: Int64
    let now: Date

    /// Larger than the number of stories in a response.
    private static let rankSpacing: Int64 = 1_000

    /// - Parameters:
    ///   - keys: the stories of a response, in its order.
    ///   - firstRank: the rank of the first, from 0.
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
