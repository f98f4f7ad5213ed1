import Failures
public import News
import URLs

/// A service that fetches full texts on opening, on request, and in the background for channels set to `always`. Stores
/// each page once and retries failures.
public struct FullTextService: Sendable {
    private let context: LibraryContext
    private let policy: FullTextPolicy

    private static let maxPause: Duration = .seconds(60)

    init(context: LibraryContext, policy: FullTextPolicy = .standard) {
        self.context = context
        self.policy = policy
    }

    private var fetcher: OnDemandFetcher { OnDemandFetcher(context: context, policy: policy.fetching) }

    /// Fetches a full text unless it is stored or the policy forbids the fetch.
    /// - Parameter isManual: False if the story was only opened: back-off then applies.
    /// - Returns: `.fetched(new: 0)` for a page with no more than the feed's text.
    /// - Throws: `.notThere` if the story is unknown or has no page.
    public func fetch(_ story: StoryID, isManual: Bool) async throws(LibraryError) -> FetchOutcome {
        try await fetcher.fetch(
            acquire: { [policy] leases in
                try DueFullTextQueue(leases: leases, policy: policy).acquire(
                    story.rawValue, reason: isManual ? .manual : .viewed)
            }, load: load, save: Self.save)
    }

    // MARK: In the background

    /// Fetches full texts for channels set to `always` until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let changes = context.notifier.changes()
            let pause = await runOnce()
            guard !Task.isCancelled else { return }
            await ChangeNotifier.wait(pause, orUntil: changes)
        }
    }

    /// Fetches the due pages concurrently, one at a time per host.
    /// - Returns: The delay until the next due page; nil if only changes bring more.
    @discardableResult
    public func runOnce() async -> Duration? {
        do {
            let (hasAlwaysChannels, hasUnscheduled) = try await read { queue in
                guard try queue.hasAlwaysChannels() else { return (false, false) }
                return (true, try !queue.unscheduled().isEmpty)
            }
            guard hasAlwaysChannels else { return nil }
            if hasUnscheduled { try await write { try $0.scheduleNew() } }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<policy.maxConcurrent { group.addTask { await fetchDue() } }  // bounded: at least one
            }
            return try await delayUntilNextDue()
        } catch {
            // The disk may be full, or another process may be writing.
            return Self.maxPause
        }
    }

    private func fetchDue() async {
        while !Task.isCancelled {
            do {
                guard let (lease, request) = try await write({ try $0.acquireNext() }) else { return }
                _ = try await fetcher.fetch(lease, request, load: load, save: Self.save)
            } catch { return }
        }
    }

    private func delayUntilNextDue() async throws(LibraryError) -> Duration? {
        guard let due = try await read({ try $0.nextDue() }) else { return nil }
        // A due page without a lease waits for its host.
        let wait = Duration.milliseconds(due.milliseconds - context.now().milliseconds)
        return min(Self.maxPause, max(wait, policy.hostInterval, .milliseconds(200)))
    }

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (DueFullTextQueue) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, fetcher, policy) = (context.now(), fetcher, policy)
        return try await context.database.read { transaction in
            try work(DueFullTextQueue(leases: fetcher.store(transaction, at: now), policy: policy))
        }
    }

    private func write<Value: Sendable>(
        _ work: @escaping @Sendable (DueFullTextQueue) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, fetcher, policy) = (context.now(), fetcher, policy)
        return try await context.database.write(.refetchable) { transaction in
            try work(DueFullTextQueue(leases: fetcher.store(transaction, at: now), policy: policy))
        }
    }

    // MARK: Fetching

    @Sendable private func load(_ request: FullTextRequest, _ lease: FetchLease) async throws -> PreparedFullText {
        guard request.kind != .savedPages else { return try await loadSavedPage(request) }
        guard let source = context.sources.source(of: request.kind, at: request.site), source.hasStoryPages else {
            throw SourceError.notAllowed(FailureCause(.noFullText, at: lease.host))
        }
        return try PreparedFullText(try await context.sources.articles.fullText(of: request.page))
    }

    /// Fetches a saved page. One that has no text keeps the title that was found.
    private func loadSavedPage(_ request: FullTextRequest) async throws -> PreparedFullText {
        let response = try await context.sources.articles.article(for: ArticleFetchRequest(address: request.page))
        switch response.content {
        case .fullText(let text): return try PreparedFullText(text)
        case .notAnArticle(let title, let cause):
            try await context.database.write(.refetchable) { transaction in
                try SavedPageWriter.applyTitle(title, to: request.story, transaction)
            }
            throw SourceError.unreadable(cause)
        case .unchanged:
            throw SourceError.unreadable(
                FailureCause(.transport(.malformed(.unexpectedNotModified)), at: request.page.host))
        }
    }

    @Sendable private static func save(
        _ text: PreparedFullText, _ attempt: OnDemandFetcher.Attempt<FullTextRequest>, _ leases: FetchLeaseStore
    ) throws -> FetchOutcome {
        let (transaction, story) = (leases.transaction, attempt.request.story)
        try FullTextWriter(transaction: transaction).write(story, text, now: leases.now)
        try leases.recordSuccess(of: attempt.lease)
        let feedWordCount = try transaction.count("select word_count from story where id = ?", [.number(story)])
        return .fetched(new: text.wordCount > feedWordCount ? 1 : 0)
    }
}
