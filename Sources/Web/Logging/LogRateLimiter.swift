import Foundation
import Synchronization

/// Limits log lines per minute, so that clients cannot fill the disk: for each kind in all and per address, so that one
/// client's flood does not hide another's line.
///
/// Invariant: the counts of a kind's addresses add up to at most `maxPerMinute`, so there are at most as many
/// addresses.
final class LogRateLimiter: Sendable {
    private struct Window {
        var startedAt: Date
        var written = 0
        var byAddress: [String: Int] = [:]
        var suppressedCount = 0
    }

    struct Decision: Equatable {
        /// Whether the line is to be written.
        let isWritten: Bool
        /// Lines of this kind that were suppressed and not reported yet; to be reported before this one.
        let suppressedCount: Int
    }

    private let maxPerMinute: Int
    private let maxPerAddress: Int
    private let windows = Mutex<[String: Window]>([:])

    /// - Parameters:
    ///   - most: lines of one kind in a minute.
    ///   - mostForAddress: of these, lines for one address.
    init(most: Int = 30, mostForAddress: Int = 10) {
        self.maxPerMinute = most
        self.maxPerAddress = mostForAddress
    }

    func record(_ kind: String, address: String, at now: Date) -> Decision {
        windows.withLock { windows in
            var window = windows[kind] ?? Window(startedAt: now)
            var reportedCount = 0
            let age = now.timeIntervalSince(window.startedAt)
            // Negative after the clock was set back, which must not silence the log until it has caught up.
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
