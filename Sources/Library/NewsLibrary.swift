public import Foundation
public import News

/// The Library: one database, a service per topic.
///
/// Services are created when they are used, over one context that holds their state: a copy retains little.
public struct NewsLibrary: Sendable {
    let context: LibraryContext
    private let watchTask: Task<Void, Never>

    /// Opens or creates the data folder (modes 0700 and 0600).
    /// - Parameters:
    ///   - now: the clock of all timestamps.
    ///   - pollingPolicy: the polling intervals.
    ///   - requestPlan: how many requests services with a key allow.
    ///   - masterKeyFile: what seals secrets; without one, none can be stored.
    ///   - sources: what is fetched from; without any, the services that fetch only show what is stored.
    /// - Throws: `.newerDataFolder`, `.olderDataFolder`, `.corruptDataFolder`, `.folderUnusable`, `.busy`; overwrites
    ///   nothing.
    public static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: RetentionPolicy = .standard,
        pollingPolicy: PollingPolicy = .standard, requestPlan: RequestPlan = .standard,
        masterKeyFile: MasterKeyFile? = nil, sources: SourceCatalog = .none
    ) throws(LibraryError) -> NewsLibrary {
        try open(
            at: folder, now: now, retention: retention, pollingPolicy: pollingPolicy, requestPlan: requestPlan,
            masterKeyFile: masterKeyFile, sources: sources, trace: nil)
    }

    /// Whether the folder has a database; opens nothing.
    public static func exists(at folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: DataFolder(url: folder).databaseFile.path)
    }

    /// - Parameter trace: receives each statement's SQL.
    static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: RetentionPolicy,
        pollingPolicy: PollingPolicy = .standard, requestPlan: RequestPlan = .standard,
        masterKeyFile: MasterKeyFile? = nil, sources: SourceCatalog = .none,
        trace: (@Sendable (String) -> Void)?
    ) throws(LibraryError) -> NewsLibrary {
        let dataFolder = DataFolder(url: folder)
        try dataFolder.prepare()
        try IntegrityCheck.run(on: dataFolder.databaseFile, size: dataFolder.databaseSize)
        let database = try LibraryDatabase(file: dataFolder.databaseFile, trace: trace)
        let presence = ProcessPresence(folder: folder)
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
            media: PackMediaStore(folder: dataFolder.media), presence: presence)
        if let earlier { context.hostBackoffs.keep(earlier) }
        return NewsLibrary(context, watchTask: Task { await context.watchOtherProcesses() })
    }

    /// Does what was due while nothing ran, as far as the disk allows: what is stored can be read all the same.
    /// - Returns: what hosts had asked for, if the clock is behind.
    @discardableResult
    static func catchUp(
        _ database: LibraryDatabase, _ presence: ProcessPresence, at now: Date, _ policy: PollingPolicy
    ) throws(LibraryError) -> HostBackoffs.Earlier? {
        do {
            return try database.writeSync { transaction -> HostBackoffs.Earlier? in
                // Rules that expired while no server ran must not hide stories from a command.
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

    /// The same open library, fetching from other sources; closing one closes both.
    ///
    /// For the program: the sources' HTTP client stores its back-offs in the library (`hostBackoffs`), so it can only be
    /// created once the library is open. These refer to the database alone, so there is no reference cycle.
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

    /// Rises with every visible change, also of other processes (within a second). Costs no query; rises across
    /// restarts, so it suits ETags.
    public func revision(for reader: ReaderID) -> Int64 { context.notifier.revision(for: reader) }

    /// Yields when a revision changes; ends on closing.
    public func changes() -> AsyncStream<Void> { context.notifier.changes() }
}

extension NewsLibrary {
    // MARK: - What is stored

    public var stories: StoryService { StoryService(context: context) }
    public var marks: MarkService { MarkService(context: context) }
    public var search: SearchService { SearchService(context: context) }
    public var subscriptions: SubscriptionService { SubscriptionService(context: context) }
    public var refreshing: ChannelRefreshService { ChannelRefreshService(context: context) }
    public var hostBackoffs: HostBackoffs { context.hostBackoffs }
    public var readers: ReaderService { ReaderService(context: context) }
    public var pictures: PictureService { PictureService(context: context) }
    public var sessions: SessionService { SessionService(context: context) }
    public var editions: EditionService { EditionService(context: context) }
    public var topics: TopicService { TopicService(context: context) }
    public var serviceKeys: ServiceKeyService { ServiceKeyService(context: context) }
    public var requestBudgets: RequestBudgetService { RequestBudgetService(context: context) }
    public var packs: PackService { PackService(context: context) }
    public var mutes: MuteService { MuteService(context: context) }
    public var readingProgress: ReadingProgressService { ReadingProgressService(context: context) }
    public var crashRecovery: CrashRecovery { CrashRecovery(context: context) }

    // MARK: - What is fetched on demand

    /// What is fetched from.
    public var sources: SourceCatalog { context.sources }
    public var fullTexts: FullTextService { FullTextService(context: context) }
    public var linkedPages: LinkedPageService { LinkedPageService(context: context) }
    public var olderStories: OlderStoriesService { OlderStoriesService(context: context) }
    public var remoteSearch: RemoteSearchService { RemoteSearchService(context: context) }
    public var discussions: DiscussionService { DiscussionService(context: context) }
    public var relatedDiscussions: RelatedDiscussionsService { RelatedDiscussionsService(context: context) }
    public var profiles: ProfileService { ProfileService(context: context) }

    // MARK: - What readers write

    public var memberAccounts: MemberAccountService { MemberAccountService(context: context) }
    public var memberViews: MemberViewService { MemberViewService(context: context) }
    public var outbox: OutboxService { OutboxService(context: context) }
    public var drafts: DraftService { DraftService(context: context) }
}
