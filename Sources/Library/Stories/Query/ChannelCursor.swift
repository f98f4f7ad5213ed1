/// Reads a channel's stories downwards in growing chunks.
struct ChannelCursor {
    private let reader: Int64
    private let followed: FollowedChannel
    private let filter: StoryFilter
    private var cursor: ListCursor
    private var chunk: [StoryRef] = []
    private var position = 0
    private var chunkSize = 4
    private var isExhausted = false

    init(reader: Int64, followed: FollowedChannel, filter: StoryFilter, below start: ListCursor) {
        self.reader = reader
        self.followed = followed
        self.filter = filter
        cursor = start
    }

    /// Does not consume the story.
    mutating func peek(_ transaction: Transaction) throws -> StoryRef? {
        if position < chunk.count { return chunk[position] }
        guard !isExhausted else { return nil }
        chunk = try read(transaction)
        position = 0
        isExhausted = chunk.count < chunkSize
        chunkSize = min(chunkSize * 2, 256)
        if let last = chunk.last { cursor = last.cursor }
        return chunk.first
    }

    mutating func advance() { position += 1 }

    private func read(_ transaction: Transaction) throws -> [StoryRef] {
        guard filter.isUnreadOnly else { return try readAll(transaction) }
        return try readUnread(transaction)
    }

    private func readAll(_ transaction: Transaction) throws -> [StoryRef] {
        try transaction.all(
            """
            select cs.story_id, cs.shown_at, g.group_id
            from channel_story cs left join story_group g on g.story_id = cs.story_id
            where cs.channel_id = ? and (cs.shown_at, cs.story_id) < (?, ?) and cs.story_id <= ?
              \(MuteSQL.storyCondition("cs.story_id"))
            order by cs.shown_at desc, cs.story_id desc limit ?
            """,
            [.number(followed.channel)] + cursor.arguments + [
                .number(filter.asOf), .number(reader), .number(chunkSize),
            ], decode)
    }

    /// Marked unread, or unmarked and above `read_through`.
    private func readUnread(_ transaction: Transaction) throws -> [StoryRef] {
        try transaction.all(
            """
            select cs.story_id, cs.shown_at, g.group_id
            from channel_story cs
            left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue)
              and m.story_id = cs.story_id
            left join story_group g on g.story_id = cs.story_id
            where cs.channel_id = ? and (cs.shown_at, cs.story_id) < (?, ?) and cs.story_id <= ?
              and coalesce(m.value, case when cs.story_id > ? then 0 else 1 end) = 0
              \(MuteSQL.storyCondition("cs.story_id"))
            order by cs.shown_at desc, cs.story_id desc limit ?
            """,
            [.number(reader), .number(followed.channel)] + cursor.arguments
                + [.number(filter.asOf), .number(followed.readThrough), .number(reader), .number(chunkSize)],
            decode)
    }

    private func decode(_ row: SQLRow) -> StoryRef {
        StoryRef(
            story: row.number("story_id"), channel: followed.channel, shownAt: row.number("shown_at"),
            group: row.optionalNumber("group_id"))
    }
}
