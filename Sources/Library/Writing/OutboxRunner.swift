import Synchronization

/// A runner of stored actions, one after another for each reader and source. Actions continue when the request that
/// began them is cancelled, and end when the Library is closed.
///
/// Invariant: at most `maxCount` tasks, each of which limits its own time.
final class OutboxRunner: Sendable {
    /// A lane of actions that run one after another.
    struct Lane: Hashable, Sendable {
        let reader: Int64
        let source: Int64
    }

    private struct State {
        var running: [Int64: Task<Void, Never>] = [:]
        var lastInLane: [Lane: Int64] = [:]
        var isClosed = false
    }

    static let maxCount = 100
    private let state = Mutex(State())

    var isFull: Bool { state.withLock { $0.running.count >= Self.maxCount } }

    func isRunning(_ entry: Int64) -> Bool { state.withLock { $0.running[entry] != nil } }

    /// Starts an action. Does nothing once the runner is closed, because the next process finds the row.
    func start(_ entry: Int64, in lane: Lane, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed, state.running[entry] == nil else { return }
            let previous = state.lastInLane[lane].flatMap { state.running[$0] }
            state.lastInLane[lane] = entry
            state.running[entry] = Task {
                await previous?.value
                if !Task.isCancelled { await work() }
                self.finish(entry, in: lane)
            }
        }
    }

    private func finish(_ entry: Int64, in lane: Lane) {
        state.withLock { state in
            state.running[entry] = nil
            if state.lastInLane[lane] == entry { state.lastInLane[lane] = nil }
        }
    }

    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.running.values)
        }
        for task in tasks { task.cancel() }
    }
}
