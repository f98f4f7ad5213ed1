/// A query for saved or ticked stories in the order of their marks. Such stories remain after their channel is
/// unfollowed.
struct MarkedStoriesQuery {
    let transaction: Transaction
    let reader: Int64
    let kind: MarkKind
    var scope = StoryScope.all

    private struct MarkedStory {
        var story: Int64
        var markedAt: Int64
        var ref: StoryReference?
        var isUnread: Bool
    }

    func first(_ count: Int, filter: StoryFilter) throws -> [StoryReference] {
        var found: [StoryReference] = []
        var last = filter.order.start
        while found.count < count {
            let size = count - found.count
            let page = try page(after: last, filter.order, size: size)
            for marked in page where marked.story <= filter.asOf && (marked.isUnread || !filter.isUnreadOnly) {
                if let ref = marked.ref { found.append(ref) }
            }
            guard page.count == size, let end = page.last else { break }
            last = ListCursor(sortKey: end.markedAt, story: end.story)
        }
        return found
    }

    /// Reads a page of marked stories, preferring a subscribed channel for each story.
    private func page(after last: ListCursor, _ order: StoryOrder, size: Int) throws -> [MarkedStory] {
        let position = [SQLValue.number(reader)] + last.arguments
        return try transaction.all(
            """
            select k.story_id, k.at, s.shown_at,
              coalesce(
                (select min(u.channel_id) from channel_story cs
                 join subscription u on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
                 where cs.story_id = k.story_id\(scope.conditionIncludingMuted)),
                (select min(cs.channel_id) from channel_story cs where cs.story_id = k.story_id)) as channel_id,
              (select count(*) from channel_story cs
               join subscription u on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
               where cs.story_id = k.story_id
                 and coalesce(r.is_set, case when k.story_id > u.read_through then 0 else 1 end) = 0) as unread_count,
              g.group_id
            from mark k join story s on s.id = k.story_id
            left join mark r on r.reader_id = k.reader_id and r.kind = \(MarkKind.read.databaseValue)
              and r.story_id = k.story_id
            left join story_group g on g.story_id = k.story_id
            where k.reader_id = ? and k.kind = \(kind.databaseValue) and k.is_set = 1
              and (k.at, k.story_id) \(order.comparison) (?, ?)\(scopeCondition)
            order by k.at \(order.direction), k.story_id \(order.direction) limit ?
            """,
            scope.arguments + position + scope.arguments + [.number(size)]
        ) { row in
            let story = row.number("story_id")
            return MarkedStory(
                story: story, markedAt: row.number("at"),
                ref: row.optionalNumber("channel_id").map {
                    StoryReference(
                        story: story, channel: $0, sortKey: row.number("shown_at"),
                        group: row.optionalNumber("group_id"))
                },
                isUnread: row.number("unread_count") > 0)
        }
    }

    /// The condition for the scope. Stories of unfollowed feeds stay in `mine`.
    private var scopeCondition: String {
        if scope.channels == .all { return "" }
        let isInScope = """
            exists (select 1 from channel_story cs
              join subscription u on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
              where cs.story_id = k.story_id\(scope.conditionIncludingMuted))
            """
        guard scope.channels == .followed else { return " and \(isInScope)" }
        return """
             and (\(isInScope) or not exists (select 1 from channel_story cs
              join section_channel sc on sc.channel_id = cs.channel_id where cs.story_id = k.story_id))
            """
    }
}
