import Foundation
import Library
import Synchronization

/// Caches back-offs, which would otherwise be read from the database for every request.
///
/// Invariant: a returned back-off was stored within the last second or recorded by this process.
final class DatabaseBackoffStore: Sendable {
    private struct State {
        var readAt: ContinuousClock.Instant?
        var backoffs: [String: Date] = [:]
    }

    private let refreshing: ChannelRefreshService
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    private static let cacheLifetime = Duration.seconds(1)

    init(_ refreshing: ChannelRefreshService, now: @escaping @Sendable () -> Date) {
        self.refreshing = refreshing
        self.now = now
    }

    /// Ignores database errors: they are reported elsewhere, and the fetcher keeps back-offs too.
    func backoffEnd(_ host: String) async -> Date? {
        let (isFresh, known) = state.withLock { state in
            (state.readAt.map { .now - $0 < Self.cacheLifetime } ?? false, state.backoffs[host])
        }
        guard !isFresh else { return known }
        let readAt = ContinuousClock.now
        do {
            let stored = try await refreshing.hostBackoffs()
            state.withLock { state in
                // Keeps those recorded during the read.
                let own = state.backoffs.filter { $0.value > now() }
                (state.readAt, state.backoffs) = (readAt, stored.merging(own) { max($0, $1) })
            }
            return state.withLock { $0.backoffs[host] }
        } catch { return known }
    }

    func record(_ host: String, until: Date) async {
        state.withLock { state in state.backoffs[host] = max(until, state.backoffs[host] ?? until) }
        do { try await refreshing.recordBackoff(for: host, until: until) } catch { return }
    }
}
