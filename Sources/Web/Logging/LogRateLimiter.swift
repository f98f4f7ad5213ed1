import Foundation
import Synchronization

/// A limiter of log lines per minute and kind, in total and per address, to protect the disk and other clients' lines.
final class LogRateLimiter: Sendable {
    private struct Window {
        var startedAt: Date
        var written = 0
        var byAddress: [String: Int] = [:]
        var suppressedCount = 0
    }

    struct Decision: Equatable {
        let isWritten: Bool
        /// The number of suppressed lines of this kind that are not reported yet.
        let suppressedCount: Int
    }

    private let maxPerMinute: Int
    private let maxPerAddress: Int
    private let windows = Mutex<[String: Window]>([:])

    /// Creates a limiter.
    /// - Parameters:
    ///   - maxPerMinute: the limit of lines of one kind.
    ///   - maxPerAddress: the limit of these lines for one address.
    init(maxPerMinute: Int = 30, maxPerAddress: Int = 10) {
        self.maxPerMinute = maxPerMinute
        self.maxPerAddress = maxPerAddress
    }

    func record(_ kind: String, address: String, at now: Date) -> Decision {
        windows.withLock { windows in
            var window = windows[kind] ?? Window(startedAt: now)
            var reportedCount = 0
            let age = now.timeIntervalSince(window.startedAt)
            // The age is negative after the clock was set back.
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
