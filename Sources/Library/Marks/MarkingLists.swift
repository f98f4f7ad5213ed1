import News

/// Marking whole lists.
extension Marking {
    /// Raises `read_through` of each channel. Stories elsewhere that tell the same, and stories kept unread below, get
    /// marks of their own.
    func readAll(_ scope: Scope, through: Int64, undo: Int64) throws -> Int {
        let covered = try coveredCount(scope, through: through)
        var (duplicates, groups) = try groups(in: scope, through: through)
        var count = covered - duplicates
        for story in try keptUnread(in: scope, through: through) {
            let group = try session.number("select group_id from story_group where story_id = ?", [.number(story)])
            _ = try setOne(story, .read, true, undo: undo)
            if group.map({ groups.insert($0).inserted }) ?? true { count += 1 }
        }
        for twin in try twins(of: groups, scope, through) { _ = try setOne(twin, .read, true, undo: undo) }
        try raise(scope, to: through, undo: undo)
        return count
    }

    /// Stories that `read_through` will cover newly, less those that have a mark of their own.
    private func coveredCount(_ scope: Scope, through: Int64) throws -> Int {
        let covered = try session.count(
            """
            select count(*) from subscription u
            join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > u.read_through
            where u.reader_id = ?\(scope.condition) and cs.story_id <= ?
            """, [.number(reader)] + scope.value + [.number(through)])
        let marked = try session.count(
            """
            select count(*) from mark m cross join channel_story cs cross join subscription u
            where cs.story_id = m.story_id and u.reader_id = m.reader_id and u.channel_id = cs.channel_id
              and cs.story_id > u.read_through and m.reader_id = ? and m.kind = 2 and m.story_id <= ?\(scope.condition)
            """, [.number(reader), .number(through)] + scope.value)
        return covered - marked
    }

    /// The groups among the newly covered, and how many of these are there more than once.
    private func groups(in scope: Scope, through: Int64) throws -> (duplicates: Int, groups: Set<Int64>) {
        let covered = try session.all(
            """
            select g.group_id from story_group g cross join channel_story cs cross join subscription u
            left join mark m on m.reader_id = u.reader_id and m.kind = 2 and m.story_id = g.story_id
            where cs.story_id = g.story_id and u.channel_id = cs.channel_id and cs.story_id > u.read_through
              and u.reader_id = ? and g.story_id <= ? and m.value is null\(scope.condition)
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

    /// Stories that a mark keeps unread.
    private func keptUnread(in scope: Scope, through: Int64) throws -> [Int64] {
        try session.all(
            """
            select distinct m.story_id from mark m join channel_story cs on cs.story_id = m.story_id
            join subscription u on u.reader_id = m.reader_id and u.channel_id = cs.channel_id
            where m.reader_id = ? and m.kind = 2 and m.value = 0 and m.story_id <= ?\(scope.condition)
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

    func readSaved(through: Int64, undo: Int64) throws -> Int {
        let unread = StoryFilter(isUnreadOnly: true, through: through)
        let saved = try SavedStories(session: session, reader: reader).newest(.max, filter: unread)
        return try set(saved.map(\.story), .read, true, undo: undo)
    }

    func readAbove(_ story: Int64, in list: StoryList, undo: Int64) throws -> Int {
        let above = list == .saved ? try savedAbove(story) : try unreadAbove(story, in: Scope(list))
        return try set(above, .read, true, undo: undo)
    }

    private func savedAbove(_ story: Int64) throws -> [Int64] {
        let saved = try SavedStories(session: session, reader: reader).newest(.max, filter: StoryFilter())
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
