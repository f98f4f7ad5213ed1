import Foundation

/// A measurement of the CPU time of the calling thread. Unlike elapsed time, CPU time excludes other work on a busy
/// machine.
public enum CPUTime {
    /// Returns the CPU time of `work`, which must not wait for other threads (POSIX `CLOCK_THREAD_CPUTIME_ID`).
    public static func of(_ work: () -> Void) -> Duration {
        let start = now
        work()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
