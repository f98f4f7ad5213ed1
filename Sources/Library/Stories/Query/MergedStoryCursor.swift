/// A cursor that merges the lists of channels. If the order is newest first, a channel is read only when its newest
/// story could be next.
struct MergedStoryCursor {
    private let transaction: Transaction
    private let reader: Int64
    private let scope: StoryScope
    private let filter: StoryFilter
    private let sortKey: StorySortKey
    private let start: ListCursor
    private let exceptions: Set<Int64>
    private var pendingChannels: [FollowedChannel] = []
    private var nextPending = 0
    private var pageEnd = (newestAt: Int64.max, channel: Int64.max)
    private var isLastPage = false
    private var openCursors: [ChannelCursor] = []

    /// Creates a cursor.
    /// - Parameters:
    ///   - sortKey: the key to sort by; nil for the list's own.
    ///   - start: the position below which stories are returned, in the filter's order; nil for all.
    init(
        _ transaction: Transaction, reader: Int64, scope: StoryScope, filter: StoryFilter = StoryFilter(),
        sortKey: StorySortKey? = nil, below start: ListCursor? = nil
    ) throws {
        self.transaction = transaction
        self.reader = reader
        self.scope = scope
        self.filter = filter
        self.sortKey = try sortKey ?? scope.sortKey(for: reader, transaction)
        self.start = start ?? filter.order.start
        exceptions =
            filter.isUnreadOnly ? try FollowedChannel.withUnreadExceptions(transaction, reader: reader) : []
    }

    /// Returns the next story; a story in several channels is returned once for each.
    mutating func next() throws -> StoryReference? {
        while true {
            let best = try nextOpenCandidate()
            if let followed = try nextChannel(), mayPrecede(followed, best?.ref) {
                nextPending += 1
                if mayContain(followed) {
                    openCursors.append(
                        ChannelCursor(
                            reader: reader, followed: followed, scope: scope, filter: filter, sortKey: sortKey,
                            below: start))
                }
                continue
            }
            guard let best else { return nil }
            openCursors[best.index].advance()
            return best.ref
        }
    }

    /// Returns the next stories that are not duplicates, at most `count`.
    mutating func take(_ count: Int, seen: inout Deduplicator) throws -> [StoryReference] {
        var taken: [StoryReference] = []
        while taken.count < count, let ref = try next() {
            if seen.insert(ref) { taken.append(ref) }
        }
        return taken
    }

    /// Returns true if the channel could contain the next story. If the order is oldest first, any channel could.
    private func mayPrecede(_ followed: FollowedChannel, _ best: StoryReference?) -> Bool {
        guard filter.order == .newestFirst, let best else { return true }
        return followed.newestAt >= best.sortKey
    }

    private mutating func nextOpenCandidate() throws -> (index: Int, ref: StoryReference)? {
        let order = filter.order
        var best: (index: Int, ref: StoryReference)?
        var index = 0
        while index < openCursors.count {
            guard let head = try openCursors[index].peek(transaction) else {
                openCursors.swapAt(index, openCursors.count - 1)
                openCursors.removeLast()
                continue
            }
            if best.map({ order.isAbove(head.cursor, $0.ref.cursor) }) ?? true { best = (index, head) }
            index += 1
        }
        return best
    }

    private mutating func nextChannel() throws -> FollowedChannel? {
        if nextPending == pendingChannels.count, !isLastPage {
            let size = 64
            pendingChannels = try FollowedChannel.page(
                transaction, reader: reader, scope: scope, after: pageEnd, size: size)
            nextPending = 0
            isLastPage = pendingChannels.count < size
            if let last = pendingChannels.last { pageEnd = (last.newestAt, last.channel) }
        }
        return nextPending < pendingChannels.count ? pendingChannels[nextPending] : nil
    }

    private func mayContain(_ followed: FollowedChannel) -> Bool {
        guard followed.newestStory > 0 else { return false }
        guard filter.isUnreadOnly else { return true }
        return followed.newestStory > followed.readThrough || exceptions.contains(followed.channel)
    }
}

/// A set of stories that recognises duplicates by story ID and duplicate group.
struct Deduplicator {
    private var stories: Set<Int64> = []
    private var groups: Set<Int64> = []

    func isUnseen(_ ref: StoryReference) -> Bool {
        if let group = ref.group { return !groups.contains(group) }
        return !stories.contains(ref.story)
    }

    /// Inserts a story; returns true if neither the story nor a duplicate was in the set.
    mutating func insert(_ ref: StoryReference) -> Bool {
        if let group = ref.group { return groups.insert(group).inserted }
        return stories.insert(ref.story).inserted
    }
}

