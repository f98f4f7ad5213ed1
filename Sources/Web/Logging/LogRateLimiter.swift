import Foundation
import Synchronization

/// How many lines a minute a log takes, so that whoever makes the server write them cannot fill its disk: for each kind
/// so many in all, and so many for each address, so that one caller's flood does not hide another's line.
///
/// Invariant: per kind the counts of addresses add up to no more than `most`, so there are never more addresses than that.
final class LogRateLimiter: Sendable {
    private struct Window {
        var startedAt: Date
        var written = 0
        var byAddress: [String: Int] = [:]
        var suppressedCount = 0
    }

    /// What is to be done with a line.
    struct Decision: Equatable {
        /// Whether it is written.
        let isWritten: Bool
        /// Lines of this kind that were left out before, and were not told yet; to be told before this one.
        let suppressedCount: Int
    }

    private let maxPerMinute: Int
    private let maxPerAddress: Int
    private let windows = Mutex<[String: Window]>([:])

    /// - Parameters:
    ///   - most: lines of one kind in a minute.
    ///   - mostForAddress: of these for one address.
    init(most: Int = 30, mostForAddress: Int = 10) {
        self.maxPerMinute = most
        self.maxPerAddress = mostForAddress
    }

    func record(_ kind: String, address: String, at now: Date) -> Decision {
        windows.withLock { minutes in
            var minute = minutes[kind] ?? Window(startedAt: now)
            var told = 0
            let age = now.timeIntervalSince(minute.startedAt)
            // Before it began: a clock that was set back must not silence the log until it has caught up.
            if age >= 60 || age < 0 {
                told = minute.suppressedCount
                minute = Window(startedAt: now)
            }
            let ofAddress = minute.byAddress[address, default: 0]
            let isWritten = minute.written < maxPerMinute && ofAddress < maxPerAddress
            if isWritten {
                minute.written += 1
                minute.byAddress[address] = ofAddress + 1
            } else {
                minute.suppressedCount += 1
            }
            minutes[kind] = minute
            return Decision(isWritten: isWritten, suppressedCount: told)
        }
    }
}
