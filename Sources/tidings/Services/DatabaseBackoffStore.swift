import Foundation
import Library
import Synchronization

/// The hosts that want to be left alone, read from the database once a second and not before each question: a refresh of
/// a thousand feeds asks a thousand times, and mostly nobody wants anything.
///
/// Invariant: what is answered was in the database within the last second, or was written by this process.
final class DatabaseBackoffStore: Sendable {
    private struct State {
        var readAt: ContinuousClock.Instant?
        var backoffs: [String: Date] = [:]
    }

    private let library: NewsLibrary
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// As soon as other processes' writes are noticed everywhere else.
    private static let cacheLifetime = Duration.seconds(1)

    init(_ library: NewsLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    /// Until when a host wants to be left alone. A database that cannot be read says so elsewhere; the fetcher remembers
    /// for itself as well.
    func backoffEnd(_ host: String) async -> Date? {
        let (isFresh, known) = state.withLock { state in
            (state.readAt.map { .now - $0 < Self.cacheLifetime } ?? false, state.backoffs[host])
        }
        guard !isFresh else { return known }
        let asked = ContinuousClock.now
        do {
            let wishes = try await library.refreshing.hostBackoffs()
            state.withLock { state in
                // What was written meanwhile is in the database too, or nobody could keep it.
                let own = state.backoffs.filter { $0.value > now() }
                (state.readAt, state.backoffs) = (asked, wishes.merging(own) { max($0, $1) })
            }
            return state.withLock { $0.backoffs[host] }
        } catch { return known }
    }

    /// A host asked to be left alone until then.
    func record(_ host: String, until: Date) async {
        state.withLock { state in state.backoffs[host] = max(until, state.backoffs[host] ?? until) }
        do { try await library.refreshing.recordBackoff(with: host, until: until) } catch { return }
    }
}
