/// What a reader has saved, by the newest mark first; it outlasts subscriptions.
struct SavedStories {
    let session: Session
    let reader: Int64
    /// Narrowed to what lies in these channels.
    var scope = Scope.anywhere

    private struct Saved {
        var story: Int64
        var at: Int64
        var candidate: Candidate?
        var isUnread: Bool
    }

    func newest(_ count: Int, filter: StoryFilter) throws -> [Candidate] {
        var found: [Candidate] = []
        var before = (at: Int64.max, story: Int64.max)
        while found.count < count {
            let size = count - found.count
            let page = try page(before: before, size: size)
            for saved in page where saved.story <= filter.through && (saved.isUnread || !filter.isUnreadOnly) {
                if let candidate = saved.candidate { found.append(candidate) }
            }
            guard page.count == size, let last = page.last else { break }
            before = (last.at, last.story)
        }
        return found
    }

    /// A story is shown through a channel that is followed, if one is.
    private func page(before: (at: Int64, story: Int64), size: Int) throws -> [Saved] {
        try session.all(
            """
            select k.story_id, k.at, s.shown_at,
              coalesce(
                (select min(u.channel_id) from channel_story cs
                 join subscription u on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
                 where cs.story_id = k.story_id\(scope.wide)),
                (select min(cs.channel_id) from channel_story cs where cs.story_id = k.story_id)),
              (select count(*) from channel_story cs
               join subscription u on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
               where cs.story_id = k.story_id
                 and coalesce(r.value, case when k.story_id > u.read_through then 0 else 1 end) = 0),
              g.group_id
            from mark k join story s on s.id = k.story_id
            left join mark r on r.reader_id = k.reader_id and r.kind = 2 and r.story_id = k.story_id
            left join story_group g on g.story_id = k.story_id
            where k.reader_id = ? and k.kind = 3 and k.value = 1 and (k.at, k.story_id) < (?, ?)\(narrowing)
            order by k.at desc, k.story_id desc limit ?
            """,
            scope.value + [.number(reader), .number(before.at), .number(before.story)] + scope.value
                + [.number(size)]
        ) { row in
            let story = row.number()
            let at = row.number()
            let shownAt = row.number()
            let channel = row.optionalNumber()
            let isUnread = row.number() > 0
            let group = row.optionalNumber()
            return Saved(
                story: story, at: at,
                candidate: channel.map { Candidate(story: story, channel: $0, shownAt: shownAt, group: group) },
                isUnread: isUnread)
        }
    }

    /// What was saved of feeds that are no longer followed stays in the reader's own paper.
    private var narrowing: String {
        if scope == .anywhere { return "" }
        let isInScope = """
            exists (select 1 from channel_story cs
              join subscription u on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
              where cs.story_id = k.story_id\(scope.wide))
            """
        guard scope == .everything else { return " and \(isInScope)" }
        return """
             and (\(isInScope) or not exists (select 1 from channel_story cs
              join section_channel sc on sc.channel_id = cs.channel_id where cs.story_id = k.story_id))
            """
    }
}
