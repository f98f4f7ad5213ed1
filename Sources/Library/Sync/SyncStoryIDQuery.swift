import Foundation
import News
import Untrusted

/// A query for the IDs of stories, chosen so that it reads few stories that it does not return.
struct SyncStoryIDQuery {
    let transaction: Transaction
    let reader: Int64
    let filter: SyncStoryFilter
    /// The channels of the filter, without muted ones unless there is but one.
    private let channels: [Int64]
    private let includesSavedElsewhere: Bool
    /// False if no story is muted, so that none need be looked up.
    private let hasMutedStories: Bool

    init(_ transaction: Transaction, reader: Int64, filter: SyncStoryFilter) throws {
        self.transaction = transaction
        self.reader = reader
        self.filter = filter
        let named = filter.feeds.map(\.rawValue).filter { $0 != SyncFeed.savedID.rawValue }.sorted()
        includesSavedElsewhere = filter.feeds.contains(SyncFeed.savedID) && filter.isSaved != false
        hasMutedStories = try transaction.exists(
            "select 1 from muted_story where reader_id = ? limit 1", [.number(reader)])
        guard filter.feeds.count > 1 else {
            channels = named
            return
        }
        let muted = Set(
            try transaction.numbers(
                "select channel_id from mute where reader_id = ? and channel_id is not null", [.number(reader)]))
        channels = named.filter { !muted.contains($0) }
    }

    func page() throws -> SyncStoryPage {
        let limit = min(max(0, filter.limit), .max - 1)
        let stories = try ids(limit: limit + 1)
        let hasMore = stories.count > limit
        return SyncStoryPage(stories: stories.prefix(limit).map { StoryID(rawValue: $0) }, hasMore: hasMore)
    }

    private var isAscending: Bool { filter.order == .oldestFirst }
    private var direction: String { isAscending ? "" : "desc" }

    private func ids(limit: Int) throws -> [Int64] {
        let bounds = try self.bounds()
        guard !bounds.isEmpty else { return [] }
        // The list of saved stories without a feed has no others.
        if filter.isSaved == true || channels.isEmpty { return try savedIDs(bounds, limit) }
        if filter.isKeptUnread { return try keptUnreadIDs(bounds, limit) }
        if filter.isRead == false, try isUnreadSparse(limit) { return try unreadIDs(bounds, limit) }
        if channels.count == 1 { return try idsOfChannel(bounds, limit) }
        return try idsInOrder(bounds, limit)
    }

    /// Returns the IDs that the page may have, by arrival and by the story to continue after.
    private func bounds() throws -> Range<Int64> {
        let arrival = ArrivalBound(transaction: transaction)
        var (low, high) = (Int64.min, Int64.max)
        if let from = filter.arrivedFrom {
            guard let first = try arrival.firstStory(after: from.milliseconds - 1) else { return 0..<0 }
            low = first
        }
        if let until = filter.arrivedUntil { high = try arrival.firstStory(after: until.milliseconds) ?? .max }
        if let after = filter.after?.rawValue, after < .max {
            if isAscending { low = max(low, after + 1) } else { high = min(high, after) }
        }
        return Range(checked: low, high) ?? 0..<0
    }

    // MARK: Conditions

    /// The read state of the story of `cs` in the channel of `u`, with the mark `m`.
    private static let isRead = "coalesce(m.is_set, case when cs.story_id > u.read_through then 0 else 1 end)"

    private var readJoin: String {
        filter.isRead == nil
            ? ""
            : """
            left join mark m on m.reader_id = u.reader_id and m.kind = \(MarkKind.read.databaseValue)
              and m.story_id = cs.story_id
            """
    }

    private var readCondition: String { filter.isRead.map { " and \(Self.isRead) = \($0 ? 1 : 0)" } ?? "" }

    private var conditions: String {
        var text = hasMutedStories ? MuteSQL.storyCondition("cs.story_id", reader: "u.reader_id") : ""
        if filter.isSaved == false {
            text += """
                 and not exists (select 1 from mark k where k.reader_id = u.reader_id
                  and k.kind = \(MarkKind.saved.databaseValue) and k.story_id = cs.story_id and k.is_set = 1)
                """
        }
        return text
    }

    private func arguments(_ bounds: Range<Int64>) -> [SQLValue] {
        [.number(reader), .number(bounds.lowerBound), .number(bounds.upperBound)]
    }

    // MARK: Ways to read

    /// Reads all stories in the order of their IDs, and leaves out those of other channels. The plus signs keep SQLite
    /// from reading channel by channel, and sorting. A story that is in several channels is unread if it is in one.
    private func idsInOrder(_ bounds: Range<Int64>, _ limit: Int) throws -> [Int64] {
        let list = SQLList(channels)
        return try transaction.numbers(
            """
            select distinct cs.story_id from channel_story cs cross join subscription u \(readJoin)
            where u.reader_id = ? and cs.story_id >= ? and cs.story_id < ? and u.channel_id = cs.channel_id
              and +cs.channel_id in \(list.sql)\(readCondition)\(conditions)
            order by cs.story_id \(direction) limit ?
            """, arguments(bounds) + list.arguments + [.number(limit)])
    }

