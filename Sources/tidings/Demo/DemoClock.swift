import Foundation
import Synchronization

/// The clock of the demonstration: frozen in the past while a week's history is created, then the system clock.
///
/// Invariant: after `resume()` the clock is the system clock.
final class DemoClock: Sendable {
    private let frozenAt: Mutex<Date?>
    let startAt: Date

    init(startAt: Date) {
        self.startAt = startAt
        frozenAt = Mutex(nil)
    }

    func now() -> Date { frozenAt.withLock { $0 } ?? Date() }

    /// Stops the clock at a time before the start.
    func freeze(hoursBefore hours: Double) { frozenAt.withLock { $0 = startAt.addingTimeInterval(-hours * 3600) } }

    func resume() { frozenAt.withLock { $0 = nil } }
}
