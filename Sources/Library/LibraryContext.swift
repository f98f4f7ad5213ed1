import Caching
import Foundation
import News

/// What all services share, with the state that some of them keep. A class: the web app copies the Library several times
/// per request, and a copy retains one reference (five for each service were a third of a 304's time).
final class LibraryContext: Sendable {
    let database: LibraryDatabase
    let notifier: ChangeNotifier
    let now: @Sendable () -> Date
    let retention: RetentionPolicy
    let pollingPolicy: PollingPolicy
    /// What is fetched from.
    let sources: SourceCatalog
    let hostBackoffs: HostBackoffs
    let passwordQueue: PasswordHashQueue
    let secrets: SecretSealer
    let requestPlan: RequestPlan
    let keyRejections: KeyRejections
    /// The pictures of packs.
    let media: PackMediaStore
    /// Carries out readers' actions.
    let outboxRunner: OutboxRunner
    let presence: ProcessPresence
    /// By source and name, for `ProfileService`.
    let profileCache = BoundedCache<String, Profile>(maxCount: 40, lifetime: 300)

    init(
        database: LibraryDatabase, notifier: ChangeNotifier, now: @escaping @Sendable () -> Date,
        retention: RetentionPolicy, pollingPolicy: PollingPolicy, requestPlan: RequestPlan,
        masterKeyFile: MasterKeyFile?, sources: SourceCatalog, media: PackMediaStore, presence: ProcessPresence
    ) {
        self.database = database
        self.notifier = notifier
        self.now = now
        self.retention = retention
        self.pollingPolicy = pollingPolicy
        self.sources = sources
        hostBackoffs = HostBackoffs(database: database, notifier: notifier, now: now, policy: pollingPolicy)
        passwordQueue = PasswordHashQueue()
        secrets = SecretSealer(file: masterKeyFile)
        self.requestPlan = requestPlan
        keyRejections = KeyRejections()
        self.media = media
        self.presence = presence
        outboxRunner = OutboxRunner()
    }

    /// The same database and state, with other sources.
    init(_ other: LibraryContext, sources: SourceCatalog) {
        database = other.database
        notifier = other.notifier
        now = other.now
        retention = other.retention
        pollingPolicy = other.pollingPolicy
        self.sources = sources
        hostBackoffs = other.hostBackoffs
        passwordQueue = other.passwordQueue
        secrets = other.secrets
        requestPlan = other.requestPlan
        keyRejections = other.keyRejections
        media = other.media
        presence = other.presence
        outboxRunner = other.outboxRunner
    }

    /// Writes, then raises a reader's revision, or all.
    func writeAndNotify<Value: Sendable>(
        for reader: ReaderID? = nil, _ durability: Durability = .readerAction,
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        let value = try await database.write(durability, work)
        notifier.notify(for: reader)
        return value
    }

    /// Polls once a second for other processes' writes, and for a clock that was set back.
    func watchOtherProcesses() async {
        var known: Int64?
        var latest = now()
        while !Task.isCancelled {
            if now() < latest.addingTimeInterval(-ClockRepair.tolerance) { await repairTimes() }
            latest = now()
            do {
                let version = try await database.dataVersion()
                if let known, known != version { notifier.notify() }
                known = version
            } catch  where error != .busy {
                // Cancelled or closed.
                return
            } catch {
                // Another process holds the write lock: retry.
            }
            do { try await Task.sleep(for: .milliseconds(900)) } catch { return }
        }
    }

    func close() {
        outboxRunner.close()
        notifier.close()
        // Fails only while statements run; exiting is as safe (WAL).
        do { try database.close() } catch { return presence.end() }
        presence.end()
    }
}
