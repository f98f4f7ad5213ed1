import Foundation
import Markup
public import News

/// Where else the page that a story tells of is discussed. Asking tells an origin what somebody reads, so that faces ask only
/// for readers who allow it. What was found is kept with the story for a day.
public struct RelatedDiscussionsService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// How long an answer is not asked for again.
    private static let cacheLifetime: TimeInterval = 86_400
    /// How long a claim holds when the process that made it dies.
    private static let leaseDuration: TimeInterval = 120
    /// How long an origin that failed is not asked again.
    private static let retryDelay: TimeInterval = 600
    /// So many discussions of one story are named.
    private static let maxResults = 3

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// Where a story is discussed elsewhere, as far as that is known.
    public struct RelatedDiscussions: Sendable {
        /// The stories of other sources that point to the same page, the most discussed first.
        public var discussions: [RelatedDiscussion]
        /// An origin may be asked, and was not today.
        public var needsRefresh: Bool
    }

    /// A story of another source that points to the same page.
    public struct RelatedDiscussion: Sendable {
        public var row: StoryRow
        public var source: StorySource
    }

    private struct QueryableSource: Sendable {
        var source: StorySource
        var capability: RelatedDiscussionsCapability
        var page: WebAddress
    }

    /// What is known.
    public func relatedDiscussions(of story: StoryID, for reader: ReaderID) async throws(LibraryError)
        -> RelatedDiscussions
    {
        let due = try await queryableSources(story)
        let now = library.context.now()
        return try await library.context.database.read { transaction in
            let reading = StoryQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let rows = StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let kept = try transaction.all(
                "select found from story_mention where story_id = ? order by source_id", [.number(story.rawValue)],
                { $0.text() })
            let ids: [Int64] = kept.flatMap { text -> [Int64] in JSONColumn.decodeList(text) }
            let found = try ids.compactMap { id -> RelatedDiscussion? in
                guard id != story.rawValue, let place = try reading.storyRef(id, preferring: nil),
                    let row = try rows.row(of: id, in: place.channel, group: place.group),
                    let source = try StorySource.find(story: id, transaction)
                else { return nil }
                return RelatedDiscussion(row: row, source: source)
            }
            let ordered = found.sorted { $0.row.commentCount ?? 0 > $1.row.commentCount ?? 0 }
            return RelatedDiscussions(discussions: Array(ordered.prefix(Self.maxResults)), needsRefresh: !due.isEmpty)
        }
    }

    /// Asks every origin that can be asked and was not today, one after the other.
    /// - Returns: whether anything was asked.
    @discardableResult
    public func fetch(about story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        var hasAsked = false
        for place in try await queryableSources(story) {
            guard try await acquireLease(story, place.source) else { continue }
            hasAsked = true
            do {
                let answer = try await place.capability.stories(about: place.page)
                let rows = try await SearchResultWriter(context: library.context, source: place.source)
                    .save(Array(answer.prefix(Self.maxResults)), for: reader)
                try await save(rows.map(\.id.rawValue), error: nil, story, place.source)
            } catch let error as SourceError {
                try await save(nil, error: error.code, story, place.source)
            } catch { throw LibraryError(error) }
        }
        return hasAsked
    }

    /// Whether nobody else asks, or has asked today. `asked_at` is put so that it is a day old when the claim ends: should
    /// nothing come of it, not even an error, the story is not silent for longer.
    private func acquireLease(_ story: StoryID, _ source: StorySource) async throws(LibraryError) -> Bool {
        let now = library.context.now()
        return try await library.context.database.write(.refetchable) { transaction in
            try transaction.run(
                """
                insert into story_mention (story_id, source_id, asked_at) values (?, ?, ?)
                on conflict (story_id, source_id) do update set asked_at = excluded.asked_at
                  where story_mention.asked_at <= ?
                """,
                [
                    .number(story.rawValue), .number(source.id),
                    .date(now.addingTimeInterval(Self.leaseDuration - Self.cacheLifetime)),
                    .date(now.addingTimeInterval(-Self.cacheLifetime)),
                ]) > 0
        }
    }

    private func save(
        _ found: [Int64]?, error: String?, _ story: StoryID, _ source: StorySource
    ) async throws(LibraryError) {
        let now = library.context.now()
        let askedAt = error == nil ? now : now.addingTimeInterval(Self.retryDelay - Self.cacheLifetime)
        _ = try await library.context.writeAndNotify(.refetchable) { transaction in
            try transaction.run(
                """
                update story_mention set found = coalesce(?, found), error = ?, asked_at = ?
                where story_id = ? and source_id = ?
                """,
                [
                    .text(try found.map { try JSONColumn.encode($0) }), .text(error), .date(askedAt),
                    .number(story.rawValue), .number(source.id),
                ])
        }
    }

    /// The origins other than the story's own that can be asked about its page.
    private func queryableSources(_ story: StoryID) async throws(LibraryError) -> [QueryableSource] {
        let before = library.context.now().addingTimeInterval(-Self.cacheLifetime)
        let (page, sources) = try await library.context.database.read { transaction in
            let page =
                try transaction.first(
                    "select coalesce(external_link, link) from story where id = ? and purged_at is null",
                    [.number(story.rawValue)]
                ) { $0.optionalText().flatMap { WebAddress($0) } } ?? nil
            let sources = try transaction.all(
                """
                select s.id, s.kind, s.address
                from source s join (select min(id) as first from source group by kind) k on k.first = s.id
                where s.id <> (select source_id from story where id = ?) and not exists (
                  select 1 from story_mention m where m.story_id = ? and m.source_id = s.id and m.asked_at > ?)
                order by s.id
                """, [.number(story.rawValue), .number(story.rawValue), .date(before)]
            ) { row in StorySource.decode(&row) }
            return (page, sources.compactMap(\.self))
        }
        guard let page else { return [] }
        return sources.compactMap { source in
            guard let ability = catalog.source(of: source.kind, at: source.site)?.relatedDiscussions else { return nil }
            return QueryableSource(source: source, capability: ability, page: page)
        }
    }
}
