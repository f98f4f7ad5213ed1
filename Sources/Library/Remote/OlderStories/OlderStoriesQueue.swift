import Foundation
import News
import URLs

/// A queue of the channels whose lists continue at their origins.
struct OlderStoriesQueue {
    let leases: FetchLeaseStore
    let reader: Int64

    private var transaction: Transaction { leases.transaction }

    /// One page of older stories of a channel.
    struct Page: Sendable {
        var channel: Int64
        var source: Int64
        var kind: SourceKind
        var site: WebAddress
        var address: WebAddress
        var title: String
        var cursor: SourceCursor
    }

    private struct OpenChannel {
        var page: Page
        var host: String
        var leasedUntil: Date
        var backoffUntil: Date
        var oldestShownAt: Int64
    }

    /// Leases a page of the channel whose stored stories reach back least. Skips with `.unavailable` at the end of the
    /// list.
    func acquire(_ list: StoryList) throws -> FetchLeaseStore.LeaseResult<Page> {
        let now = leases.now
        guard let nearest = try openChannels(list).max(by: { $0.oldestShownAt < $1.oldestShownAt }) else {
            return .skipped(.unavailable)
        }
        guard nearest.leasedUntil <= now else { return .skipped(.inProgress) }
        guard nearest.backoffUntil <= now else { return .skipped(.backingOff(until: nearest.backoffUntil)) }
        return .acquired(
            try leases.leaseUnscheduled(channel: nearest.page.channel, host: nearest.host), nearest.page)
    }

    private func openChannels(_ list: StoryList) throws -> [OpenChannel] {
        let scope = try StoryScope(list, for: reader, transaction)
        return try transaction.all(
            """
            select c.id, c.source_id, s.kind, s.address as source_address, c.address as channel_address, c.title,
              c.older_cursor, c.host, c.claimed_until, c.backoff_until,
              (select min(cs.shown_at) from channel_story cs where cs.channel_id = c.id) as oldest_shown_at
            from subscription u join channel c on c.id = u.channel_id join source s on s.id = c.source_id
            where u.reader_id = ? and c.older_cursor is not null\(scope.condition)
            """, [.number(reader)] + scope.arguments
        ) { row -> OpenChannel? in
            guard let site = WebAddress(row.text("source_address")),
                let address = WebAddress(row.text("channel_address"))
            else { return nil }
            return OpenChannel(
                page: Page(
                    channel: row.number("id"), source: row.number("source_id"),
                    kind: SourceKind(rawValue: row.text("kind")), site: site, address: address,
                    title: row.text("title"), cursor: SourceCursor(rawValue: row.text("older_cursor"))),
                host: row.text("host"), leasedUntil: row.date("claimed_until"), backoffUntil: row.date("backoff_until"),
                oldestShownAt: row.number("oldest_shown_at"))
        }.compactMap(\.self)
    }

    /// Returns true if an origin has still older stories.
    static func hasOlderStories(_ list: StoryList, reader: Int64, _ transaction: Transaction) throws -> Bool {
        let scope = try StoryScope(list, for: reader, transaction)
        return try transaction.exists(
            """
            select 1 from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and c.older_cursor is not null\(scope.condition) limit 1
            """, [.number(reader)] + scope.arguments)
    }

    /// Stores the stories of a page and moves the channel's cursor; the caller ends the lease.
    /// - Parameter followsChangedKeys: True if stories may come under other keys than before
    ///   (`StoryImporter.followChangedKeys`).
    /// - Returns: The number of stories that the channel has gained.
    static func save(
        _ stories: [PreparedStory], next: SourceCursor?, firstRank: Int?, followsChangedKeys: Bool, of page: Page,
        _ leases: FetchLeaseStore
    ) throws -> Int {
        let (transaction, now) = (leases.transaction, leases.now)
        let count = "select count(*) from channel_story where channel_id = ?"
        let before = try transaction.count(count, [.number(page.channel)])
        var importer = StoryImporter(transaction: transaction, now: now, channel: page.channel, source: page.source)
        try PurgedStoryRestorer(
            transaction: transaction, source: page.source, now: now, followsChangedKeys: followsChangedKeys
        ).prepare(stories)
        if followsChangedKeys { try importer.followChangedKeys(stories) }
        _ = try importer.importStories(stories)
        try ChannelRanking(transaction: transaction, channel: page.channel, source: page.source, now: now)
            .apply(stories.map(\.story.key), from: firstRank)
        try ChannelWriter(transaction: transaction).updateNewestStory(of: page.channel)
        // A page that links to itself would never end. The condition on `next_page`
        // detects a refresh that restarted the list.
        let nextCursor = next == page.cursor ? nil : next?.rawValue
        try transaction.run(
            "update channel set older_cursor = ? where id = ? and older_cursor = ?",
            [.text(nextCursor), .number(page.channel), .text(page.cursor.rawValue)])
        return try transaction.count(count, [.number(page.channel)]) - before
    }

    /// Returns the new cursor of a channel: unchanged if the newest page overlaps stored stories, otherwise the page's
    /// own, to fetch the gap.
    /// - Returns: Nil for an unchanged cursor; a nested nil for the end of the list.
    static func nextCursor(
        after response: ChannelResponse, of channel: Int64, source: Int64, _ transaction: Transaction
    ) throws -> SourceCursor?? {
        guard let stories = response.stories else { return nil }
        guard let next = response.next else { return .some(nil) }
        for story in stories {
            let isKnown = try transaction.exists(
                """
                select 1 from story s join channel_story cs on cs.story_id = s.id and cs.channel_id = ?
                where s.source_id = ? and s.origin_key = ?
                """, [.number(channel), .number(source), .text(story.key)])
            if isKnown { return nil }
        }
        return .some(next)
    }
}
