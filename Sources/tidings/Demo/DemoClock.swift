import Foundation
import Synchronization

/// The demonstration's clock: it can stand in the past while the house gathers a week's history, and then runs on.
///
/// Invariant: once `run()` was called, it is the machine's clock.
final class DemoClock: Sendable {
    private let frozenAt: Mutex<Date?>
    let startAt: Date

    init(startAt: Date) {
        self.startAt = startAt
        frozenAt = Mutex(nil)
    }

    func now() -> Date { frozenAt.withLock { $0 } ?? Date() }

    /// Stands still at an instant before the start.
    func freeze(hoursBefore hours: Double) { frozenAt.withLock { $0 = startAt.addingTimeInterval(-hours * 3600) } }

    func resume() { frozenAt.withLock { $0 = nil } }
}
