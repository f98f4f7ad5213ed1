import Foundation

/// What some work costs the thread that does it. Other work on a busy machine does not count, as it would by the clock.
public enum CPUTime {
    /// CPU time of `work`, which must not wait for other threads (POSIX `CLOCK_THREAD_CPUTIME_ID`).
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
