import Foundation
import News

/// What all desks share. Not a value: every desk has it, and pages hand the Library on many times a request, which then
/// counts one reference a desk and not five (a third of the time of a page answered 304, measured).
final class House: Sendable {
    let store: Store
    let pulse: Pulse
    let now: @Sendable () -> Date
    let retention: Retention
    let bounds: PollingBounds

    init(
        store: Store, pulse: Pulse, now: @escaping @Sendable () -> Date, retention: Retention, bounds: PollingBounds
    ) {
        self.store = store
        self.pulse = pulse
        self.now = now
        self.retention = retention
        self.bounds = bounds
    }

    /// A deed that one reader, or every reader, can see.
    func change<Value: Sendable>(
        for reader: ReaderID? = nil, _ durability: Durability = .readerAction,
        _ work: @escaping @Sendable (Session) throws -> Value
    ) async throws(LibraryError) -> Value {
        let value = try await store.write(durability, work)
        pulse.beat(for: reader)
        return value
    }

    /// Looks once a second whether another process has written.
    func watchOtherProcesses() async {
        var known: Int64?
        while !Task.isCancelled {
            do {
                let version = try await store.foreignVersion()
                if let known, known != version { pulse.beat() }
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
        pulse.end()
        // Closing fails only while statements run; the process's end closes the file as safely (WAL).
        do { try store.close() } catch { return }
    }
}
