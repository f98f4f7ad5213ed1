import News

/// Marking whole lists.
extension Marking {
    /// Raises `read_through` of each channel. Stories elsewhere that tell the same, and stories kept unread below, get
    /// marks of their own.
    func readAll(_ scope: Scope, through: Int64, undo: Int64) throws -> Int {
        var (duplicates, groups) = try groups(in: scope, through: through)
        var count = try coveredCount(scope, through: through, most: UndoTicket.mostCounted + duplicates) - duplicates
        for story in try keptUnread(in: scope, through: through) {
            let group = try session.number("select group_id from story_group where story_id = ?", [.number(story)])
            _ = try setOne(story, .read, true, undo: undo)
            if group.map({ groups.insert($0).inserted }) ?? true { count += 1 }
        }
        for twin in try twins(of: groups, scope, through) { _ = try setOne(twin, .read, true, undo: undo) }
        for story in try shared(in: scope, through: through) { _ = try setOne(story, .read, true, undo: undo) }
        try raise(scope, to: through, undo: undo)
        return min(count, UndoTicket.mostCounted)
    }

    /// Stories that `read_through` will cover newly, less those that have a mark of their own; `most` where there are more.
    private func coveredCount(_ scope: Scope, through: Int64, most: Int) throws -> Int {
        let marked = try session.count(
            """
            select count(*) from mark m cross join channel_story cs cross join subscription u
            where cs.story_id = m.story_id and u.reader_id = m.reader_id and u.channel_id = cs.channel_id
              and cs.story_id > u.read_through and m.reader_id = ? and m.kind = 2 and m.story_id <= ?\(scope.condition)
            """, [.number(reader), .number(through)] + scope.value)
        let covered = try session.count(
            """
            select count(*) from (
              select cs.story_id from subscription u
              join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > u.read_through
              where u.reader_id = ?\(scope.condition) and cs.story_id <= ? limit ?) counted
            """, [.number(reader)] + scope.value + [.number(through), .number(most + marked)])
        return covered - marked - (try mutedCount(scope, through: through))
    }

    /// Muted stories are covered with the others, but nobody has seen them: they are not counted.
    private func mutedCount(_ scope: Scope, through: Int64) throws -> Int {
        try session.count(
            """
            select count(*) from (
              select distinct cs.channel_id, cs.story_id
              from muted_story x cross join channel_story cs cross join subscription u
              left join mark m on m.reader_id = x.reader_id and m.kind = 2 and m.story_id = x.story_id
              where x.reader_id = ? and cs.story_id = x.story_id and u.reader_id = x.reader_id
                and u.channel_id = cs.channel_id and cs.story_id > u.read_through and cs.story_id <= ?
                and m.value is null\(scope.condition)) as counted
            """, [.number(reader), .number(through)] + scope.value)
    }

    /// The groups among the newly covered, and how many of these are there more than once.
    private func groups(in scope: Scope, through: Int64) throws -> (duplicates: Int, groups: Set<Int64>) {
        let covered = try session.all(
            """
            select g.group_id from story_group g cross join channel_story cs cross join subscription u
            left join mark m on m.reader_id = u.reader_id and m.kind = 2 and m.story_id = g.story_id
            where cs.story_id = g.story_id and u.channel_id = cs.channel_id and cs.story_id > u.read_through
              and u.reader_id = ? and g.story_id <= ? and m.value is null\(scope.condition)
              \(StoryMutes.condition("g.story_id", reader: "u.reader_id"))
            """, [.number(reader), .number(through)] + scope.value, { $0.number() })
        let groups = Set(covered)
        return (covered.count - groups.count, groups)
    }

    /// The groups' stories that `read_through` will not cover: they need marks of their own.
    private func twins(of groups: Set<Int64>, _ scope: Scope, _ through: Int64) throws -> [Int64] {
        try groups.sorted().flatMap { group in
            try session.all("select story_id from story_group where group_id = ?", [.number(group)], { $0.number() })
        }.filter { try !willBeCovered($0, scope, through) }
    }

