import Foundation
import Markup
public import News
import URLs

/// Finds discussions of a story's page at other sources and caches them for a day. Requests reveal what somebody reads,
/// so pages need permission.
public struct RelatedDiscussionsService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    private static let cacheLifetime: TimeInterval = 86_400
    private static let leaseDuration: TimeInterval = 120
    private static let retryDelay: TimeInterval = 600
    /// Per story.
    private static let maxResults = 3

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// Known related discussions.
    public struct RelatedDiscussions: Sendable {
        /// The most discussed first.
        public var discussions: [RelatedDiscussion]
        /// An origin is due to be queried.
        public var needsRefresh: Bool
    }

    /// From another source, about the same page.
    public struct RelatedDiscussion: Sendable {
        public var row: StoryRow
        public var source: StorySource
    }

    private struct QueryableSource: Sendable {
        var source: StorySource
        var capability: RelatedDiscussionsCapability
        var page: WebAddress
    }

    /// Returns the stored discussions.
    public func relatedDiscussions(of story: StoryID, for reader: ReaderID) async throws(LibraryError)
        -> RelatedDiscussions
    {
        let due = try await queryableSources(story)
        let now = library.context.now()
        return try await library.context.database.read { transaction in
            let rows = StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let stored = try transaction.texts(
                "select found from related_discussion where story_id = ? order by source_id", [.number(story.rawValue)])
            let ids: [Int64] = stored.flatMap { text -> [Int64] in JSONColumn.decodeList(text) }
            let found = try ids.compactMap { id -> RelatedDiscussion? in
                guard id != story.rawValue, let row = try rows.row(of: id),
                    let source = try StorySource.find(story: id, transaction)
                else { return nil }
                return RelatedDiscussion(row: row, source: source)
            }
            let ordered = found.sorted { $0.row.commentCount ?? 0 > $1.row.commentCount ?? 0 }
            return RelatedDiscussions(discussions: Array(ordered.prefix(Self.maxResults)), needsRefresh: !due.isEmpty)
        }
    }

    /// Queries each origin not queried today, in turn.
    /// - Returns: whether any was queried.
    @discardableResult
    public func fetch(about story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        var hasQueried = false
        for target in try await queryableSources(story) {
            guard try await acquireLease(story, target.source) else { continue }
            hasQueried = true
            do {
                let stories = try await target.capability.stories(about: target.page)
                let rows = try await SearchResultWriter(context: library.context, source: target.source)
                    .save(Array(stories.prefix(Self.maxResults)), for: reader)
                try await save(rows.map(\.id.rawValue), error: nil, story, target.source)
            } catch let error as SourceError {
                try await save(nil, error: error.code, story, target.source)
            } catch { throw LibraryError(error) }
        }
        return hasQueried
    }

    /// Whether the origin was not queried today. Sets `asked_at` so that the story is due again when the lease expires.
    private func acquireLease(_ story: StoryID, _ source: StorySource) async throws(LibraryError) -> Bool {
        let now = library.context.now()
        return try await library.context.database.write(.refetchable) { transaction in
            try transaction.run(
                """
                insert into related_discussion (story_id, source_id, asked_at) values (?, ?, ?)
                on conflict (story_id, source_id) do update set asked_at = excluded.asked_at
                  where related_discussion.asked_at <= ?
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
                update related_discussion set found = coalesce(?, found), error = ?, asked_at = ?
                where story_id = ? and source_id = ?
                """,
                [
                    .text(try found.map { try JSONColumn.encode($0) }), .text(error), .date(askedAt),
                    .number(story.rawValue), .number(source.id),
                ])
        }
    }

    /// The other sources that can be queried and are due.
    private func queryableSources(_ story: StoryID) async throws(LibraryError) -> [QueryableSource] {
        let before = library.context.now().addingTimeInterval(-Self.cacheLifetime)
        let (page, sources) = try await library.context.database.read { transaction in
            let page = try transaction.text(
                "select coalesce(external_link, link) from story where id = ? and purged_at is null",
                [.number(story.rawValue)]
            ).flatMap { WebAddress($0) }
            let sources = try transaction.all(
                """
                select s.id, s.kind, s.address
                from source s join (select min(id) as first from source group by kind) k on k.first = s.id
                where s.id <> (select source_id from story where id = ?) and not exists (
                  select 1 from related_discussion m where m.story_id = ? and m.source_id = s.id and m.asked_at > ?)
                order by s.id
                """, [.number(story.rawValue), .number(story.rawValue), .date(before)]
            ) { StorySource.decode($0) }
            return (page, sources.compactMap(\.self))
        }
        guard let page else { return [] }
        return sources.compactMap { source in
            guard let capability = catalog.source(of: source.kind, at: source.site)?.relatedDiscussions else {
                return nil
            }
            return QueryableSource(source: source, capability: capability, page: page)
        }
    }
}
