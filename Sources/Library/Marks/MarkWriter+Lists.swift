import Foundation
import News

extension MarkWriter {
    /// Marks a scope read by raising `read_through`. Duplicates outside the scope, and stories kept unread, get marks.
    /// Returns the number of newly read stories; at most `UndoToken.maxCount`.
    func markAllRead(_ scope: StoryScope, through: Int64, undo: Int64) throws -> Int {
        var (duplicates, groups) = try groups(in: scope, through: through)
        var count = try newlyCoveredCount(scope, through: through, limit: UndoToken.maxCount + duplicates) - duplicates
        for story in try keptUnread(in: scope, through: through) {
            let group = try transaction.number("select group_id from story_group where story_id = ?", [.number(story)])
            _ = try setMark(story, .read, true, undo: undo)
            if group.map({ groups.insert($0).inserted }) ?? true { count += 1 }
        }
        for duplicate in try uncoveredDuplicates(of: groups, scope, through) {
            _ = try setMark(duplicate, .read, true, undo: undo)
        }
        for story in try sharedWithOtherChannels(in: scope, through: through) {
            _ = try setMark(story, .read, true, undo: undo)
        }
        try raiseReadThrough(scope, to: through, undo: undo)
        return min(count, UndoToken.maxCount)
    }

    /// Returns the number of stories newly covered by `read_through` without marks, up to `limit`; a story in several
    /// channels counts once.
    private func newlyCoveredCount(_ scope: StoryScope, through: Int64, limit: Int) throws -> Int {
        let marked = try transaction.count(
            """
            select count(distinct m.story_id) from mark m cross join channel_story cs cross join subscription u
            where cs.story_id = m.story_id and u.reader_id = m.reader_id and u.channel_id = cs.channel_id
              and cs.story_id > u.read_through and m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue)
              and m.story_id <= ?\(scope.condition)
            """, [.number(reader), .number(through)] + scope.arguments)
        let covered = try transaction.count(
            """
            select count(*) from (
              select distinct cs.story_id from subscription u
              join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > u.read_through
              where u.reader_id = ?\(scope.condition) and cs.story_id <= ? limit ?) counted
            """, [.number(reader)] + scope.arguments + [.number(through), .number(limit + marked)])
        return covered - marked - (try mutedCount(scope, through: through))
    }

    /// Returns the number of muted and kept back stories that will be covered; the reader has never seen them, so they do not count
    /// as read.
    private func mutedCount(_ scope: StoryScope, through: Int64) throws -> Int {
        try transaction.count(
            """
            select count(*) from (
              select distinct cs.story_id
              from \(scope.keptBack.hiddenStories) x cross join channel_story cs cross join subscription u
              left join mark m on m.reader_id = x.reader_id and m.kind = \(MarkKind.read.databaseValue)
                and m.story_id = x.story_id
              where x.reader_id = ? and cs.story_id = x.story_id and u.reader_id = x.reader_id
                and u.channel_id = cs.channel_id and cs.story_id > u.read_through and cs.story_id <= ?
                and m.is_set is null\(scope.condition)) as counted
            """, [.number(reader), .number(through)] + scope.arguments)
    }

    /// Returns the duplicate groups that will be covered, and the number of surplus duplicates.
    private func groups(in scope: StoryScope, through: Int64) throws -> (duplicates: Int, groups: Set<Int64>) {
        let covered = try transaction.numbers(
            """
            select covered.group_id from (
              select distinct g.story_id, g.group_id
              from story_group g cross join channel_story cs cross join subscription u
              left join mark m on m.reader_id = u.reader_id and m.kind = \(MarkKind.read.databaseValue)
                and m.story_id = g.story_id
              where cs.story_id = g.story_id and u.channel_id = cs.channel_id and cs.story_id > u.read_through
                and u.reader_id = ? and g.story_id <= ? and m.is_set is null\(scope.condition)
                \(scope.storyCondition("g.story_id", reader: "u.reader_id"))) as covered
            """, [.number(reader), .number(through)] + scope.arguments)
        let groups = Set(covered)
        return (covered.count - groups.count, groups)
    }

    /// Returns the members of groups that `read_through` will not cover.
    private func uncoveredDuplicates(of groups: Set<Int64>, _ scope: StoryScope, _ through: Int64) throws -> [Int64] {
        try groups.sorted().flatMap { group in
            try transaction.numbers("select story_id from story_group where group_id = ?", [.number(group)])
        }.filter { try !willBeCovered($0, scope, through) }
    }

    private func willBeCovered(_ story: Int64, _ scope: StoryScope, _ through: Int64) throws -> Bool {
        guard story <= through else { return false }
        return try transaction.count(
            """
            select count(*) from channel_story cs
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id = ?\(scope.condition)
            """, [.number(reader), .number(story)] + scope.arguments) > 0
    }

    /// Returns stories that will be covered, but are also in another channel of their source, or of a topic, that may
    /// not cover them. Sources of feeds have one channel only.
    private func sharedWithOtherChannels(in scope: StoryScope, through: Int64) throws -> [Int64] {
        try transaction.numbers(
            """
            select distinct cs.story_id
            from subscription u cross join channel c cross join channel_story cs cross join channel_story o
              cross join subscription v
            where c.id = u.channel_id and u.reader_id = ?\(scope.condition)
              and (exists (select 1 from channel d where d.source_id = c.source_id and d.id <> c.id)
                or exists (select 1 from topic t where t.reader_id = u.reader_id and t.channel_id is not null))
              and cs.channel_id = u.channel_id and cs.story_id > u.read_through and cs.story_id <= ?
              and o.story_id = cs.story_id and o.channel_id <> cs.channel_id
              and v.reader_id = u.reader_id and v.channel_id = o.channel_id and v.read_through < cs.story_id
            """, [.number(reader)] + scope.arguments + [.number(through)])
    }