    private func idsOfChannel(_ bounds: Range<Int64>, _ limit: Int) throws -> [Int64] {
        try transaction.numbers(
            """
            select cs.story_id from channel_story cs cross join subscription u \(readJoin)
            where u.reader_id = ? and cs.story_id >= ? and cs.story_id < ? and u.channel_id = cs.channel_id
              and cs.channel_id = ?\(readCondition)\(conditions)
            order by cs.story_id \(direction) limit ?
            """, arguments(bounds) + [.number(channels[0]), .number(limit)])
    }

    /// Returns true if reading the stories above `read_through` of each channel is faster than reading all stories in
    /// order until `limit` unread ones are found, which is at most about `limit` of every (stories / unread stories). A
    /// story in order takes four times as long, because its channel and its mark are looked up.
    private func isUnreadSparse(_ limit: Int) throws -> Bool {
        let list = SQLList(channels)
        let total = try transaction.number("select max(id) from story") ?? 0
        let above =
            try transaction.number(
                """
                select count(*) from subscription u cross join channel_story cs
                where u.reader_id = ? and u.channel_id in \(list.sql)
                  and cs.channel_id = u.channel_id and cs.story_id > u.read_through
                """, [.number(reader)] + list.arguments) ?? 0
        return Double(above) * Double(above) < 4 * Double(total) * Double(min(limit, Int(total)))
    }

    /// Reads the stories above `read_through`, without those that are marked read, and those that are marked unread. The
    /// marks are read by themselves, since looking each story up among them takes twice as long. The plus sign has
    /// SQLite begin at `read_through`, and not at the lower bound, which is mostly far below.
    private func unreadIDs(_ bounds: Range<Int64>, _ limit: Int) throws -> [Int64] {
        let list = SQLList(channels)
        var unread = Set(
            try transaction.numbers(
                """
                select cs.story_id from subscription u cross join channel_story cs
                where u.reader_id = ? and +cs.story_id >= ? and cs.story_id < ? and cs.channel_id = u.channel_id
                  and u.channel_id in \(list.sql) and cs.story_id > u.read_through\(conditions)
                """, arguments(bounds) + list.arguments))
        let marked = try transaction.numbers(
            """
            select story_id from mark where reader_id = ? and story_id >= ? and story_id < ?
              and kind = \(MarkKind.read.databaseValue) and is_set = 1
            """, [.number(reader), .number(unread.min() ?? .max), .number(bounds.upperBound)])
        unread.subtract(marked)
        unread.formUnion(try markedUnread(bounds))
        return sorted(unread, limit)
    }

    private func keptUnreadIDs(_ bounds: Range<Int64>, _ limit: Int) throws -> [Int64] {
        guard filter.isRead != true else { return [] }
        return sorted(Set(try markedUnread(bounds)), limit)
    }

    /// Reads the stories that are marked unread. The plus sign has the few channels of a story looked up in the list; else
    /// SQLite looks for the story in each channel (measured: 150 ms for 1,000 stories and 1,000 channels).
    private func markedUnread(_ bounds: Range<Int64>) throws -> [Int64] {
        let list = SQLList(channels)
        return try transaction.numbers(
            """
            select cs.story_id from mark m cross join channel_story cs cross join subscription u
            where m.reader_id = ? and m.story_id >= ? and m.story_id < ?
              and m.kind = \(MarkKind.read.databaseValue) and m.is_set = 0
              and cs.story_id = m.story_id and u.reader_id = m.reader_id and u.channel_id = cs.channel_id
              and +cs.channel_id in \(list.sql)\(conditions)
            """, arguments(bounds) + list.arguments)
    }

    private func sorted(_ ids: Set<Int64>, _ limit: Int) -> [Int64] {
        Array((isAscending ? ids.sorted() : ids.sorted(by: >)).prefix(limit))
    }

    /// Reads the saved stories: those in the channels, and those in none that the program lists. The plus signs have the
    /// few channels of a story looked up in the list, and not the reverse.
    private func savedIDs(_ bounds: Range<Int64>, _ limit: Int) throws -> [Int64] {
        let (list, listed) = (SQLList(channels), SQLList(filter.listedFeeds.map(\.rawValue)))
        let saved = try transaction.all(
            """
            select k.story_id,
              case when exists (select 1 from channel_story cs where cs.story_id = k.story_id
                and +cs.channel_id in \(listed.sql)) then 0 else 1 end as is_elsewhere,
              case when exists (select 1 from channel_story cs where cs.story_id = k.story_id
                and +cs.channel_id in \(list.sql)) then 1 else 0 end as is_chosen,
              coalesce(m.is_set, case when exists (select 1 from channel_story cs join subscription u
                on u.reader_id = k.reader_id and u.channel_id = cs.channel_id
                where cs.story_id = k.story_id and cs.story_id > u.read_through) then 0 else 1 end) as is_read
            from mark k join story s on s.id = k.story_id
            left join mark m on m.reader_id = k.reader_id and m.kind = \(MarkKind.read.databaseValue)
              and m.story_id = k.story_id
            where k.reader_id = ? and k.story_id >= ? and k.story_id < ?
              and k.kind = \(MarkKind.saved.databaseValue) and k.is_set = 1 and s.purged_at is null
            order by k.story_id \(direction)
            """, listed.arguments + list.arguments + arguments(bounds)
        ) { row -> Int64? in
            guard row.bool("is_chosen") || (includesSavedElsewhere && row.bool("is_elsewhere")) else { return nil }
            if let isRead = filter.isRead, isRead != row.bool("is_read") { return nil }
            return row.number("story_id")
        }
        return Array(saved.lazy.compactMap(\.self).prefix(limit))
    }
}
