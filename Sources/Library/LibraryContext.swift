import Foundation
import News

/// State shared by all services. A class, not a struct: every service holds it and the web app copies the Library
/// several times per request, so a copy retains one reference per service instead of five (a third of the time of a 304
/// response, measured).
final class LibraryContext: Sendable {
    let database: LibraryDatabase
    let notifier: ChangeNotifier
    let now: @Sendable () -> Date
    let retention: RetentionPolicy
    let pollingPolicy: PollingPolicy

    init(
        database: LibraryDatabase, notifier: ChangeNotifier, now: @escaping @Sendable () -> Date,
        retention: RetentionPolicy, bounds: PollingPolicy
    ) {
        self.database = database
        self.notifier = notifier
        self.now = now
        self.retention = retention
        self.pollingPolicy = bounds
    }

    /// Writes, then raises the revision of one reader, or of every reader.
    func writeAndNotify<Value: Sendable>(
        for reader: ReaderID? = nil, _ durability: Durability = .readerAction,
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        let value = try await database.write(durability, work)
        notifier.notify(for: reader)
        return value
    }

    /// Checks about once a second whether another process has written.
    func watchOtherProcesses() async {
        var known: Int64?
        while !Task.isCancelled {
            do {
                let version = try await database.dataVersion()
                if let known, known != version { notifier.notify() }
                known = version
            } catch  where error != .busy {
                // Cancelled, or the database was closed: the watch ends.
                return
            } catch {
                // Another process holds the write lock: retry in a second.
            }
            do { try await Task.sleep(for: .milliseconds(900)) } catch { return }
        }
    }

    func close() {
        notifier.close()
        // Closing fails only while statements run; process exit then closes the file as safely (WAL).
        do { try database.close() } catch { return }
    }
}
