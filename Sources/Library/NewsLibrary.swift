public import Foundation
public import News

/// The Library: one database with one service per subject.
///
/// Services are created on each access, over one shared context that holds their state, so a copy retains little.
public struct NewsLibrary: Sendable {
    let context: LibraryContext
    private let watchTask: Task<Void, Never>

    /// Opens the data folder, or creates it (folder mode 0700, database mode 0600). Overwrites nothing.
    /// - Parameters:
    ///   - now: the clock of all timestamps.
    ///   - pollingPolicy: the polling intervals.
    ///   - requestPlan: the numbers of requests that services with a key allow.
    ///   - masterKeyFile: the file of the key that seals secrets; without a file, no secret can be stored.
    ///   - sources: the sources to fetch from; without sources, the fetching services only return stored data.
    /// - Throws: `.newerDataFolder`, `.olderDataFolder`, `.corruptDataFolder`, `.folderUnusable` or `.busy`.
    public static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: RetentionPolicy = .standard,
        pollingPolicy: PollingPolicy = .standard, requestPlan: RequestQuota = .standard,
        masterKeyFile: MasterKeyFile? = nil, sources: SourceCatalog = .none
    ) throws(LibraryError) -> NewsLibrary {
        try open(
            at: folder, now: now, retention: retention, pollingPolicy: pollingPolicy, requestPlan: requestPlan,
            masterKeyFile: masterKeyFile, sources: sources, trace: nil)
    }

    /// Returns true if the folder has a database, without opening it.
    public static func exists(at folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: DataFolder(url: folder).databaseFile.path)
    }

    /// Opens the data folder with a trace for tests.
    /// - Parameter trace: receives the SQL of each statement.
    static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: RetentionPolicy,
        pollingPolicy: PollingPolicy = .standard, requestPlan: RequestQuota = .standard,
        masterKeyFile: MasterKeyFile? = nil, sources: SourceCatalog = .none,
        trace: (@Sendable (String) -> Void)?
    ) throws(LibraryError) -> NewsLibrary {
        let dataFolder = DataFolder(url: folder)
        try dataFolder.prepare()
        try IntegrityCheck.run(on: dataFolder.databaseFile, size: dataFolder.databaseSize)
        let database = try LibraryDatabase(file: dataFolder.databaseFile, trace: trace)
        let presence = ProcessLivenessLock(folder: folder)
        let earlier: HostBackoffs.Earlier?
        do {
            try Migrations.run(on: database)
            earlier = try catchUp(database, presence, at: now(), pollingPolicy)
        } catch {
            try database.close()
            throw error
        }
        let notifier = ChangeNotifier(start: now().milliseconds)
        let context = LibraryContext(
            database: database, notifier: notifier, now: now, retention: retention, pollingPolicy: pollingPolicy,
            requestPlan: requestPlan, masterKeyFile: masterKeyFile, sources: sources,
            media: PackMediaStore(folder: dataFolder.media), publications: dataFolder.publications, presence: presence)
        if let earlier { context.hostBackoffs.keep(earlier) }
        return NewsLibrary(context, watchTask: Task { await context.watchOtherProcesses() })
    }

    /// Removes expired mutes, recovers abandoned outbox actions and repairs stored times at start. On a full or
    /// read-only disk, the function does nothing, so that stored data can still be read.
    /// - Returns: the back-offs of hosts to keep in memory if the clock is behind.
    @discardableResult
    static func catchUp(
        _ database: LibraryDatabase, _ presence: ProcessLivenessLock, at now: Date, _ policy: PollingPolicy
    ) throws(LibraryError) -> HostBackoffs.Earlier? {
        do {
            return try database.writeSync { transaction -> HostBackoffs.Earlier? in
                // Expired rules must not hide stories from a command that runs without a server.
                for record in try MuteStore(transaction: transaction).expired(at: now) {
                    try MuteStore(transaction: transaction).remove(record.id)
                }
                let outbox = OutboxStore(transaction: transaction, now: now)
                try outbox.recover(try outbox.abandoned(presence) { _ in false })
                let repair = ClockRepair(transaction: transaction, now: now, policy: policy)
                let earlier = try repair.earlierBackoffs()
                try repair.run()
                return earlier
            }
        } catch {
            guard error.preventsWriting else { throw error }
            return nil
        }
    }

    /// Returns the same open library with other sources; closing one closes both.
    ///
    /// The program needs this: the HTTP client of the sources stores its back-offs in the library (`hostBackoffs`), so
    /// the client can only be created after the library is opened. Back-offs refer to the database alone, so there is
    /// no reference cycle.
    public func withSources(_ sources: SourceCatalog) -> NewsLibrary {
        NewsLibrary(LibraryContext(context, sources: sources), watchTask: watchTask)
    }

    private init(_ context: LibraryContext, watchTask: Task<Void, Never>) {
        self.context = context
        self.watchTask = watchTask
    }

    /// Ends change streams and closes the database; later calls throw.
    public func close() {
        watchTask.cancel()
        context.close()
    }

    /// Returns the reader's revision, which rises with every visible change, including those of other processes (within
    /// a second). The call runs no query; revisions also rise across restarts, so they can serve as ETags.
    public func revision(for reader: ReaderID) -> Int64 { context.notifier.revision(for: reader) }

    /// Waits until the reader's revision is another one than `seen`, but no longer than `limit`.
    /// - Returns: the present revision.
    public func nextRevision(after seen: Int64, for reader: ReaderID, within limit: Duration) async -> Int64 {
        // The stream begins before the look at the revision, so that no change falls between them.
        let (changes, end) = (context.notifier.changes(), ContinuousClock.now + limit)
        while revision(for: reader) == seen, !Task.isCancelled {
            let rest = end - .now
            guard rest > .zero else { break }
            await ChangeNotifier.wait(rest, orUntil: changes)
        }
        return revision(for: reader)
    }

    /// Returns a stream that yields when a revision changes, and ends when the library is closed.
    public func changes() -> AsyncStream<Void> { context.notifier.changes() }
}

