import News
import Synchronization

/// The revisions and change streams of the Library. Invariant: a revision only rises, and only after the commit.
final class ChangeNotifier: Sendable {
    private struct State {
        var globalRevision: Int64
        var readerRevisions: [ReaderID: Int64] = [:]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextListener = 0
        var isClosed = false
    }

    private let state: Mutex<State>

    /// Creates a notifier.
    /// - Parameter start: the current time in milliseconds, so that revisions rise across restarts.
    init(start: Int64) { state = Mutex(State(globalRevision: start)) }

    func revision(for reader: ReaderID) -> Int64 {
        state.withLock { $0.globalRevision + $0.readerRevisions[reader, default: 0] }
    }

    func notify(for reader: ReaderID? = nil) {
        let listeners = state.withLock { state in
            if let reader { state.readerRevisions[reader, default: 0] += 1 } else { state.globalRevision += 1 }
            return Array(state.listeners.values)
        }
        // Listeners are resumed outside the lock: yielding resumes a task, and a cancelled task would take the lock in
        // `onTermination` while the runtime holds its own, which is a deadlock.
        for listener in listeners { listener.yield() }
    }

    /// Returns a stream that yields after changes; several changes may be coalesced into one.
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

    /// Waits for a change, but no longer than `pause`.
    static func wait(_ pause: Duration?, orUntil changes: AsyncStream<Void>?) async {
        await withTaskGroup(of: Void.self) { group in
            if let pause {
                group.addTask {
                    // A cancelled sleep ends the pause.
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
