import Foundation
import News
import Synchronization
import Testing

@testable import Library

@Suite struct PulseTests {
    /// Who waits for a change, or for a moment, cancels the wait that was not needed: at that very moment a change may come.
    /// Threads that waited for each other would take every other test with them, so the process ends and says why.
    @Test func `A change may come while a listener is cancelled`() async {
        let pulse = Pulse(start: 0)
        let rounds = Rounds()
        Thread.detachNewThread {
            var known = -1
            while true {
                Thread.sleep(forTimeInterval: 20)
                let now = rounds.done.withLock { $0 }
                if now >= Rounds.all { return }
                precondition(now > known, "a change and a cancelled listener wait for each other")
                known = now
            }
        }
        let beating = Task.detached {
            while !Task.isCancelled {
                pulse.beat()
                await Task.yield()
            }
        }
        for _ in 0..<Rounds.all {
            let changes = pulse.changes()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { return } }
                group.addTask { await Task.yield() }
                await group.next()
                group.cancelAll()
            }
            rounds.done.withLock { $0 += 1 }
        }
        beating.cancel()
        #expect(pulse.revision(for: ReaderID(rawValue: 1)) > 0)
    }

    private final class Rounds: Sendable {
        static let all = 6_000
        let done = Mutex(0)
    }
}
