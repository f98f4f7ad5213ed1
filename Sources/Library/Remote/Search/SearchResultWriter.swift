import Foundation
import Markup
import News
import URLs

/// A writer that stores search results and authors' submissions in one channel per source that nobody follows: such
/// stories appear in no list and count as read.
struct SearchResultWriter: Sendable {
    let context: LibraryContext
    let source: StorySource

    func save(_ stories: [FetchedStory], for reader: ReaderID) async throws(LibraryError) -> [StoryRow] {
        guard !stories.isEmpty else { return [] }
        let now = context.now()
        let prepared = try Self.prepare(stories, now: now)
        return try await context.writeAndNotify(.refetchable) { try write(prepared, for: reader, $0, now: now) }
    }

    /// Prepares stories outside the transaction.
    static func prepare(_ stories: [FetchedStory], now: Date) throws(LibraryError) -> [PreparedStory] {
        var prepared: [PreparedStory] = []
        for story in stories { prepared.append(try PreparedStory(story, now: now)) }
        return prepared
    }

    func write(
        _ prepared: [PreparedStory], for reader: ReaderID, _ transaction: Transaction, now: Date
    ) throws -> [StoryRow] {
        guard !prepared.isEmpty else { return [] }
        let channel = try Self.searchChannel(of: source, transaction)
        var importer = StoryImporter(transaction: transaction, now: now, channel: channel, source: source.id)
        try PurgedStoryRestorer(transaction: transaction, source: source.id, now: now).prepare(prepared)
        _ = try importer.importStories(prepared)
        return try Self.rows(prepared.map(\.story.key), of: source.id, transaction, reader: reader, now: now)
    }

    private static func searchChannel(of source: StorySource, _ transaction: Transaction) throws -> Int64 {
        let known = try transaction.number(
            "select id from channel where source_id = ? and is_result_list = 1", [.number(source.id)])
        if let known { return known }
        return try transaction.insertReturningID(
            into: "channel",
            [
                "source_id": .number(source.id), "address": .text(source.site.withoutFragment.text + "#found"),
                "host": .text(source.site.hostKey), "title": .text(source.site.host),
                "state": .text(ChannelHealthState.paused.rawValue),
                "is_result_list": .bool(true),
            ])
    }

    /// Returns the rows of stories, preferably in the reader's channels.
    private static func rows(
        _ keys: [String], of source: Int64, _ transaction: Transaction, reader: ReaderID, now: Date
    ) throws -> [StoryRow] {
        let list = SQLList(keys)
        let found = try transaction.all(
            "select origin_key, id from story where source_id = ? and origin_key in \(list.sql) and purged_at is null",
            [.number(source)] + list.arguments
        ) { ($0.text("origin_key"), $0.number("id")) }
        let stories = Dictionary(found, uniquingKeysWith: { first, _ in first })
        return try StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            .rows(of: keys.compactMap { stories[$0] })
    }
}