extension NewsLibrary {
    // MARK: - What is stored

    /// The service that lists and reads stored stories.
    public var stories: StoryService { StoryService(context: context) }
    /// The service for marks on stories: read, saved, ticked and so on.
    public var marks: MarkService { MarkService(context: context) }
    /// The service that saves web pages as stories.
    public var savedPages: SavedPageService { SavedPageService(context: context) }
    /// The service for full-text search in stored stories.
    public var search: SearchService { SearchService(context: context) }
    /// The service for subscriptions to channels.
    public var subscriptions: SubscriptionService { SubscriptionService(context: context) }
    /// The service that requests and reports refreshes of channels.
    public var refreshing: ChannelRefreshService { ChannelRefreshService(context: context) }
    /// The back-offs of hosts, stored in the database for all processes.
    public var hostBackoffs: HostBackoffs { context.hostBackoffs }
    /// The service for stories that are kept back for their headlines.
    public var keptBack: KeptBackService { KeptBackService(context: context) }
    /// The service for suggestions of things to follow.
    public var suggestions: SuggestionService { SuggestionService(context: context) }
    /// The service for readers' preferences and visits.
    public var readers: ReaderService { ReaderService(context: context) }
    /// The service for pictures with stored addresses.
    public var pictures: PictureService { PictureService(context: context) }
    /// The service for the readers of the house.
    public var people: PeopleService { PeopleService(context: context) }
    /// The service for passwords, sessions and sign-in links.
    public var sessions: SessionService { SessionService(context: context) }
    /// The service that exports what is a reader's own.
    public var ownData: OwnDataService { OwnDataService(context: context) }
    /// The service for passkeys.
    public var passkeys: PasskeyService { PasskeyService(context: context) }
    /// The service for accounts at an identity provider.
    public var outsideIdentities: OutsideIdentityService { OutsideIdentityService(context: context) }
    /// The service for the passwords of other programs.
    public var appPasswords: AppPasswordService { AppPasswordService(context: context) }
    /// The service for other programs that keep a copy of the reader's stories.
    public var sync: SyncService { SyncService(context: context) }
    /// The service for editions and their sections.
    public var editions: EditionService { EditionService(context: context) }
    /// The service that gathers stories about one event.
    public var clusters: StoryClusterService { StoryClusterService(context: context) }
    /// The service for followed topics.
    public var topics: TopicService { TopicService(context: context) }
    /// The service for the reader's API keys.
    public var apiKeys: APIKeyService { APIKeyService(context: context) }
    /// The service that reports how many requests of a keyed API are left.
    public var requestBudgets: RequestBudgetService { RequestBudgetService(context: context) }
    /// The service that tells readers at once of what they asked for.
    public var alerts: AlertService { AlertService(context: context) }
    /// The service for the ways out of the app, and the messages sent on them.
    public var deliveries: DeliveryService { DeliveryService(context: context) }
    /// The service for digests at the reader's hours.
    public var digests: DigestService { DigestService(context: context) }
    /// The service for the hubs that tell of new stories.
    public var hubs: HubService { HubService(context: context) }
    /// The service for installed packs.
    public var packs: PackService { PackService(context: context) }
    /// The service for packs that are edited here.
    public var packProjects: PackProjectService { PackProjectService(context: context) }
    /// The service for mute rules.
    public var mutes: MuteService { MuteService(context: context) }
    /// The service for reading positions in stories.
    public var readingProgress: ReadingProgressService { ReadingProgressService(context: context) }
    /// The prevention of crash loops in background fetches.
    public var crashRecovery: CrashRecovery { CrashRecovery(context: context) }

    // MARK: - What is fetched on demand

    /// The catalog of sources that services fetch from.
    public var sources: SourceCatalog { context.sources }
    /// The service that fetches the full texts of stories.
    public var fullTexts: FullTextService { FullTextService(context: context) }
    /// The service that fetches linked web pages.
    public var linkedPages: LinkedPageService { LinkedPageService(context: context) }
    /// The service that fetches stories older than the stored ones.
    public var olderStories: OlderStoriesService { OlderStoriesService(context: context) }
    /// The service that searches at the origins.
    public var remoteSearch: RemoteSearchService { RemoteSearchService(context: context) }
    /// The service that fetches discussions.
    public var discussions: DiscussionService { DiscussionService(context: context) }
    /// The service that finds discussions of a story at other sources.
    public var relatedDiscussions: RelatedDiscussionsService { RelatedDiscussionsService(context: context) }
    /// The service that fetches authors' profiles.
    public var profiles: ProfileService { ProfileService(context: context) }

    // MARK: - What readers write

    /// The service for readers' accounts at origins.
    public var memberAccounts: MemberAccountService { MemberAccountService(context: context) }
    /// The service for votes and other values that only a signed-in member sees at an origin.
    public var memberViews: MemberStateService { MemberStateService(context: context) }
    /// The service for the queue of readers' actions.
    public var outbox: OutboxService { OutboxService(context: context) }
    /// The service for drafts of posts and replies.
    public var drafts: DraftService { DraftService(context: context) }
}
