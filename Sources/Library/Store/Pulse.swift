import News
import Synchronization

/// Knows that something changed, without a question to the database. Invariant: a revision only rises, and rises
/// after the change it stands for was committed.
final class Pulse: Sendable {
    private struct State {
        var common: Int64
        var own: [ReaderID: Int64] = [:]
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextListener = 0
        var isOver = false
    }

    private let state: Mutex<State>

    /// - Parameter start: the time in milliseconds, so that revisions rise over restarts too.
    init(start: Int64) { state = Mutex(State(common: start)) }

    func revision(for reader: ReaderID) -> Int64 {
        state.withLock { $0.common + $0.own[reader, default: 0] }
    }

    /// Something changed for one reader, or for all.
    func beat(for reader: ReaderID? = nil) {
        let listeners = state.withLock { state in
            if let reader { state.own[reader, default: 0] += 1 } else { state.common += 1 }
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
            guard !state.isOver else { return nil }
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

    func end() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
