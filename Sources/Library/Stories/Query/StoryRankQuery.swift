import News
import URLs
import Untrusted

/// The ranks of stories in a list that has its origin's own order.
///
/// `ChannelRanking` stores a response's ranks as times below that of its first story, one millisecond apart, so a rank
/// is a difference. What earlier responses brought stands below, and is numbered on by its position.
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
            select story_id, shown_at from channel_story where channel_id = ? and shown_at >= ?
            order by shown_at desc, story_id desc
            """, [.number(channel), .number(lowest)]
        ) { (story: $0.number("story_id"), placedAt: $0.number("shown_at")) }
        guard let top = placed.first?.placedAt else { return [:] }
        var ranks: [Int64: Int] = [:]
        var rank = 0
        for (story, placedAt) in placed {
            let below = top.subtracting(saturating: placedAt)
            rank = max(rank + 1, below < ChannelRanking.rankSpacing ? Int(below) + 1 : 0)
            ranks[story] = rank
        }
        return ranks
    }

    /// Nil also where the channel has no order of its own.
    private func rankedChannel(of list: StoryList) throws -> Int64? {
        guard StoryListQuery.supportsOlderStories(list) else { return nil }
        let scope = try StoryScope(list, transaction)
        let channels = try transaction.all(
            """
            select c.id, c.address, o.kind, o.address as site
            from subscription u join channel c on c.id = u.channel_id join source o on o.id = c.source_id
            where u.reader_id = ?\(scope.condition) limit 2
            """, [.number(reader)] + scope.arguments
        ) { row in
            (
                id: row.number("id"), address: WebAddress(row.text("address")),
                kind: SourceKind(rawValue: row.text("kind")), site: WebAddress(row.text("site"))
            )
        }
        guard channels.count == 1, let address = channels[0].address, let site = channels[0].site,
            sources.source(of: channels[0].kind, at: site)?.isRanked(address) == true
        else { return nil }
        return channels[0].id
    }
}
