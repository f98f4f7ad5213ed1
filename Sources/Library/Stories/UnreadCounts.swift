import News

/// How many stories a reader has not read, a group counted once; counting stops above `BoundedCount.limit`.
struct UnreadCounts {
    let session: Session
    let reader: Int64

    func count(in scope: Scope) throws -> BoundedCount {
        BoundedCount(counted: try counted(in: scope, limit: BoundedCount.limit + 1))
    }

    /// Those above `read_through` without a mark, and those below it whose mark says unread.
    private func counted(in scope: Scope, limit: Int) throws -> Int {
        try session.count(
            """
            select count(*) from (
              select coalesce(-g.group_id, cs.story_id) as one
              from subscription u
              join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > u.read_through
              left join mark m on m.reader_id = u.reader_id and m.kind = 2 and m.story_id = cs.story_id
              left join story_group g on g.story_id = cs.story_id
              where u.reader_id = ?\(scope.condition) and coalesce(m.value, 0) = 0
              union
              select coalesce(-g.group_id, cs.story_id) as one
              from mark m join channel_story cs on cs.story_id = m.story_id
              join subscription u on u.reader_id = m.reader_id and u.channel_id = cs.channel_id
                and cs.story_id <= u.read_through
              left join story_group g on g.story_id = cs.story_id
              where m.reader_id = ? and m.kind = 2 and m.value = 0\(scope.condition)
              limit ?
            ) as counted
            """,
            [.number(reader)] + scope.value + [.number(reader)] + scope.value + [.number(limit)])
    }
}

extension UnreadCounts {
    /// Of every channel with unread stories at once.
    func ofEachChannel() throws -> [Int64: BoundedCount] {
        let counted = try session.all(
            """
            select u.channel_id, (
              select count(*) from (
                select 1 from channel_story cs
                left join mark m on m.reader_id = u.reader_id and m.kind = 2 and m.story_id = cs.story_id
                where cs.channel_id = u.channel_id and cs.story_id > u.read_through and coalesce(m.value, 0) = 0
                limit 1000
              ) as above)
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and c.newest_story > u.read_through
            """, [.number(reader)], { ($0.number(), $0.int()) })
        let kept = try session.all(
            """
            select u.channel_id, count(*) from mark m join channel_story cs on cs.story_id = m.story_id
            join subscription u on u.reader_id = m.reader_id and u.channel_id = cs.channel_id
              and cs.story_id <= u.read_through
            where m.reader_id = ? and m.kind = 2 and m.value = 0 group by u.channel_id
            """, [.number(reader)], { ($0.number(), $0.int()) })
        return Dictionary(counted + kept, uniquingKeysWith: +).mapValues { BoundedCount(counted: $0) }
    }
}
