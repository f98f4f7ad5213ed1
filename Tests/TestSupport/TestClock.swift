public import Foundation
import Synchronization

/// A clock for tests: it stands still until it is advanced, or moves a step with every reading.
public final class TestClock: Sendable {
    private let instant: Mutex<Date>
    private let step: Double

    /// - Parameters:
    ///   - start: the first instant; 15 January 2027, 8:00 UTC unless given.
    ///   - step: seconds by which every reading advances it.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000), step: Double = 0) {
        instant = Mutex(start)
        self.step = step
    }

    public var now: Date {
        instant.withLock {
            $0 += step
            return $0
        }
    }

    /// The clock as the function that services take.
    public var read: @Sendable () -> Date { { self.now } }

    public func advance(_ seconds: Double) { instant.withLock { $0 += seconds } }
    public func advance(days: Double) { advance(days * 86_400) }
}
