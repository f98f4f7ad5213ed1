import Foundation

/// Orders a channel as its origin does, where that is not by time (`ChannelResponse.firstRank`).
///
/// Lists sort by `channel_story.shown_at`; rows display the story's own date. So a response's stories get values one
/// millisecond apart, downwards from now, above all others; further pages continue below.
struct ChannelRanking {
    let transaction: Transaction
    let channel: Int64
    let source: Int64
    let now: Date

    /// Above a response's size. `StoryRankQuery` tells a response's stories from earlier ones by it.
    static let rankSpacing: Int64 = 1_000

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
                update channel_story set shown_at = ? where channel_id = ?
                  and story_id = (select id from story where source_id = ? and key = ?)
                """, [.number(top - rank), .number(channel), .number(source), .text(key)])
        }
    }
}
