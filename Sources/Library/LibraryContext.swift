import Caching
import Foundation
import News

/// The state that all services of the Library share. A class, because the web app copies `NewsLibrary` several times
/// per request, and a copy then retains one reference (five references for each service took a third of the time of a
/// 304 response).
final class LibraryContext: Sendable {
    let database: LibraryDatabase
    let notifier: ChangeNotifier
    let now: @Sendable () -> Date
    let retention: RetentionPolicy
    let pollingPolicy: PollingPolicy
    /// The catalog of sources that services fetch from.
    let sources: SourceCatalog
    let hostBackoffs: HostBackoffs
    let passwordQueue: PasswordHashQueue
    let passkeyChallenges: PasskeyChallenges
    let secrets: SecretSealer
    let requestPlan: RequestQuota
    let rejectedKeys: RejectedKeyCache
    /// The store of the packs' pictures.
    let media: PackMediaStore
    /// The folder of the publications that other houses follow, each in a folder named by its identity.
    let publications: URL
    /// The publications of edited packs that are under way, by project.
    let publishing: SingleFlight<Int64, PackPublicationOutcome, LibraryError>
    /// The runner that sends the readers' queued actions to their services.
    let outboxRunner: OutboxRunner
    let presence: ProcessLivenessLock
    /// The content of hubs that waits to be imported.
    let hubInbox: HubInbox
    /// A cache of profiles by source and name, used by `ProfileService`.
    let profileCache = BoundedCache<String, Profile>(maxCount: 40, lifetime: 300)

    init(
        database: LibraryDatabase, notifier: ChangeNotifier, now: @escaping @Sendable () -> Date,
        retention: RetentionPolicy, pollingPolicy: PollingPolicy, requestPlan: RequestQuota,
        masterKeyFile: MasterKeyFile?, sources: SourceCatalog, media: PackMediaStore, publications: URL,
        presence: ProcessLivenessLock
    ) {
        self.database = database
        self.notifier = notifier
        self.now = now
        self.retention = retention
        self.pollingPolicy = pollingPolicy
        self.sources = sources
        hostBackoffs = HostBackoffs(database: database, notifier: notifier, now: now, policy: pollingPolicy)
        passwordQueue = PasswordHashQueue()
        passkeyChallenges = PasskeyChallenges()
        secrets = SecretSealer(file: masterKeyFile)
        self.requestPlan = requestPlan
        rejectedKeys = RejectedKeyCache()
        self.media = media
        self.publications = publications
        publishing = SingleFlight()
        self.presence = presence
        outboxRunner = OutboxRunner()
        hubInbox = HubInbox()
    }

    /// Creates a context with the same database and state, but with other sources.
    init(_ other: LibraryContext, sources: SourceCatalog) {
        database = other.database
        notifier = other.notifier
        now = other.now
        retention = other.retention
        pollingPolicy = other.pollingPolicy
        self.sources = sources
        hostBackoffs = other.hostBackoffs
        passwordQueue = other.passwordQueue
        passkeyChallenges = other.passkeyChallenges
        secrets = other.secrets
        requestPlan = other.requestPlan
        rejectedKeys = other.rejectedKeys
        media = other.media
        publications = other.publications
        publishing = other.publishing
        presence = other.presence
        outboxRunner = other.outboxRunner
        hubInbox = other.hubInbox
    }

    /// Commits a write transaction, then raises the revision of one reader, or of all readers if nil.
    func writeAndNotify<Value: Sendable>(
        for reader: ReaderID? = nil, _ durability: Durability = .readerAction,
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        let value = try await database.write(durability, work)
        notifier.notify(for: reader)
        return value
    }

    /// Polls about once a second for commits of other processes, and repairs stored times if the clock was set back.
    /// Returns when the task is cancelled or the database is closed.
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
                // The task was cancelled, or the database was closed.
                return
            } catch {
                // Another process holds the write lock; the next round tries again.
            }
            do { try await Task.sleep(for: .milliseconds(900)) } catch { return }
        }
    }

    func close() {
        outboxRunner.close()
        notifier.close()
        // Closing fails only while statements run; exiting without closing is as safe in WAL mode.
        do { try database.close() } catch { return presence.end() }
        presence.end()
    }
}
