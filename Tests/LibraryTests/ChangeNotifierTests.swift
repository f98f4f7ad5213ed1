import Foundation
import News
import Testing

@testable import Library

@Suite struct PulseTests {
    /// A listener that waits for a change or for a deadline cancels the other wait, and at that moment a change may
    /// come. If the threads deadlocked, they would block all other tests, so the process ends with a message.
    @Test func `A change may come while a listener is cancelled`() async {
        let notifier = ChangeNotifier(start: 0)
        let alarm = DispatchWorkItem { preconditionFailure("a change and a cancelled listener wait for each other") }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: alarm)
        await withTaskGroup(of: Void.self) { all in
            all.addTask {
                while !Task.isCancelled {
                    notifier.notify()
                    await Task.yield()
                }
            }
            for _ in 0..<6_000 {
                let changes = notifier.changes()
                await withTaskGroup(of: Void.self) { waiting in
                    waiting.addTask { for await _ in changes { return } }
                    waiting.addTask { await Task.yield() }
                    await waiting.next()
                    waiting.cancelAll()
                }
            }
            all.cancelAll()
        }
        alarm.cancel()
        #expect(notifier.revision(for: ReaderID(rawValue: 1)) > 0)
    }
}
