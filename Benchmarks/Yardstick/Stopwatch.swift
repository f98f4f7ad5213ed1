import Foundation

/// What the programs of this folder time with.
public enum Stopwatch {
    /// Of an odd number of measurements; never of none.
    public static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    /// Seconds on the wall that `work` takes.
    public static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        return start.duration(to: .now) / .seconds(1)
    }

    /// Seconds on the wall that `work` takes.
    public static func seconds(_ work: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await work()
        return start.duration(to: .now) / .seconds(1)
    }

    /// CPU seconds of this process so far, all threads together.
    public static var processSeconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// CPU seconds of the processes that this one has started and that have ended.
    public static var childrenSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}
