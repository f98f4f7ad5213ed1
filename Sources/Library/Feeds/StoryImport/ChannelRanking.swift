import Foundation

/// Keeps the order of a channel's own list, if its origin has one (`ChannelResponse.firstRank`).
///
/// A list of that channel alone sorts by `channel_story.rank_key`, every other list by date. The stories of a response
/// get keys one apart, downwards from the current time in milliseconds, above all others; further pages continue below.
/// Either all stories of a channel have a key or none has.
struct ChannelRanking {
    let transaction: Transaction
    let channel: Int64
    let source: Int64
    let now: Date

    /// The distance between the keys of two responses, larger than the size of a response. `StoryRankQuery` uses it to
    /// tell a response's stories from earlier ones.
    static let rankSpacing: Int64 = 1_000

    /// Ranks the stories of a response.
    /// - Parameters:
    ///   - keys: the keys of a response's stories, all of them stored.
    ///   - firstRank: the rank of the first story; nil for a response without ranks.
    func apply(_ keys: [String], from firstRank: Int?) throws {
        let highest = try transaction.number(
            "select max(rank_key) from channel_story where channel_id = ? and rank_key is not null", [.number(channel)])
        if let firstRank {
            try rank(keys, downwardsFrom: top(highest, isFirstPage: firstRank == 0), from: firstRank)
        }
        guard (highest == nil) != (firstRank == nil) else { return }
        try rankRestByDate()
    }

    private func top(_ highest: Int64?, isFirstPage: Bool) -> Int64 {
        guard let highest else { return now.milliseconds }
        return isFirstPage ? max(now.milliseconds, highest + Self.rankSpacing) : highest
    }

    private func rank(_ keys: [String], downwardsFrom top: Int64, from firstRank: Int) throws {
        for (offset, key) in keys.enumerated() {
            try transaction.run(
                """
                update channel_story set rank_key = ? where channel_id = ?
                  and story_id = (select id from story where source_id = ? and origin_key = ?)
                """, [.number(top - Int64(firstRank + offset)), .number(channel), .number(source), .text(key)])
        }
    }

    private func rankRestByDate() throws {
        try transaction.run(
            "update channel_story set rank_key = shown_at where channel_id = ? and rank_key is null",
            [.number(channel)])
    }
}
