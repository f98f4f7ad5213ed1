import Foundation
import News

/// A query for the stories that a list keeps back.
struct KeptBackQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// The time in milliseconds in which kept back stories are counted.
    private static let recentTime: Int64 = 2 * 24 * 3600 * 1000

    struct Found {
        var ref: StoryReference
        var isRestored: Bool
    }

    func count(in scope: StoryScope) throws -> KeptBackCount {
        guard !scope.keptBack.isEmpty else { return KeptBackCount() }
        let since = (now.milliseconds - Self.recentTime + 59_999) / 60_000 * 60_000
        let standing = try ArrivalLog(transaction: transaction, now: now).highestStoryID(at: since)
        let recent = try count(in: scope, after: standing, limit: BoundedCount.limit + 1)
        let hasEarlier = try recent > 0 || count(in: scope, after: 0, limit: 1) > 0
        return KeptBackCount(recent: BoundedCount(counted: recent), hasEarlier: hasEarlier)
    }

    /// Counts the kept back stories that arrived after a story; those that the reader has restored are none.
    private func count(in scope: StoryScope, after story: Int64, limit: Int) throws -> Int {
        try transaction.count(
            """
            select count(*) from (
              select distinct coalesce(-g.group_id, hl.story_id) \(Self.source)
              where hl.story_id > ?\(scope.keptBack.isKeptBack)\(Self.joins)\(scope.condition) limit ?) as counted
            """,
            [.number(story), .number(reader), .number(reader)] + scope.arguments + [.number(limit)])
    }

    /// Returns the kept back stories, the latest arrivals first, and among them those that the reader has restored.
    func page(in scope: StoryScope, depth: Int) throws -> [Found] {
        guard !scope.keptBack.isEmpty else { return [] }
        var seen = Deduplicator()
        var found: [Found] = []
        var below = Int64.max
        // A story may be in several channels, so a page of rows may have fewer stories.
        while found.count < depth {
            let rows = try rows(in: scope, below: below, limit: depth + 20)
            for row in rows where found.count < depth && seen.insert(row.ref) { found.append(row) }
            // The last story may have more rows than the page had room for.
            guard let last = rows.last, rows.count == depth + 20, last.ref.story < below - 1 else { break }
            below = last.ref.story
        }
        return found
    }

    private func rows(in scope: StoryScope, below: Int64, limit: Int) throws -> [Found] {
        try transaction.all(
            """
            select hl.story_id, cs.channel_id, cs.shown_at, g.group_id, coalesce(r.is_set, 0) as is_restored \(Self.source)
            left join mark r on r.reader_id = u.reader_id and r.kind = \(MarkKind.restored.databaseValue)
              and r.story_id = hl.story_id
            where hl.story_id < ? and (hl.kinds & \(scope.keptBack.kinds)) <> 0\(Self.joins)\(scope.condition)
            order by hl.story_id desc limit ?
            """,
            [.number(below), .number(reader), .number(reader)] + scope.arguments + [.number(limit)]
        ) {
            Found(
                ref: StoryReference(
                    story: $0.number("story_id"), channel: $0.number("channel_id"), sortKey: $0.number("shown_at"),
                    group: $0.optionalNumber("group_id")),
                isRestored: $0.bool("is_restored"))
        }
    }

    /// The joined tables; `cross join` fixes their order, since few stories are of a kind.
    private static let source = """
        from headline hl cross join channel_story cs cross join subscription u
        left join story_group g on g.story_id = hl.story_id
        """
    private static let joins = """
         and cs.story_id = hl.story_id and u.channel_id = cs.channel_id and u.reader_id = ?
        \(MuteSQL.storyCondition("hl.story_id"))
        """
}
