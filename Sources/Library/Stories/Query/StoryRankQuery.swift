import Untrusted

/// The ranks of stories in a list that has its origin's own order.
///
/// `ChannelRanking` stores a response's ranks as times below that of its first story, one millisecond apart, so a rank
/// is a difference. What earlier responses brought stands below, and is numbered on by its position.
struct StoryRankQuery {
    let transaction: Transaction
    let reader: Int64

    /// The first stories, by which an order of its own is told from one by time.
    private static let sampleSize = 30

    /// From 1, by story. Empty for lists of several channels or ordered by time.
    /// - Parameter refs: of `list`, best first.
    func ranks(of refs: [StoryRef], in list: StoryList) throws -> [Int64: Int] {
        guard let lowest = refs.map(\.shownAt).min() else { return [:] }
        guard let channel = try onlyChannel(of: list), try isRanked(channel) else { return [:] }
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

    private func onlyChannel(of list: StoryList) throws -> Int64? {
        guard StoryListQuery.supportsOlderStories(list) else { return nil }
        let scope = try StoryScope(list, transaction)
        let channels = try transaction.numbers(
            "select u.channel_id from subscription u where u.reader_id = ?\(scope.condition) limit 2",
            [.number(reader)] + scope.arguments)
        return channels.count == 1 ? channels[0] : nil
    }

    /// False also where the origin's order is that of time (Hacker News's newest), but for a few stories.
    private func isRanked(_ channel: Int64) throws -> Bool {
        let sample = try transaction.all(
            """
            select cs.shown_at as placed_at, s.shown_at from channel_story cs join story s on s.id = cs.story_id
            where cs.channel_id = ? order by cs.shown_at desc, cs.story_id desc limit ?
            """, [.number(channel), .number(Self.sampleSize)]
        ) { (placedAt: $0.number("placed_at"), shownAt: $0.number("shown_at")) }
        guard sample.contains(where: { $0.placedAt != $0.shownAt }) else { return false }
        let newerBelow = zip(sample, sample.dropFirst()).filter { above, below in above.shownAt < below.shownAt }
        return newerBelow.count * 10 > sample.count
    }
}