/// A cursor over one channel's stories in the filter's order, which reads growing chunks.
struct ChannelCursor {
    private let reader: Int64
    private let followed: FollowedChannel
    private let scope: StoryScope
    private let filter: StoryFilter
    private let sortKey: StorySortKey
    private var cursor: ListCursor
    private var chunk: [StoryReference] = []
    private var position = 0
    private var chunkSize = 4
    private var isExhausted = false

    init(
        reader: Int64, followed: FollowedChannel, scope: StoryScope, filter: StoryFilter, sortKey: StorySortKey,
        below start: ListCursor
    ) {
        self.reader = reader
        self.followed = followed
        self.scope = scope
        self.filter = filter
        self.sortKey = sortKey
        cursor = start
    }

    /// Returns the next story without consuming it.
    mutating func peek(_ transaction: Transaction) throws -> StoryReference? {
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

    private func read(_ transaction: Transaction) throws -> [StoryReference] {
        guard filter.isUnreadOnly else { return try readAll(transaction) }
        return try readUnread(transaction)
    }

    private func readAll(_ transaction: Transaction) throws -> [StoryReference] {
        try transaction.all(
            """
            select cs.story_id, \(sortKey.column) as sort_key, \(filter.group.column)
            from channel_story cs \(filter.group.join)
            where cs.channel_id = ? \(sortKey.indexCondition)
              and (\(sortKey.column), cs.story_id) \(filter.order.comparison) (?, ?)
              and cs.story_id <= ?
              \(scope.storyCondition("cs.story_id"))
            order by \(sortKey.column) \(filter.order.direction), cs.story_id \(filter.order.direction) limit ?
            """,
            [.number(followed.channel)] + cursor.arguments + [
                .number(filter.asOf), .number(reader), .number(chunkSize),
            ], decode)
    }

    /// Reads the next unread stories: marked unread, or unmarked and above `read_through`.
    private func readUnread(_ transaction: Transaction) throws -> [StoryReference] {
        try transaction.all(
            """
            select cs.story_id, \(sortKey.column) as sort_key, \(filter.group.column)
            from channel_story cs
            left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue)
              and m.story_id = cs.story_id
            \(filter.group.join)
            where cs.channel_id = ? \(sortKey.indexCondition)
              and (\(sortKey.column), cs.story_id) \(filter.order.comparison) (?, ?)
              and cs.story_id <= ?
              and case when m.is_set = 1 and m.at >= ? then 0
                else coalesce(m.is_set, case when cs.story_id > ? then 0 else 1 end) end = 0
              \(scope.storyCondition("cs.story_id"))
            order by \(sortKey.column) \(filter.order.direction), cs.story_id \(filter.order.direction) limit ?
            """,
            [.number(reader), .number(followed.channel)] + cursor.arguments
                + [
                    .number(filter.asOf), .number(filter.readBefore), .number(followed.readThrough), .number(reader),
                    .number(chunkSize),
                ],
            decode)
    }

    private func decode(_ row: SQLRow) -> StoryReference {
        StoryReference(
            story: row.number("story_id"), channel: followed.channel, sortKey: row.number("sort_key"),
            group: row.optionalNumber("group_id"))
    }
}

/// The fields of a subscription that list queries need.
struct FollowedChannel: Sendable {
    var channel: Int64
    var readThrough: Int64
    /// The `shown_at` of the newest story in milliseconds; 0 without stories.
    var newestAt: Int64
    /// The ID of the newest story; 0 without stories.
    var newestStory: Int64

    /// Reads channels in index order, the newest story first, so that lists can skip channels whose stories are too
    /// old.
    static func page(
        _ transaction: Transaction, reader: Int64, scope: StoryScope, after: (newestAt: Int64, channel: Int64),
        size: Int
    ) throws -> [FollowedChannel] {
        try transaction.all(
            """
            select u.channel_id, u.read_through, u.newest_at, c.newest_story_id
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ?\(scope.condition) and (u.newest_at, u.channel_id) < (?, ?)
            \(scope.isSingleChannel ? "" : "order by u.newest_at desc, u.channel_id desc ")limit ?
            """,
            [.number(reader)] + scope.arguments + [.number(after.newestAt), .number(after.channel), .number(size)]
        ) {
            FollowedChannel(
                channel: $0.number("channel_id"), readThrough: $0.number("read_through"),
                newestAt: $0.number("newest_at"), newestStory: $0.number("newest_story_id"))
        }
    }

    /// Returns the channels of stories that are marked unread, which may lie below `read_through`.
    static func withUnreadExceptions(_ transaction: Transaction, reader: Int64) throws -> Set<Int64> {
        Set(
            try transaction.numbers(
                """
                select distinct cs.channel_id from mark m join channel_story cs on cs.story_id = m.story_id
                where m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.is_set = 0
                """, [.number(reader)]))
    }
}
