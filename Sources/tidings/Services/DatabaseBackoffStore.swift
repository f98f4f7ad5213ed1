import Foundation
import Library
import Synchronization

/// Hosts in a back-off, cached for a second instead of read from the database before each request: a refresh of a
/// thousand feeds would read it a thousand times, mostly to find nothing.
///
/// Invariant: a returned back-off was in the database within the last second, or was recorded by this process.
final class DatabaseBackoffStore: Sendable {
    private struct State {
        var readAt: ContinuousClock.Instant?
        var backoffs: [String: Date] = [:]
    }

    private let library: NewsLibrary
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// The same delay with which other processes' writes are noticed elsewhere.
    private static let cacheLifetime = Duration.seconds(1)

    init(_ library: NewsLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    /// The end of a host's back-off. Errors of the database are ignored: they are reported elsewhere, and the fetcher
    /// keeps back-offs in memory too.
    func backoffEnd(_ host: String) async -> Date? {
        let (isFresh, known) = state.withLock { state in
            (state.readAt.map { .now - $0 < Self.cacheLifetime } ?? false, state.backoffs[host])
        }
        guard !isFresh else { return known }
        let readAt = ContinuousClock.now
        do {
            let stored = try await library.refreshing.hostBackoffs()
            state.withLock { state in
                // Back-offs recorded during the read are merged in.
                let own = state.backoffs.filter { $0.value > now() }
                (state.readAt, state.backoffs) = (readAt, stored.merging(own) { max($0, $1) })
            }
            return state.withLock { $0.backoffs[host] }
        } catch { return known }
    }

    /// Records a host's back-off.
    func record(_ host: String, until: Date) async {
        state.withLock { state in state.backoffs[host] = max(until, state.backoffs[host] ?? until) }
        do { try await library.refreshing.recordBackoff(with: host, until: until) } catch { return }
    }
}
