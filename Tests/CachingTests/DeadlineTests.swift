import Caching
import Synchronization
import Testing

@Suite struct DeadlineTests {
    @Test func `returns the result of work that ends in time`() async {
        #expect(await withDeadline(.seconds(60)) { 7 } == 7)
    }

    @Test func `cancels work that takes too long, and waits until it has ended`() async {
        let hasEnded = Mutex(false)
        let result: Int? = await withDeadline(.milliseconds(1)) {
            await untilCancelled()
            hasEnded.withLock { $0 = true }
            return 7
        }
        #expect(result == nil && hasEnded.withLock { $0 })
    }

    @Test func `returns what the work says of the caller's cancellation`() async {
        let task = Task {
            await withDeadline(.seconds(60)) { () -> String in
                await untilCancelled()
                return "cancelled"
            }
        }
        task.cancel()
        #expect(await task.value == "cancelled")
    }
}

/// Suspends until the task is cancelled.
private func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
        for await _ in stream {}
    } onCancel: {
        continuation.finish()
    }
}
