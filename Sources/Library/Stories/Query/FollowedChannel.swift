/// Subscription fields for list queries.
struct FollowedChannel: Sendable {
    var channel: Int64
    var readThrough: Int64
    /// `shown_at` of the newest story; 0 without stories.
    var newestAt: Int64
    /// 0 without stories.
    var newestStory: Int64

    /// Reads channels in index order, newest story first: lists skip channels whose stories are too old.
    static func page(
        _ transaction: Transaction, reader: Int64, scope: StoryScope, after: (newestAt: Int64, channel: Int64),
        size: Int
    ) throws -> [FollowedChannel] {
        try transaction.all(
            """
            select u.channel_id, u.read_through, u.newest_at, c.newest_story
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ?\(scope.condition) and (u.newest_at, u.channel_id) < (?, ?)
            \(scope.isSingleChannel ? "" : "order by u.newest_at desc, u.channel_id desc ")limit ?
            """,
            [.number(reader)] + scope.arguments + [.number(after.newestAt), .number(after.channel), .number(size)]
        ) {
            FollowedChannel(
                channel: $0.number("channel_id"), readThrough: $0.number("read_through"),
                newestAt: $0.number("newest_at"), newestStory: $0.number("newest_story"))
        }
    }

    /// Channels with stories kept unread below `read_through`.
    static func withUnreadExceptions(_ transaction: Transaction, reader: Int64) throws -> Set<Int64> {
        Set(
            try transaction.numbers(
                """
                select distinct cs.channel_id from mark m join channel_story cs on cs.story_id = m.story_id
                where m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.value = 0
                """, [.number(reader)]))
    }
}
