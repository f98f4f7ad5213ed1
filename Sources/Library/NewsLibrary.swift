public import Foundation
public import News

/// Everything a house keeps: the database and the rules, as desks over one store (decision 3).
public struct NewsLibrary: Sendable {
    public let stories: StoryDesk
    public let marks: MarkDesk
    public let search: SearchDesk
    public let subscriptions: SubscriptionDesk
    public let refreshing: RefreshingDesk
    public let readers: ReaderDesk
    public let pictures: PictureDesk
    public let sessions: SessionDesk
    public let editions: EditionDesk
    public let mutes: MuteDesk
    public let places: PlaceDesk
    public let crashes: CrashRecovery

    let house: House
    private let watch: Task<Void, Never>

    /// Opens the folder, or makes it (`tidings.sqlite` inside; 0700 and 0600).
    /// - Parameters:
    ///   - now: the clock; every instant the Library writes comes from it.
    ///   - bounds: within which origins are asked.
    /// - Throws: `.newerDataFolder`, `.corruptDataFolder`, `.folderUnusable`, `.busy`. Nothing is overwritten then.
    public static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: Retention = .standard,
        bounds: PollingBounds = .standard
    ) throws(LibraryError) -> NewsLibrary {
        try open(at: folder, now: now, retention: retention, bounds: bounds, trace: nil)
    }

    /// Whether a folder holds one already; nothing is opened or made.
    public static func exists(at folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: DataFolder(url: folder).database.path)
    }

    /// - Parameter trace: is told the text of every statement.
    static func open(
        at folder: URL, now: @escaping @Sendable () -> Date, retention: Retention, bounds: PollingBounds = .standard,
        trace: (@Sendable (String) -> Void)?
    ) throws(LibraryError) -> NewsLibrary {
        let place = DataFolder(url: folder)
        try place.prepare()
        try Checkup.run(on: place.database, size: place.size)
        let store = try Store(file: place.database, trace: trace)
        do {
            try Migrations.run(on: store)
            // What has ended while no server ran must not hide anything from a command either.
            let moment = now()
            try store.writeNow { session in
                for record in try MuteRecords(session: session).expired(at: moment) {
                    try MuteRecords(session: session).remove(record.id)
                }
            }
        } catch {
            try store.close()
            throw error
        }
        let pulse = Pulse(start: now().milliseconds)
        return NewsLibrary(House(store: store, pulse: pulse, now: now, retention: retention, bounds: bounds))
    }

    private init(_ house: House) {
        self.house = house
        stories = StoryDesk(house: house)
        marks = MarkDesk(house: house)
        search = SearchDesk(house: house)
        subscriptions = SubscriptionDesk(house: house)
        refreshing = RefreshingDesk(house: house)
        readers = ReaderDesk(house: house)
        pictures = PictureDesk(house: house)
        sessions = SessionDesk(house: house)
        editions = EditionDesk(house: house)
        mutes = MuteDesk(house: house)
        places = PlaceDesk(house: house)
        crashes = CrashRecovery(house: house)
        watch = Task { await house.watchOtherProcesses() }
    }

    /// Ends all streams and closes the database; later calls throw.
    public func close() {
        watch.cancel()
        house.close()
    }

    /// Rises with every change a reader could see, also with those that another process made (noticed within a
    /// second). Kept in memory, so that it costs no query; rises over restarts too, so that it can stand in an ETag.
    public func revision(for reader: ReaderID) -> Int64 { house.pulse.revision(for: reader) }

    /// Yields whenever a revision changes; ends when the Library is closed.
    public func changes() -> AsyncStream<Void> { house.pulse.changes() }
}
