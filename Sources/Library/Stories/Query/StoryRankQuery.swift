import News
import URLs
import Untrusted

/// The ranks of stories in a list that has its origin's own order.
///
/// `ChannelRanking` stores a response's ranks as keys below that of its first story, so a rank is a difference. What earlier responses brought stands below, and is numbered on by its position.
struct StoryRankQuery {
    let transaction: Transaction
    let reader: Int64
    let sources: SourceCatalog

    /// From 1, by story. Empty for lists of several channels, and for one that has no order of its own (`Source.isRanked`).
    /// - Parameter refs: of `list`, best first.
    func ranks(of refs: [StoryRef], in list: StoryList) throws -> [Int64: Int] {
        guard let lowest = refs.map(\.shownAt).min() else { return [:] }
        guard let channel = try rankedChannel(of: list) else { return [:] }
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

    /// Whether any of the stories comes from a channel that has an order of its own: it may bring old stories late,
    /// whatever other channels the list has.
    func isRanked(_ refs: [StoryRef]) throws -> Bool {
        let ids = Set(refs.map(\.channel)).sorted()
        guard !ids.isEmpty else { return false }
        let placeholders = Array(repeating: "?", count: ids.count).joined(separator: ", ")
        return try transaction.all(
            """
            select \(Channel.columns) from channel c join source o on o.id = c.source_id
            where c.id in (\(placeholders))
            """, ids.map { SQLValue.number($0) }
        ) { Channel($0) }.contains(where: hasOwnOrder)
    }

    /// Nil also where the channel has no order of its own.
    private func rankedChannel(of list: StoryList) throws -> Int64? {
        guard StoryListQuery.supportsOlderStories(list) else { return nil }
        let scope = try StoryScope(list, for: reader, transaction)
        let channels = try transaction.all(
            """
            select \(Channel.columns)
            from subscription u join channel c on c.id = u.channel_id join source o on o.id = c.source_id
            where u.reader_id = ?\(scope.condition) limit 2
            """, [.number(reader)] + scope.arguments
        ) { Channel($0) }
        guard channels.count == 1, hasOwnOrder(channels[0]) else { return nil }
        return channels[0].id
    }

    private struct Channel {
        static let columns = "c.id, c.address, o.kind, o.address as site"

        var id: Int64
        var kind: SourceKind
        var address: WebAddress?
        var site: WebAddress?

        init(_ row: SQLRow) {
            id = row.number("id")
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
