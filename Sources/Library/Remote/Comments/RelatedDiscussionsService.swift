import Foundation
import Markup
public import News
import URLs

/// A service that finds discussions of a story's page at other sources and caches them for a day. Requests reveal what
/// somebody reads, so pages need permission.
public struct RelatedDiscussionsService: Sendable {
    let context: LibraryContext

    private static let policy = FetchPolicy(
        timeout: .seconds(60), leaseDuration: .seconds(120), manualMinimum: .zero, retryDelay: .seconds(600),
        defaultFreshness: .seconds(86_400))
    /// The maximum number of results per story.
    private static let maxResults = 3

    private var fetcher: OnDemandFetcher { OnDemandFetcher(context: context, policy: Self.policy) }

    /// The stored related discussions of a story.
    public struct RelatedDiscussions: Sendable {
        /// The discussions, the most discussed first.
        public var discussions: [RelatedDiscussion]
        /// True if an origin is due to be queried.
        public var needsRefresh: Bool
    }

    /// A discussion of the same page at another source.
    public struct RelatedDiscussion: Sendable {
        /// The story at the other source.
        public var row: StoryRow
        /// The other source.
        public var source: StorySource
    }

    private struct QueryableSource: Sendable {
        var source: StorySource
        var capability: any RelatedDiscussionsCapability
        var page: WebAddress
    }

    /// Returns the stored discussions of a story's page.
    public func relatedDiscussions(of story: StoryID, for reader: ReaderID) async throws(LibraryError)
        -> RelatedDiscussions
    {
        let due = try await queryableSources(story)
        let now = context.now()
        return try await context.database.read { transaction in
            let rows = StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let stored = try transaction.texts(
                "select discussions from related_discussion where story_id = ? order by source_id",
                [.number(story.rawValue)])
            let ids: [Int64] = stored.flatMap { text -> [Int64] in JSONColumn.decodeList(text) }
            let found = try rows.rows(of: ids.filter { $0 != story.rawValue }).compactMap { row in
                try StorySource.find(story: row.id.rawValue, transaction).map {
                    RelatedDiscussion(row: row, source: $0)
                }
            }
            let ordered = found.sorted { $0.row.commentCount ?? 0 > $1.row.commentCount ?? 0 }
            return RelatedDiscussions(discussions: Array(ordered.prefix(Self.maxResults)), needsRefresh: !due.isEmpty)
        }
    }

    /// Queries each origin that was not queried within the last day, one after another.
    /// - Returns: True if any origin was queried.
    @discardableResult
    public func fetch(about story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        var hasQueried = false
        for target in try await queryableSources(story) {
            let outcome = try await fetch(about: story, at: target, for: reader)
            switch outcome {
            case .fetched, .failed: hasQueried = true
            default: break
            }
        }
        return hasQueried
    }

    private func fetch(
        about story: StoryID, at target: QueryableSource, for reader: ReaderID
    ) async throws(LibraryError) -> FetchOutcome {
        let source = target.source
        return try await fetcher.fetch(
            acquire: { leases in
                try leases.acquire(
                    .relatedDiscussions(ofStory: story.rawValue, at: source.id), host: source.site.hostKey,
                    isStored: try Self.isStored(story, source.id, leases.transaction), reason: .viewed
                ) { _ in target }
            },
            load: { [context] target, _ in
                let stories = try await target.capability.stories(about: target.page)
                return try SearchResultWriter.prepare(Array(stories.prefix(Self.maxResults)), now: context.now())
            },
            save: { [context] prepared, attempt, leases in
                let rows = try SearchResultWriter(context: context, source: source)
                    .write(prepared, for: reader, leases.transaction, now: leases.now)
                try leases.transaction.run(
                    """
                    insert into related_discussion (story_id, source_id, discussions) values (?, ?, ?)
                    on conflict (story_id, source_id) do update set discussions = excluded.discussions
                    """,
                    [
                        .number(story.rawValue), .number(source.id),
                        .text(try JSONColumn.encode(rows.map(\.id.rawValue))),
                    ])
                try leases.recordSuccess(of: attempt.lease)
                return .fetched(new: rows.count)
            })
    }

    private static func isStored(_ story: StoryID, _ source: Int64, _ transaction: Transaction) throws -> Bool {
        try transaction.exists(
            "select 1 from related_discussion where story_id = ? and source_id = ?",
            [.number(story.rawValue), .number(source)])
    }

    /// Returns the other sources that can be queried and are due.
    private func queryableSources(_ story: StoryID) async throws(LibraryError) -> [QueryableSource] {
        let now = context.now()
        let (page, sources) = try await context.database.read { transaction in
            let page = try transaction.text(
                "select coalesce(external_link, link) from story where id = ? and purged_at is null",
                [.number(story.rawValue)]
            ).flatMap { WebAddress($0) }
            let sources = try transaction.all(
                """
                select s.id, s.kind, s.address, \(StorySource.titleColumn(of: "s"))
                from source s join (select min(id) as first from source group by kind) k on k.first = s.id
                where s.id <> (select source_id from story where id = ?) order by s.id
                """, [.number(story.rawValue)]
            ) { StorySource.decode($0) }
            let due = try sources.compactMap(\.self).filter { source in
                let target = FetchTarget.relatedDiscussions(ofStory: story.rawValue, at: source.id)
                let isStored = try Self.isStored(story, source.id, transaction)
                return Self.policy.skipped(
                    try OnDemandFetchState.read(target, transaction), isStored: isStored, reason: .viewed, at: now)
                    == nil
            }
            return (page, due)
        }
        guard let page else { return [] }
        return sources.compactMap { source in
            let found = context.sources.source(of: source.kind, at: source.site)
            guard let capability = found?.relatedDiscussions else { return nil }
            return QueryableSource(source: source, capability: capability, page: page)
        }
    }
}
