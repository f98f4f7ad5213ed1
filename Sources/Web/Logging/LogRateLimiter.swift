import Foundation
import Synchronization

/// Limits log lines per minute and kind, in all and per address, to protect the disk and other clients' lines.
///
/// Invariant: a kind's counts by address add up to at most `maxPerMinute`.
final class LogRateLimiter: Sendable {
    private struct Window {
        var startedAt: Date
        var written = 0
        var byAddress: [String: Int] = [:]
        var suppressedCount = 0
    }

    struct Decision: Equatable {
        let isWritten: Bool
        /// Suppressed lines of this kind not reported yet.
        let suppressedCount: Int
    }

    private let maxPerMinute: Int
    private let maxPerAddress: Int
    private let windows = Mutex<[String: Window]>([:])

    /// - Parameters:
    ///   - maxPerMinute: of one kind.
    ///   - maxPerAddress: of these.
    init(maxPerMinute: Int = 30, maxPerAddress: Int = 10) {
        self.maxPerMinute = maxPerMinute
        self.maxPerAddress = maxPerAddress
    }

    func record(_ kind: String, address: String, at now: Date) -> Decision {
        windows.withLock { windows in
            var window = windows[kind] ?? Window(startedAt: now)
            var reportedCount = 0
            let age = now.timeIntervalSince(window.startedAt)
            // Negative after the clock was set back.
            if age >= 60 || age < 0 {
                reportedCount = window.suppressedCount
                window = Window(startedAt: now)
            }
            let addressCount = window.byAddress[address, default: 0]
            let isWritten = window.written < maxPerMinute && addressCount < maxPerAddress
            if isWritten {
                window.written += 1
                window.byAddress[address] = addressCount + 1
            } else {
                window.suppressedCount += 1
            }
            windows[kind] = window
            return Decision(isWritten: isWritten, suppressedCount: reportedCount)
        }
    }
}
