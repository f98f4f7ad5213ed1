public import Foundation
public import News

/// The Library: one database, a service per topic.
public struct NewsLibrary: Sendable {
    public let stories: StoryService
    public let marks: MarkService
    public let search: SearchService
    public let subscriptions: SubscriptionService
    public let refreshing: ChannelRefreshService
    public let readers: ReaderService
    public let pictures: PictureService
    public let sessions: SessionService
    public let editions: EditionService
    public let mutes: MuteService
    public let readingProgress: ReadingProgressService
    public let crashRecovery: CrashRecovery

    let context: LibraryContext
    private let watchTask: Task<Void, Never>

    /// Opens or creates the data folder (modes 0700 and 0600).
    /// - Parameters:
    ///   - now: the clock of all timestamps.
    ///   - pollingPolicy: the polling intervals.
    /// - Throws: `.newerDataFolder`, `.olderDataFolder`, `.corruptDataFolder`, `.folderUnusable`, `.busy`; overwrites
    ///   nothing.
    public static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: RetentionPolicy = .standard,
        pollingPolicy: PollingPolicy = .standard
    ) throws(LibraryError) -> NewsLibrary {
        try open(at: folder, now: now, retention: retention, pollingPolicy: pollingPolicy, trace: nil)
    }

    /// Whether the folder has a database; opens nothing.
    public static func exists(at folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: DataFolder(url: folder).databaseFile.path)
    }

    /// - Parameter trace: receives each statement's SQL.
    static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: RetentionPolicy,
        pollingPolicy: PollingPolicy = .standard,
        trace: (@Sendable (String) -> Void)?
    ) throws(LibraryError) -> NewsLibrary {
        let dataFolder = DataFolder(url: folder)
        try dataFolder.prepare()
        try IntegrityCheck.run(on: dataFolder.databaseFile, size: dataFolder.databaseSize)
        let database = try LibraryDatabase(file: dataFolder.databaseFile, trace: trace)
        do {
            try Migrations.run(on: database)
            // Rules that expired while no server ran must not hide stories from a command.
            let moment = now()
            try database.writeSync { transaction in
                for record in try MuteStore(transaction: transaction).expired(at: moment) {
                    try MuteStore(transaction: transaction).remove(record.id)
                }
            }
        } catch {
            try database.close()
            throw error
        }
        let notifier = ChangeNotifier(start: now().milliseconds)
        return NewsLibrary(
            LibraryContext(
                database: database, notifier: notifier, now: now, retention: retention, pollingPolicy: pollingPolicy))
    }

    private init(_ context: LibraryContext) {
        self.context = context
        stories = StoryService(context: context)
        marks = MarkService(context: context)
        search = SearchService(context: context)
        subscriptions = SubscriptionService(context: context)
        refreshing = ChannelRefreshService(context: context)
        readers = ReaderService(context: context)
        pictures = PictureService(context: context)
        sessions = SessionService(context: context)
        editions = EditionService(context: context)
        mutes = MuteService(context: context)
        readingProgress = ReadingProgressService(context: context)
        crashRecovery = CrashRecovery(context: context)
        watchTask = Task { await context.watchOtherProcesses() }
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
