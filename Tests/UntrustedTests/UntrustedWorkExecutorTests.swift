import Foundation
import Synchronization
import Testing
import Untrusted

@Suite struct `Threads for untrusted work` {
    private static func threadName() -> String? { Thread.current.name }

    @Test func `work stays on the executor's threads, also after it waited and in its child tasks`() async {
        let executor = UntrustedWorkExecutor(threads: 2)
        let names = await withTaskExecutorPreference(executor) {
            var names = [Self.threadName()]
            await Task.yield()
            names.append(Self.threadName())
            return await withTaskGroup(of: String?.self, returning: [String?].self) { group in
                for _ in 0..<4 { group.addTask { Self.threadName() } }
                return await group.reduce(into: names) { $0.append($1) }
            }
        }
        #expect(names == Array(repeating: "untrusted work", count: 6))
        #expect(Self.threadName() != "untrusted work")
    }

    @Test(.timeLimit(.minutes(1)))
    func `jobs of a higher priority go first, and those of one priority in order`() async {
        let executor = UntrustedWorkExecutor(threads: 1)
        let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let order = OrderRecorder()
        let blocker = Task(executorPreference: executor) { Self.block(started, gate) }
        Self.wait(for: started)
        let tasks = [
            Task(executorPreference: executor, priority: .background) { order.append("background 1") },
            Task(executorPreference: executor, priority: .background) { order.append("background 2") },
            Task(executorPreference: executor, priority: .high) { order.append("high 1") },
            Task(executorPreference: executor, priority: .medium) { order.append("medium") },
            Task(executorPreference: executor, priority: .high) { order.append("high 2") },
        ]
        gate.signal()
        await blocker.value
        // The last of the order first: waiting for a task may raise its priority.
        for task in [tasks[2], tasks[4], tasks[3], tasks[0], tasks[1]] { await task.value }
        #expect(order.entries == ["high 1", "high 2", "medium", "background 1", "background 2"])
    }

    private static func block(_ started: DispatchSemaphore, _ gate: DispatchSemaphore) {
        started.signal()
        gate.wait()
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}

private final class OrderRecorder: Sendable {
    private let stored = Mutex<[String]>([])
    func append(_ entry: String) { stored.withLock { $0.append(entry) } }
    var entries: [String] { stored.withLock { $0 } }
}
