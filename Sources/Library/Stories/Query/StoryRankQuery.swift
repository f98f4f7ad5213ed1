import News
import URLs
import Untrusted

/// A query for the ranks of stories in a list that keeps its origin's own order.
///
/// `ChannelRanking` stores the ranks of a response as keys below that of its first story, so a rank is a difference of
/// keys. Stories of earlier responses come below, and their ranks continue by position.
struct StoryRankQuery {
    let transaction: Transaction
    let reader: Int64
    let sources: SourceCatalog

    /// Returns the ranks by story ID, starting at 1.
    /// - Parameter refs: the stories of a list of `channel` alone, best first.
    func ranks(of refs: [StoryReference], in channel: Int64) throws -> [Int64: Int] {
        guard let lowest = refs.map(\.sortKey).min() else { return [:] }
        let placed = try transaction.all(
            """
            select story_id, rank_key from channel_story where channel_id = ? and rank_key >= ?
            order by rank_key desc, story_id desc
            """, [.number(channel), .number(lowest)]
        ) { (story: $0.number("story_id"), key: $0.number("rank_key")) }
        guard let top = placed.first?.key else { return [:] }
        var ranks: [Int64: Int] = [:]
        var rank = 0
        for (story, key) in placed {
            let below = top.subtracting(saturating: key)
            rank = max(rank + 1, below < ChannelRanking.rankSpacing ? Int(below) + 1 : 0)
            ranks[story] = rank
        }
        return ranks
    }

    /// Returns true if any of the stories comes from a channel with its own order, which may bring old stories late,
    /// whatever other channels the list has.
    func hasRankedChannel(_ refs: [StoryReference]) throws -> Bool {
        try channels(Set(refs.map(\.channel)).sorted()).contains(where: hasOwnOrder)
    }

    /// Returns true if the channel is not sorted by time (`Source.isRanked`); a list of this channel alone keeps its
    /// order.
    func hasOwnOrder(_ channel: Int64) throws -> Bool { try channels([channel]).contains(where: hasOwnOrder) }

    private func channels(_ ids: [Int64]) throws -> [Channel] {
        let list = SQLList(ids)
        return try transaction.all(
            """
            select \(Channel.columns) from channel c join source o on o.id = c.source_id
            where c.id in \(list.sql)
            """, list.arguments
        ) { Channel($0) }
    }

    private struct Channel {
        static let columns = "c.address, o.kind, o.address as site"

        var kind: SourceKind
        var address: WebAddress?
        var site: WebAddress?

        init(_ row: SQLRow) {
            kind = SourceKind(rawValue: row.text("kind"))
            address = WebAddress(row.text("address"))
            site = WebAddress(row.text("site"))
        }
    }

    private func hasOwnOrder(_ channel: Channel) -> Bool {
        guard let address = channel.address, let site = channel.site else { return false }
        return sources.source(of: channel.kind, at: site)?.isRanked(address) == true
    }
}
