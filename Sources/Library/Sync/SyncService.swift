public import Foundation
public import News

/// A service for other programs that keep a copy of the reader's stories, and read and write the same marks as the app.
/// Muted stories are not listed. A change by a program cannot be undone in the app, since nobody there has asked for it.
public struct SyncService: Sendable {
    let context: LibraryContext

    /// Returns the feeds that the reader follows, and the sections of editions.
    /// - Parameter editions: the editions that the newsstand shows, in order.
    public func feeds(in editions: [Edition], for reader: ReaderID) async throws(LibraryError) -> SyncFeedList {
        try await context.database.read { transaction in
            let preferences = try ReaderService.preferences(transaction, of: reader) ?? .standard
            let arrangement = preferences.editions
            let shown = arrangement.ordered(editions).filter { arrangement.shows($0) && !$0.usesFolders }
            return try SyncFeedQuery(transaction: transaction, reader: reader.rawValue).feeds(in: shown)
        }
    }

    /// Returns the IDs of stories.
    public func storyIDs(_ filter: SyncStoryFilter, for reader: ReaderID) async throws(LibraryError) -> SyncStoryPage {
        try await context.database.read { transaction in
            try SyncStoryIDQuery(transaction, reader: reader.rawValue, filter: filter).page()
        }
    }

    /// Returns stories in the order of their IDs, without those that none of the feeds lists.
    /// - Parameter preferred: the feeds to prefer for stories that are in several.
    public func stories(
        _ ids: [StoryID], in list: SyncFeedList, preferring preferred: Set<ChannelID> = [], for reader: ReaderID
    ) async throws(LibraryError) -> [SyncStory] {
        try await context.database.read { transaction in
            try SyncStoryQuery(transaction, reader: reader.rawValue, list: list)
                .stories(ids, preferring: preferred)
        }
    }

    /// Returns the exact numbers of unread stories by feed, without muted feeds; feeds without unread ones are left out.
    public func unreadCounts(for reader: ReaderID) async throws(LibraryError) -> [ChannelID: Int] {
        try await context.database.read { transaction in
            let counts = try UnreadCountQuery(transaction: transaction, reader: reader.rawValue)
                .exactPerChannel(upTo: .max)
            return Dictionary(uniqueKeysWithValues: counts.map { (ChannelID(rawValue: $0.key), $0.value) })
        }
    }

    /// Returns the number of stories in feeds, where a story in several counts once for each.
    public func storyCount(in feeds: Set<ChannelID>) async throws(LibraryError) -> Int {
        let list = SQLList(feeds.map(\.rawValue))
        return try await context.database.read { transaction in
            try transaction.count(
                "select count(*) from channel_story where channel_id in \(list.sql)", list.arguments)
        }
    }

    // MARK: - Marks

    /// Sets or clears a mark on stories. Stories that are in none of the reader's lists, and that the reader has not
    /// saved, are skipped.
    public func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) {
        guard !stories.isEmpty else { return }
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let own = try Self.own(stories, reader: reader.rawValue, transaction)
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            try writer.change.performFinal { undo in _ = try writer.setMarks(own, kind, value, undo: undo) }
        }
    }

    /// Marks the stories of feeds read; this takes one row per feed.
    /// - Parameter moment: the arrival of the latest story to mark; nil for all that have arrived.
    public func markAllRead(
        _ feeds: Set<ChannelID>, arrivedUntil moment: Date? = nil, for reader: ReaderID
    ) async throws(LibraryError) {
        guard !feeds.isEmpty else { return }
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let highest = try transaction.number("select max(id) from story") ?? 0
            let later = try moment.flatMap {
                try ArrivalBound(transaction: transaction).firstStory(after: $0.milliseconds)
            }
            let through = later.map { $0 - 1 } ?? highest
            let scope =
                feeds.count == 1
                ? StoryScope.channel(feeds.first?.rawValue ?? 0) : .channels(feeds.map(\.rawValue).sorted())
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            try writer.change.performFinal { undo in
                _ = try writer.markAllRead(scope, through: through, undo: undo)
            }
        }
    }

    /// Marks the stories unread that were marked read, each by itself, since `moment`.
    public func markUnread(readSince moment: Date, for reader: ReaderID) async throws(LibraryError) {
        let recent = try await context.database.read { transaction in
            try transaction.numbers(
                """
                select story_id from mark
                where reader_id = ? and kind = \(MarkKind.read.databaseValue) and is_set = 1 and at >= ?
                """, [.number(reader.rawValue), .date(moment)])
        }
        try await mark(recent.map { StoryID(rawValue: $0) }, as: .read, false, for: reader)
    }

    /// Returns the stories that are in a list of the reader, or that the reader has saved.
    private static func own(_ stories: [StoryID], reader: Int64, _ transaction: Transaction) throws -> [Int64] {
        var own: [Int64] = []
        for start in stride(from: 0, to: stories.count, by: 1000) {
            let list = SQLList(stories.dropFirst(start).prefix(1000).map(\.rawValue))
            own += try transaction.numbers(
                """
                select s.id from story s where s.id in \(list.sql) and s.purged_at is null and (
                  exists (select 1 from channel_story cs join subscription u
                    on u.reader_id = ? and u.channel_id = cs.channel_id where cs.story_id = s.id)
                  or exists (select 1 from mark k where k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue)
                    and k.story_id = s.id and k.is_set = 1))
                """, list.arguments + [.number(reader), .number(reader)])
        }
        return own
    }
}
