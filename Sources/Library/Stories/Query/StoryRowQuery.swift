import Foundation
import News

/// A query for the rows of lists.
struct StoryRowQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    /// True if rows include the rule that mutes the story. Most lists contain no muted stories, so the default is
    /// false.
    var includesMuteReasons = false

    /// Returns the rows of different stories in their order, without purged ones.
    func rows(of refs: [StoryReference]) throws -> [StoryRow] {
        guard !refs.isEmpty else { return [] }
        let (list, channels) = (SQLList(refs.map(\.story)), Self.channels(of: refs))
        let found = try transaction.all(
            Self.selectSQL(list), Array(repeating: .number(reader), count: 8) + list.arguments
        ) { row -> StoryRow? in
            guard channels[row.number("story_id")] == row.number("listed_channel_id") else { return nil }
            return StoryRow(row, now: now)
        }
        var rows: [Int64: StoryRow] = [:]
        for case let row? in found { rows[row.id.rawValue] = row }
        for (story, others) in try duplicates(of: refs.filter { $0.group != nil }, in: .group) {
            rows[story]?.duplicates = others
        }
        try addClusters(to: &rows, of: refs)
        if includesMuteReasons {
            let reasons = try MuteStore(transaction: transaction).reasons(of: refs, for: reader)
            for (story, rule) in reasons { rows[story]?.muteReason = rule }
        }
        return refs.compactMap { rows[$0.story] }
    }

    /// Returns the rows of stories in their order, preferring followed channels, without purged ones.
    func rows(of stories: [Int64]) throws -> [StoryRow] {
        let refs = try references(to: stories)
        return try rows(of: stories.compactMap { refs[$0] })
    }

    /// Returns references to stories by story, preferring the list's channel, then a followed one.
    func references(to stories: [Int64], preferring list: StoryList? = nil) throws -> [Int64: StoryReference] {
        let wanted: Int64? = if case .channel(let id)? = list { id.rawValue } else { nil }
        let scope = try list.map { try StoryScope($0, for: reader, transaction) } ?? .all
        let sortKey = try scope.sortKey(for: reader, transaction)
        let ids = SQLList(stories)
        let found = try transaction.all(
            """
            select cs.story_id, cs.channel_id, coalesce(\(sortKey.column), cs.shown_at) as sort_key, g.group_id
            from channel_story cs left join story_group g on g.story_id = cs.story_id
            left join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id in \(ids.sql)
            order by case when cs.channel_id = ? then 0 when u.channel_id is not null\(scope.condition) then 1
              when u.is_followed = 1 then 2 when u.channel_id is not null then 3 else 4 end, cs.channel_id
            """, [.number(reader)] + ids.arguments + [.number(wanted ?? -1)] + scope.arguments
        ) {
            StoryReference(
                story: $0.number("story_id"), channel: $0.number("channel_id"), sortKey: $0.number("sort_key"),
                group: $0.optionalNumber("group_id"))
        }
        return Dictionary(found.map { ($0.story, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func channels(of refs: [StoryReference]) -> [Int64: Int64] {
        Dictionary(refs.map { ($0.story, $0.channel) }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds the clusters of stories, and their other stories to the duplicates.
    private func addClusters(to rows: inout [Int64: StoryRow], of refs: [StoryReference]) throws {
        let list = SQLList(refs.map(\.story))
        let found = try transaction.all(
            "select story_id, cluster_id from story_cluster where story_id in \(list.sql)", list.arguments
        ) { (story: $0.number("story_id"), cluster: $0.number("cluster_id")) }
        let clusters = Dictionary(found.map { ($0.story, $0.cluster) }, uniquingKeysWith: { first, _ in first })
        for (story, others) in try duplicates(of: refs.filter { clusters[$0.story] != nil }, in: .cluster) {
            rows[story]?.cluster = clusters[story].map { StoryID(rawValue: $0) }
            let known = Set(rows[story]?.duplicates.map(\.channel) ?? [])
            rows[story]?.duplicates += others.filter { $0.siteName != nil || !known.contains($0.channel) }
        }
    }

    /// A table of stories that belong together: copies of one story, or stories about one event.
    private enum Grouping: String { case group, cluster }

    /// Returns the other stories of a group or cluster in other channels (followed, or in the same edition), one per
    /// channel; of a cluster also those of other publishers in a channel that has stories of several.
    private func duplicates(
        of refs: [StoryReference], in grouping: Grouping
    ) throws -> [Int64: [DuplicateStory]] {
        let (table, column) = ("story_\(grouping.rawValue)", "\(grouping.rawValue)_id")
        guard !refs.isEmpty else { return [:] }
        let (list, channels) = (SQLList(refs.map(\.story)), Self.channels(of: refs))
        let sameChannel =
            grouping == .group
            ? "" : " or s.site_name <> (select ls.site_name from story ls where ls.id = lc.story_id)"
        let found = try transaction.all(
            """
            select lc.story_id as listed_story_id, lc.channel_id as listed_channel_id, g.story_id, c.id as channel_id,
              coalesce(u.title, c.title) as channel_title, s.site_name
            from channel_story lc cross join \(table) lg cross join \(table) g cross join story s
            cross join channel_story cs cross join channel c cross join subscription u
            where lc.story_id in \(list.sql) and lg.story_id = lc.story_id
              and g.\(column) = lg.\(column) and g.story_id <> lg.story_id and s.id = g.story_id
              and cs.story_id = g.story_id and (cs.channel_id <> lc.channel_id\(sameChannel))
              and c.id = cs.channel_id and c.is_result_list = 0
              and u.reader_id = ? and u.channel_id = c.id and (u.is_followed = 1 or exists (
                select 1 from section_channel a join folder fa on fa.id = a.section_id
                join section_channel b on b.channel_id = cs.channel_id join folder fb on fb.id = b.section_id
                where a.channel_id = lc.channel_id and fa.edition = fb.edition))
            """, list.arguments + [.number(reader)]
        ) { row in
            let listed = (story: row.number("listed_story_id"), channel: row.number("listed_channel_id"))
            let duplicate = DuplicateStory(
                story: StoryID(rawValue: row.number("story_id")),
                channel: ChannelID(rawValue: row.number("channel_id")), channelTitle: row.text("channel_title"),
                siteName: row.optionalText("site_name"))
            return (listed: listed, duplicate: duplicate)
        }
        let listed = found.filter { channels[$0.listed.story] == $0.listed.channel }
        return Dictionary(grouping: listed, by: \.listed.story).mapValues { found in
            Self.oncePerSource(found.map(\.duplicate), grouping)
        }
    }

    /// Returns duplicates in order, one per channel; of a cluster one per publisher of a channel.
    private static func oncePerSource(_ duplicates: [DuplicateStory], _ grouping: Grouping) -> [DuplicateStory] {
        var known: Set<String> = []
        return duplicates.sorted {
            ($0.story.rawValue, $0.channel.rawValue) < ($1.story.rawValue, $1.channel.rawValue)
        }.filter { duplicate in
            let site = grouping == .cluster ? duplicate.siteName : nil
            return known.insert("\(duplicate.channel.rawValue) \(site ?? "")").inserted
        }
    }

    /// Returns the query for rows. A story has a row for each channel that contains it, `c`. `h` is the displayed
    /// channel: if `c` is never fetched, because it contains search results or a topic's matches, `h` is a channel that
    /// fetched the story, preferably one of the reader's. `cross join` fixes the join order.
    private static func selectSQL(_ stories: SQLList) -> String {
        """
        select cs.channel_id as listed_channel_id, \(StoryRow.columns)
        from channel_story cs cross join story s cross join channel c
        left join subscription u on u.reader_id = ? and u.channel_id = c.id
        join channel h on h.id = case when c.is_result_list = 0 then c.id else coalesce(
          (select min(o.channel_id) from channel_story o join channel oc on oc.id = o.channel_id and oc.is_result_list = 0
            join subscription ou on ou.channel_id = o.channel_id where ou.reader_id = ? and o.story_id = s.id),
          (select min(oc.id) from channel oc where oc.source_id = s.source_id and oc.is_result_list = 0), c.id) end
        left join subscription hu on hu.reader_id = ? and hu.channel_id = h.id
        left join mark o on o.reader_id = ? and o.kind = \(MarkKind.opened.databaseValue) and o.story_id = s.id
        left join mark r on r.reader_id = ? and r.kind = \(MarkKind.read.databaseValue) and r.story_id = s.id
        left join mark k on k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue) and k.story_id = s.id
        left join mark t on t.reader_id = ? and t.kind = \(MarkKind.ticked.databaseValue) and t.story_id = s.id
        left join discussion_visit v on v.reader_id = ? and v.story_id = s.id
        left join story_picture sp on sp.story_id = s.id and sp.position = 0
        left join picture p on p.id = sp.picture_id
        where cs.story_id in \(stories.sql) and s.id = cs.story_id and c.id = cs.channel_id and s.purged_at is null
        """
    }
}
