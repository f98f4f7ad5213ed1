import Foundation
import Markup
public import News
import Synchronization
import URLs

/// A service that stores threads and fetches stale ones.
public struct DiscussionService: Sendable {
    let context: LibraryContext
    private let policy = DiscussionPolicy()

    init(context: LibraryContext) { self.context = context }

    private var fetcher: OnDemandFetcher { OnDemandFetcher(context: context, policy: policy.fetching) }

    /// A request for the thread of a story.
    struct Request: Sendable {
        var story: Int64
        var thread: DiscussionRequest
        /// True if an earlier fetch stored comments.
        var hasComments: Bool
    }

    /// Returns true if a source has discussions.
    public func isSupported(by source: StorySource) -> Bool { capability(of: source) != nil }

    /// Returns true if a source has profiles.
    public func hasProfiles(of source: StorySource) -> Bool {
        context.sources.source(of: source.kind, at: source.site)?.profiles != nil
    }

    private func capability(of source: StorySource) -> (any DiscussionCapability)? {
        context.sources.source(of: source.kind, at: source.site)?.discussion
    }

    /// Returns the stored thread of a story.
    /// - Throws: `.notThere` for an unknown or purged story.
    public func thread(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> ThreadDetails {
        let (now, policy) = (context.now(), policy)
        return try await context.database.read { transaction in
            try ThreadQuery(transaction: transaction, reader: reader.rawValue, now: now, policy: policy.fetching)
                .details(of: story.rawValue)
        }
    }

    /// Records a view of a thread; comments that arrive later are new.
    /// - Returns: True if a new visit begins.
    @discardableResult
    public func recordVisit(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        let now = context.now()
        let update = try await context.database.read { transaction in
            try ThreadReadState(transaction: transaction, reader: reader.rawValue, now: now).nextUpdate(story.rawValue)
        }
        guard update != .unchanged else { return false }
        try await context.database.write(.refetchable) { transaction in
            // A concurrent request may have recorded the visit.
            try ThreadReadState(transaction: transaction, reader: reader.rawValue, now: now).record(story.rawValue)
        }
        if update != .continues { context.notifier.notify(for: reader) }
        return update == .startsNew
    }

    /// Fetches a thread unless it is fresh or the policy forbids the fetch; stores comments as they arrive.
    /// - Parameter reason: The reason for the fetch; `.manual` fetches even a fresh thread.
    /// - Throws: `.notThere` for an unknown or purged story.
    @discardableResult
    public func refresh(_ story: StoryID, reason: RefreshReason) async throws(LibraryError) -> FetchOutcome {
        let source = try await context.database.read { try StorySource.find(story: story.rawValue, $0) }
        guard let source else { throw .notThere }
        guard let capability = capability(of: source) else { return .unavailable }
        return try await fetcher.fetch(
            acquire: { leases in try acquire(story.rawValue, of: source, reason: reason, leases) },
            load: { request, lease in try await load(request, from: capability, under: lease) },
            save: { [policy] response, attempt, leases in
                try DiscussionWriter(transaction: leases.transaction, now: leases.now, policy: policy)
                    .recordResponse(response, of: attempt, leases)
            })
    }

    /// Loads a thread. Stores the parts of a first fetch whenever their size has doubled, to limit writes.
    private func load(
        _ request: Request, from capability: any DiscussionCapability, under lease: FetchLease
    ) async throws(SourceError) -> DiscussionResponse {
        let storedCount = Mutex(0)
        return try await capability.thread(for: request.thread) { [fetcher, policy] part in
            let count = part.comments?.count ?? 0
            let isDue = storedCount.withLock { stored in
                guard !request.hasComments, count > 0, count >= 2 * stored else { return false }
                stored = count
                return true
            }
            guard isDue else { return }
            await fetcher.savePart(under: lease) { leases in
                try DiscussionWriter(transaction: leases.transaction, now: leases.now, policy: policy)
                    .recordPartial(part, of: request.story)
            }
        }
    }

    /// Waits until a fetch in progress has ended, or its time limit has passed.
    public func wait(for story: StoryID) async throws(LibraryError) {
        try await fetcher.wait(for: .discussion(ofStory: story.rawValue))
    }

    private func acquire(
        _ story: Int64, of source: StorySource, reason: RefreshReason, _ leases: FetchLeaseStore
    ) throws -> FetchLeaseStore.LeaseResult<Request> {
        guard let thread = try Self.threadRequest(of: story, reason, leases.transaction) else {
            throw LibraryError.notThere
        }
        let stored = try leases.transaction.first(
            "select rules_version, fetched_at from discussion where story_id = ? and fetched_at is not null",
            [.number(story)]
        ) { row in (rules: row.optionalNumber("rules_version"), answeredAt: row.date("fetched_at")) }
        // Comments sanitised by older rules are fetched again in full.
        let isStored = stored?.rules == Int64(SanitizerRules.version)
        return try leases.acquire(
            .discussion(ofStory: story), host: source.site.hostKey, isStored: isStored, reason: reason
        ) { state in
            var request = Request(story: story, thread: thread, hasComments: stored?.rules != nil)
            request.thread.sourceState = isStored ? state.sourceState : nil
            request.thread.lastingFailure = policy.lastingFailure(state, since: stored?.answeredAt, at: leases.now)
            return request
        }
    }

    private static func threadRequest(
        of story: Int64, _ reason: RefreshReason, _ transaction: Transaction
    ) throws -> DiscussionRequest? {
        try transaction.first(
            """
            select origin_key, link, comment_count,
              (select count(*) from comment c where c.story_id = story.id) as stored_count
            from story where id = ? and purged_at is null
            """, [.number(story)]
        ) { row in
            DiscussionRequest(
                storyKey: row.text("origin_key"), link: row.optionalText("link").flatMap { WebAddress($0) },
                expectedCount: row.optionalInt("comment_count").map { max(0, $0) },
                storedCount: row.int("stored_count"), reason: reason)
        }
    }
}
