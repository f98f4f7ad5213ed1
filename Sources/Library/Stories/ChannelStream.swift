/// The stories of one channel from a place downwards, read in growing chunks as a list needs them.
struct ChannelStream {
    private let reader: Int64
    private let followed: FollowedChannel
    private let filter: StoryFilter
    private var place: Place
    private var chunk: [Candidate] = []
    private var position = 0
    private var chunkSize = 4
    private var isOver = false

    init(reader: Int64, followed: FollowedChannel, filter: StoryFilter, below place: Place) {
        self.reader = reader
        self.followed = followed
        self.filter = filter
        self.place = place
    }

    /// The next story, without taking it; nil at the end.
    mutating func head(_ session: Session) throws -> Candidate? {
        if position < chunk.count { return chunk[position] }
        guard !isOver else { return nil }
        chunk = try read(session)
        position = 0
        isOver = chunk.count < chunkSize
        chunkSize = min(chunkSize * 2, 256)
        if let last = chunk.last { place = last.place }
        return chunk.first
    }

    mutating func take() { position += 1 }

    private func read(_ session: Session) throws -> [Candidate] {
        guard filter.isUnreadOnly else { return try readAll(session) }
        return try readUnread(session)
    }

    private func readAll(_ session: Session) throws -> [Candidate] {
        try session.all(
            """
            select cs.story_id, cs.shown_at, g.group_id
            from channel_story cs left join story_group g on g.story_id = cs.story_id
            where cs.channel_id = ? and (cs.shown_at, cs.story_id) < (?, ?) and cs.story_id <= ?
              \(StoryMutes.condition("cs.story_id"))
            order by cs.shown_at desc, cs.story_id desc limit ?
            """,
            [.number(followed.channel)] + place.values + [
                .number(filter.through), .number(reader), .number(chunkSize),
            ], candidate)
    }

    /// A story is unread when its mark says so, else when it lies above what was read through (decision 6).
    private func readUnread(_ session: Session) throws -> [Candidate] {
        try session.all(
            """
            select cs.story_id, cs.shown_at, g.group_id
            from channel_story cs
            left join mark m on m.reader_id = ? and m.kind = 2 and m.story_id = cs.story_id
            left join story_group g on g.story_id = cs.story_id
            where cs.channel_id = ? and (cs.shown_at, cs.story_id) < (?, ?) and cs.story_id <= ?
              and coalesce(m.value, case when cs.story_id > ? then 0 else 1 end) = 0
              \(StoryMutes.condition("cs.story_id"))
            order by cs.shown_at desc, cs.story_id desc limit ?
            """,
            [.number(reader), .number(followed.channel)] + place.values
                + [.number(filter.through), .number(followed.readThrough), .number(reader), .number(chunkSize)],
            candidate)
    }

    private func candidate(_ row: inout SQLRow) -> Candidate {
        Candidate(story: row.number(), channel: followed.channel, shownAt: row.number(), group: row.optionalNumber())
    }
}