    private func willBeCovered(_ story: Int64, _ scope: Scope, _ through: Int64) throws -> Bool {
        guard story <= through else { return false }
        return try session.count(
            """
            select count(*) from channel_story cs
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id = ?\(scope.condition)
            """, [.number(reader), .number(story)] + scope.value) > 0
    }

    /// Stories newly covered that lie in another channel of their source too, which may not cover them: they need marks
    /// of their own, so that they are read wherever they appear. Feeds have one channel each, and so never have any.
    private func shared(in scope: Scope, through: Int64) throws -> [Int64] {
        try session.all(
            """
            select distinct cs.story_id
            from subscription u cross join channel c cross join channel_story cs cross join channel_story o
              cross join subscription v
            where c.id = u.channel_id and u.reader_id = ?\(scope.condition)
              and exists (select 1 from channel d where d.source_id = c.source_id and d.id <> c.id)
              and cs.channel_id = u.channel_id and cs.story_id > u.read_through and cs.story_id <= ?
              and o.story_id = cs.story_id and o.channel_id <> cs.channel_id
              and v.reader_id = u.reader_id and v.channel_id = o.channel_id and v.read_through < cs.story_id
            """, [.number(reader)] + scope.value + [.number(through)], { $0.number() })
    }

    /// Stories that a mark keeps unread.
    private func keptUnread(in scope: Scope, through: Int64) throws -> [Int64] {
        try session.all(
            """
            select distinct m.story_id from mark m join channel_story cs on cs.story_id = m.story_id
            join subscription u on u.reader_id = m.reader_id and u.channel_id = cs.channel_id
            where m.reader_id = ? and m.kind = 2 and m.value = 0 and m.story_id <= ?\(scope.condition)
              \(StoryMutes.condition("m.story_id", reader: "u.reader_id"))
            """, [.number(reader), .number(through)] + scope.value, { $0.number() })
    }

    private func raise(_ scope: Scope, to through: Int64, undo: Int64) throws {
        try session.run(
            """
            insert into undo_through (undo_id, channel_id, was, became)
            select cast(? as bigint), u.channel_id, u.read_through, cast(? as bigint)
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and u.read_through < ? and c.newest_story > u.read_through\(scope.condition)
            """, [.number(undo), .number(through), .number(reader), .number(through)] + scope.value)
        try session.run(
            """
            update subscription set read_through = ?
            where reader_id = ? and channel_id in (select channel_id from undo_through where undo_id = ?)
            """, [.number(through), .number(reader), .number(undo)])
    }

    func readSaved(_ list: StoryList, through: Int64, undo: Int64) throws -> Int {
        let unread = StoryFilter(isUnreadOnly: true, through: through)
        let saved = try SavedStories(session: session, reader: reader, scope: try Scope(list, session))
            .newest(.max, filter: unread)
        return try set(saved.map(\.story), .read, true, undo: undo)
    }

    func readAbove(_ story: Int64, in list: StoryList, undo: Int64) throws -> Int {
        let scope = try Scope(list, session)
        let above = list.isSaved ? try savedAbove(story, in: scope) : try unreadAbove(story, in: scope)
        return try set(above, .read, true, undo: undo)
    }

    private func savedAbove(_ story: Int64, in scope: Scope) throws -> [Int64] {
        let saved = try SavedStories(session: session, reader: reader, scope: scope)
            .newest(.max, filter: StoryFilter())
        guard let index = saved.firstIndex(where: { $0.story == story }) else { throw LibraryError.notThere }
        return saved[..<index].map(\.story)
    }

    private func unreadAbove(_ story: Int64, in scope: Scope) throws -> [Int64] {
        let shownAt = try session.number(
            """
            select max(cs.shown_at) from channel_story cs
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id = ?\(scope.condition)
            """, [.number(reader), .number(story)] + scope.value)
        guard let shownAt else { throw LibraryError.notThere }
        let place = Place(shownAt: shownAt, story: story)
        let own = Set(try group(of: story))
        var listing = try Listing(session, reader: reader, scope: scope, filter: StoryFilter(isUnreadOnly: true))
        var above: [Int64] = []
        while let candidate = try listing.next(), candidate.place > place {
            if !own.contains(candidate.story) { above.append(candidate.story) }
        }
        return above
    }
}
