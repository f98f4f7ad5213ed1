import News
import Synchronization

/// Revisions and change streams. Invariant: a revision only rises, after the commit.
final class ChangeNotifier: Sendable {
    private struct State {
        var globalRevision: Int64
        var readerRevisions: [ReaderID: Int64] = [:]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextListener = 0
        var isClosed = false
    }

    private let state: Mutex<State>

    /// - Parameter start: milliseconds, to rise across restarts.
    init(start: Int64) { state = Mutex(State(globalRevision: start)) }

    func revision(for reader: ReaderID) -> Int64 {
        state.withLock { $0.globalRevision + $0.readerRevisions[reader, default: 0] }
    }

    func notify(for reader: ReaderID? = nil) {
        let listeners = state.withLock { state in
            if let reader { state.readerRevisions[reader, default: 0] += 1 } else { state.globalRevision += 1 }
            return Array(state.listeners.values)
        }
        // Outside the lock: yielding resumes a task; a cancelled task takes the lock in `onTermination` while the
        // runtime holds it, a deadlock.
        for listener in listeners { listener.yield() }
    }

    /// Yields after changes, coalesced.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Waits for a change, but no longer than the pause.
    static func wait(_ pause: Duration?, orUntil changes: AsyncStream<Void>?) async {
        await withTaskGroup(of: Void.self) { group in
            if let pause {
                group.addTask {
                    // Cancelled: the pause is over.
                    do { try await Task.sleep(for: pause) } catch { return }
                }
            }
            if let changes { group.addTask { for await _ in changes { return } } }
            await group.next()
            group.cancelAll()
        }
    }

    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
