import Foundation
import Synchronization

/// A thread pool for work on untrusted bytes: parsing, sanitising, extracting and comparing documents.
///
/// Other threads serve web requests, so that no malicious document delays them (decision 34). Jobs of a higher priority
/// run first, jobs of one priority in the order of their arrival.
public final class UntrustedWorkExecutor: TaskExecutor {
    /// The default number of threads: one less than the machine's cores, and at least one.
    public static var standardThreadCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount - 1) }

    private let queue = JobQueue()

    /// Starts the threads.
    /// - Parameter threads: at least one; the threads end with the executor.
    public init(threads: Int = UntrustedWorkExecutor.standardThreadCount) {
        for _ in 0..<max(1, threads) {  // bounded: by the number of cores
            let thread = Thread { [queue] in
                while let (job, executor) = queue.next() { job.runSynchronously(on: executor) }
            }
            thread.stackSize = 8 << 20
            thread.start()
            // `Thread` ignores a name set before the start, or by the thread itself before `start` has returned.
            thread.name = "untrusted work"
        }
    }

    deinit { queue.close() }

    /// Queues a job by its priority.
    public func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job), asUnownedTaskExecutor()) }
}

/// A blocking priority queue of jobs.
///
/// Invariant: the semaphore counts the jobs, and after `close` also each thread that waits for one.
private final class JobQueue: Sendable {
    private struct State {
        /// The jobs by ascending priority; within a priority the oldest is last.
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

    /// Waits for a job; nil after `close`.
    func next() -> (UnownedJob, UnownedTaskExecutor)? {
        count.wait()
        let next = state.withLock { state in state.isClosed ? nil : state.jobs.popLast() }
        // The signal is passed on, so that the other threads end as well.
        if next == nil { count.signal() }
        return next
    }

    func close() {
        state.withLock { $0.isClosed = true }
        count.signal()
    }
}
