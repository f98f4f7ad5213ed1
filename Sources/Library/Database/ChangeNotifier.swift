import News
import Synchronization

/// Knows that something changed, without a question to the database. Invariant: a revision only rises, and rises
/// after the change it stands for was committed.
final class ChangeNotifier: Sendable {
    private struct State {
        var globalRevision: Int64
        var readerRevisions: [ReaderID: Int64] = [:]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextListener = 0
        var isClosed = false
    }

    private let state: Mutex<State>

    /// - Parameter start: the time in milliseconds, so that revisions rise over restarts too.
    init(start: Int64) { state = Mutex(State(globalRevision: start)) }

    func revision(for reader: ReaderID) -> Int64 {
        state.withLock { $0.globalRevision + $0.readerRevisions[reader, default: 0] }
    }

    /// Something changed for one reader, or for all.
    func notify(for reader: ReaderID? = nil) {
        let listeners = state.withLock { state in
            if let reader { state.readerRevisions[reader, default: 0] += 1 } else { state.globalRevision += 1 }
            return Array(state.listeners.values)
        }
        // Not within the lock: to yield resumes a task, and a task that is cancelled takes the lock in `onTermination` while
        // the runtime holds that task. Each would wait for the other, for ever.
        for listener in listeners { listener.yield() }
    }

    /// That something changed: one that was not heard yet stands for all after it.
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

    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
