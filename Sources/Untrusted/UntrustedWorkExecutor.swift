import Foundation
import Synchronization

/// Threads for work on bytes from outside: reading, sanitising, extracting and comparing documents.
///
/// Pages are answered by other threads, so that no document, however it was made, holds them up (decision 34). Jobs of a
/// higher priority go first, those of one priority in the order of their arrival.
public final class UntrustedWorkExecutor: TaskExecutor {
    /// One less than the machine has cores, and at least one.
    public static var standardThreadCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount - 1) }

    private let queue = JobQueue()

    /// - Parameter threads: at least one; they end with the executor.
    public init(threads: Int = UntrustedWorkExecutor.standardThreadCount) {
        for _ in 0..<max(1, threads) {  // bounded: by the number of cores
            let thread = Thread { [queue] in
                while let (job, executor) = queue.next() { job.runSynchronously(on: executor) }
            }
            thread.stackSize = 8 << 20
            thread.start()
            // Before the start, and in the thread itself before `start` has returned, it would be ignored.
            thread.name = "untrusted work"
        }
    }

    deinit { queue.close() }

    /// Queues a job by its priority.
    public func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job), asUnownedTaskExecutor()) }
}

/// Invariant: the semaphore counts the jobs, and after `close` also each thread that looks for one.
private final class JobQueue: Sendable {
    private struct State {
        /// By ascending priority; of one priority the oldest is last.
        var jobs: [(job: UnownedJob, executor: UnownedTaskExecutor)] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let count = DispatchSemaphore(value: 0)

    func append(_ job: UnownedJob, _ executor: UnownedTaskExecutor) {
        state.withLock { state in
            let index = state.jobs.firstIndex { $0.job.priority >= job.priority } ?? state.jobs.endIndex
            state.jobs.insert((job, executor), at: index)
        }
        count.signal()
    }

    /// Waits for a job; nil once closed.
    func next() -> (UnownedJob, UnownedTaskExecutor)? {
        count.wait()
        let next = state.withLock { state in state.isClosed ? nil : state.jobs.popLast() }
        // The other threads end as well.
        if next == nil { count.signal() }
        return next
    }

    func close() {
        state.withLock { $0.isClosed = true }
        count.signal()
    }
}
