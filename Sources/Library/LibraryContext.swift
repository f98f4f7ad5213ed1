import Foundation
import News

/// What all desks share. Not a value: every desk has it, and pages hand the Library on many times a request, which then
/// counts one reference a desk and not five (a third of the time of a page answered 304, measured).
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

    /// A deed that one reader, or every reader, can see.
    func writeAndNotify<Value: Sendable>(
        for reader: ReaderID? = nil, _ durability: Durability = .readerAction,
        _ work: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(LibraryError) -> Value {
        let value = try await database.write(durability, work)
        notifier.notify(for: reader)
        return value
    }

    /// Looks once a second whether another process has written.
    func watchOtherProcesses() async {
        var known: Int64?
        while !Task.isCancelled {
            do {
                let version = try await database.dataVersion()
                if let known, known != version { notifier.notify() }
                known = version
            } catch  where error != .busy {
                // Cancelled, or the store was closed: either way nobody is interested any more.
                return
            } catch {
                // Another process writes for long: looked at again in a second.
            }
            do { try await Task.sleep(for: .milliseconds(900)) } catch { return }
        }
    }

    func close() {
        notifier.close()
        // Closing fails only while statements run; the process's end closes the file as safely (WAL).
        do { try database.close() } catch { return }
    }
}
