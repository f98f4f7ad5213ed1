public import Foundation
import Synchronization

/// A clock for tests that stands still until it is advanced, or advances by a step at every reading.
public final class TestClock: Sendable {
    private let instant: Mutex<Date>
    private let step: Double

    /// Creates a clock.
    /// - Parameters:
    ///   - start: The first instant; 15 January 2027, 8:00 UTC by default.
    ///   - step: The seconds by which every reading advances the clock.
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

    /// The clock as the function that services accept.
    public var read: @Sendable () -> Date { { self.now } }

    public func advance(_ seconds: Double) { instant.withLock { $0 += seconds } }
    public func advance(days: Double) { advance(days * 86_400) }
}