    private func keptUnread(in scope: StoryScope, through: Int64) throws -> [Int64] {
        try transaction.numbers(
            """
            select distinct m.story_id from mark m join channel_story cs on cs.story_id = m.story_id
            join subscription u on u.reader_id = m.reader_id and u.channel_id = cs.channel_id
            where m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.is_set = 0
              and m.story_id <= ?\(scope.condition)
              \(scope.storyCondition("m.story_id", reader: "u.reader_id"))
            """, [.number(reader), .number(through)] + scope.arguments)
    }

    private func raiseReadThrough(_ scope: StoryScope, to through: Int64, undo: Int64) throws {
        try transaction.run(
            """
            insert into undo_read_through (undo_id, channel_id, previous_read_through, new_read_through)
            select cast(? as bigint), u.channel_id, u.read_through, cast(? as bigint)
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and u.read_through < ? and c.newest_story_id > u.read_through\(scope.condition)
            """, [.number(undo), .number(through), .number(reader), .number(through)] + scope.arguments)
        try transaction.run(
            """
            update subscription set read_through = ?
            where reader_id = ? and channel_id in (select channel_id from undo_read_through where undo_id = ?)
            """, [.number(through), .number(reader), .number(undo)])
    }

    func markKeptRead(_ kind: MarkKind, _ list: StoryList, through: Int64, undo: Int64) throws -> Int {
        let unread = StoryFilter(isUnreadOnly: true, asOf: through)
        let stories = try MarkedStoriesQuery(
            transaction: transaction, reader: reader, kind: kind, scope: try StoryScope(list, for: reader, transaction)
        )
        .first(.max, filter: unread)
        return try setMarks(stories.map(\.story), .read, true, undo: undo)
    }

    /// Marks the stories read that a search finds.
    func markFoundRead(_ list: StoryList, through: Int64, undo: Int64) throws -> Int {
        try setMarks(found(list).map(\.story).filter { $0 <= through }, .read, true, undo: undo)
    }

    /// Returns the stories that a search finds, in its order; none for other lists.
    private func found(_ list: StoryList) throws -> [StoryReference] {
        guard case .search(let query, let list) = list else { return [] }
        return try SearchListQuery(transaction: transaction, reader: reader).find(
            SearchQuery(query, now: now), in: list
        ).references
    }

    func markReadAbove(_ story: Int64, in list: StoryList, undo: Int64) throws -> Int {
        let scope = try StoryScope(list, for: reader, transaction)
        let order = try ReaderService.listOptions(transaction, of: list, for: reader).order
        let above =
            if case .search = list {
                try foundAbove(story, in: list)
            } else if let kind = list.markKind {
                try markedAbove(story, kind, in: scope, order)
            } else {
                try unreadAbove(story, in: scope, order)
            }
        return try setMarks(above, .read, true, undo: undo)
    }

    /// Marks the stories of a list read whose displayed date is earlier.
    func markRead(before date: Date, in list: StoryList, undo: Int64) throws -> Int {
        let scope = try StoryScope(list, for: reader, transaction)
        let unread = StoryFilter(isUnreadOnly: true)
        var older: [Int64] = []
        if case .search = list {
            older = try found(list).filter { $0.sortKey < date.milliseconds }.map(\.story)
        } else if let kind = list.markKind {
            let marked = MarkedStoriesQuery(transaction: transaction, reader: reader, kind: kind, scope: scope)
            older = try marked.first(.max, filter: unread).filter { $0.sortKey < date.milliseconds }.map(\.story)
        } else {
            var cursor = try MergedStoryCursor(
                transaction, reader: reader, scope: scope, filter: unread, sortKey: .date,
                below: ListCursor(sortKey: date.milliseconds, story: .min))
            while let ref = try cursor.next() { older.append(ref.story) }
        }
        return try setMarks(older, .read, true, undo: undo)
    }

    private func foundAbove(_ story: Int64, in list: StoryList) throws -> [Int64] {
        let found = try found(list)
        guard let index = found.firstIndex(where: { $0.story == story }) else { throw LibraryError.notThere }
        return found[..<index].map(\.story)
    }

    private func markedAbove(
        _ story: Int64, _ kind: MarkKind, in scope: StoryScope, _ order: StoryOrder
    ) throws -> [Int64] {
        let marked = try MarkedStoriesQuery(transaction: transaction, reader: reader, kind: kind, scope: scope)
            .first(.max, filter: StoryFilter(order: order))
        guard let index = marked.firstIndex(where: { $0.story == story }) else { throw LibraryError.notThere }
        return marked[..<index].map(\.story)
    }

    private func unreadAbove(_ story: Int64, in scope: StoryScope, _ order: StoryOrder) throws -> [Int64] {
        let sortKey = try scope.sortKey(for: reader, transaction)
        let shownAt = try transaction.number(
            """
            select max(\(sortKey.column)) from channel_story cs
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id = ?\(scope.condition)
            """, [.number(reader), .number(story)] + scope.arguments)
        guard let shownAt else { throw LibraryError.notThere }
        let position = ListCursor(sortKey: shownAt, story: story)
        let own = Set(try duplicateGroup(of: story))
        var cursor = try MergedStoryCursor(
            transaction, reader: reader, scope: scope, filter: StoryFilter(isUnreadOnly: true, order: order))
        var above: [Int64] = []
        while let ref = try cursor.next(), order.isAbove(ref.cursor, position) {
            if !own.contains(ref.story) { above.append(ref.story) }
        }
        return above
    }
}
