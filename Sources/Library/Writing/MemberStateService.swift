public import Foundation
public import News
import URLs

/// A service for the states of stories and comments that only a member sees: votes, and the actions that the origin
/// offers. States are stored separately for each reader, never in stories or comments.
public struct MemberStateService: Sendable {
    let context: LibraryContext

    private static let policy = FetchPolicy(
        timeout: .seconds(60), leaseDuration: .seconds(90), manualMinimum: .seconds(60), retryDelay: .seconds(60),
        retryFactor: 2, defaultFreshness: .seconds(300))

    private var fetcher: OnDemandFetcher { OnDemandFetcher(context: context, policy: Self.policy) }

    /// A request for the member's view of a story.
    private struct Request: Sendable {
        let story: Int64
        let storyKey: String
        let source: StorySource
        let session: StoredSession
    }

    /// Returns the stored states of a story and its comments. Sends no requests.
    /// - Throws: `.notThere` for an unknown or purged story.
    public func view(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> MemberThread {
        let now = context.now()
        let found = try await context.database.read { transaction in
            guard let source = try StorySource.find(story: story.rawValue, transaction) else {
                throw LibraryError.notThere
            }
            let account = try MemberAccountStore(transaction: transaction, reader: reader.rawValue, now: now)
                .find(at: source.id)
            let view = try Self.view(of: story.rawValue, reader.rawValue, transaction, now)
            return (view: view, account: account)
        }
        var view = found.view
        view.account = found.account.map { context.account($0, of: reader) }
        if view.account?.state != .signedIn { view.needsRefresh = false }
        return view
    }

    private static func view(
        of story: Int64, _ reader: Int64, _ transaction: Transaction, _ now: Date
    ) throws -> MemberThread {
        let store = MemberItemStore(transaction: transaction, reader: reader, now: now)
        let items = try store.items(of: [story])[story] ?? [:]
        let ids = try transaction.all(
            "select id, origin_key from comment where story_id = ?", [.number(story)]
        ) { row in
            let id = CommentID(rawValue: row.number("id"))
            return (id: id, key: row.text("origin_key"))
        }
        let comments = ids.compactMap { id, key in items[key].map { (id, $0) } }
        let fetchedAt = try store.fetchedAt(of: story)
        let state = try OnDemandFetchState.read(.memberView(ofStory: story, of: reader), transaction)
        let skipped = policy.skipped(state, isStored: fetchedAt != nil, reason: .viewed, at: now)
        return MemberThread(
            story: items[""], comments: Dictionary(comments) { first, _ in first }, fetchedAt: fetchedAt,
            needsRefresh: skipped == nil)
    }

    /// Returns the stored states of stories in a list. Sends no requests.
    public func items(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryID:
        MemberItemState]
    {
        let now = context.now()
        return try await context.database.read { transaction in
            let found = try MemberItemStore(transaction: transaction, reader: reader.rawValue, now: now)
                .items(of: stories.map(\.rawValue), isStoryOnly: true)
            var items: [StoryID: MemberItemState] = [:]
            for story in stories { items[story] = found[story.rawValue]?[""] }
            return items
        }
    }

    /// Returns the stories, among the given ones, that the reader has hidden at their origin. Sends no requests.
    public func hidden(among stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> Set<StoryID> {
        guard !stories.isEmpty else { return [] }
        let now = context.now()
        let found = try await context.database.read { transaction in
            try MemberItemStore(transaction: transaction, reader: reader.rawValue, now: now)
                .hidden(among: stories.map(\.rawValue))
        }
        return Set(found.map { StoryID(rawValue: $0) })
    }

    /// Fetches the member's view of a story unless it is fresh (5 minutes; `.manual`: 60 s).
    /// - Returns: `.unavailable` without a session.
    /// - Throws: `.notThere` for an unknown or purged story.
    @discardableResult
    public func refresh(_ story: StoryID, reason: RefreshReason, for reader: ReaderID) async throws(LibraryError)
        -> FetchOutcome
    {
        let known = try await context.database.read { transaction in
            try Self.origin(of: story.rawValue, transaction)
        }
        guard let known else { throw .notThere }
        let source = known.source
        guard let membership = context.sources.source(of: source.kind, at: source.site)?.membership,
            let session = try await context.session(at: source, for: reader)
        else { return .unavailable }
        let request = Request(story: story.rawValue, storyKey: known.key, source: source, session: session)
        return try await fetcher.fetch(
            acquire: { leases in try Self.acquire(request, reason, reader.rawValue, leases) },
            load: { request, _ in
                try await membership.view(of: request.storyKey, as: request.session.session)
            },
            save: { view, attempt, leases in try Self.save(view, attempt, reader.rawValue, leases) },
            didFail: { error, attempt, leases in
                guard error == .signInNeeded else { return }
                try MemberAccountStore(transaction: leases.transaction, reader: reader.rawValue, now: leases.now)
                    .markLost(attempt.request.session, at: attempt.request.source.id)
            })
    }

    private static func origin(
        of story: Int64, _ transaction: Transaction
    ) throws -> (source: StorySource, key: String)? {
        let key = try transaction.text(
            "select origin_key from story where id = ? and purged_at is null", [.number(story)])
        guard let key, let source = try StorySource.find(story: story, transaction) else { return nil }
        return (source, key)
    }

    private static func acquire(
        _ request: Request, _ reason: RefreshReason, _ reader: Int64, _ leases: FetchLeaseStore
    ) throws -> FetchLeaseStore.LeaseResult<Request> {
        let fetchedAt = try MemberItemStore(transaction: leases.transaction, reader: reader, now: leases.now)
            .fetchedAt(of: request.story)
        return try leases.acquire(
            .memberView(ofStory: request.story, of: reader), host: request.source.site.hostKey,
            isStored: fetchedAt != nil, reason: reason
        ) { _ in request }
    }

    private static func save(
        _ view: MemberThreadState, _ attempt: OnDemandFetcher.Attempt<Request>, _ reader: Int64,
        _ leases: FetchLeaseStore
    ) throws -> FetchOutcome {
        let (transaction, request) = (leases.transaction, attempt.request)
        let accounts = MemberAccountStore(transaction: transaction, reader: reader, now: leases.now)
        // The reader may have signed out meanwhile, or signed in as another member.
        guard try accounts.name(at: request.source.id) == request.session.session.name else {
            try FetchLeaseStore.end(attempt.lease, transaction)
            return .unavailable
        }
        try MemberItemStore(transaction: transaction, reader: reader, now: leases.now)
            .replace(view, story: request.story, storyKey: request.storyKey, source: request.source.id)
        try accounts.setKarma(view.karma, at: request.source.id)
        try leases.recordSuccess(of: attempt.lease)
        return .fetched(new: view.items.count)
    }
}

/// A thread as a member sees it.
public struct MemberThread: Sendable {
    /// The state of the story; nil if unknown.
    public var story: MemberItemState?
    /// The states of the comments, by ID.
    public var comments: [CommentID: MemberItemState]
    /// The time of the last fetch; nil if the view was never fetched.
    public var fetchedAt: Date?
    /// True if the view may be fetched and is stale.
    public var needsRefresh: Bool
    /// The reader's account at the source; nil without one.
    public var account: MemberAccount?

    public init(
        story: MemberItemState? = nil, comments: [CommentID: MemberItemState] = [:], fetchedAt: Date? = nil,
        needsRefresh: Bool = false, account: MemberAccount? = nil
    ) {
        self.story = story
        self.comments = comments
        self.fetchedAt = fetchedAt
        self.needsRefresh = needsRefresh
        self.account = account
    }
}
