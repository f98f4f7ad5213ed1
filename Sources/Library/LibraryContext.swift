import Foundation
import News

/// State shared by all services. A class: the web app copies the Library several times per request, and copies retain
/// one reference per service instead of five (a third of a 304's time).
final class LibraryContext: Sendable {
    let database: LibraryDatabase
    let notifier: ChangeNotifier
    let now: @Sendable () -> Date
    let retention: RetentionPolicy
    let pollingPolicy: PollingPolicy

    init(
        database: LibraryDatabase, notifier: ChangeNotifier, now: @escaping @Sendable () -> Date,
        retention: RetentionPolicy, pollingPolicy: PollingPolicy
    ) {
        self.database = database
        self.notifier = notifier
        self.now = now
        self.retention = retention
        self.pollingPolicy = pollingPolicy
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

    /// Polls once a second for other processes' writes.
    func watchOtherProcesses() async {
        var known: Int64?
        while !Task.isCancelled {
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
        notifier.close()
        // Fails only while statements run; exiting is as safe (WAL).
        do { try database.close() } catch { return }
    }
}
