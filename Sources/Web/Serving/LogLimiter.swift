import Foundation
import Synchronization

/// How many lines a minute a log takes, so that whoever makes the server write them cannot fill its disk: for each kind
/// so many in all, and so many for each address, so that one caller's flood does not hide another's line.
///
/// Invariant: per kind the counts of addresses add up to no more than `most`, so there are never more addresses than that.
final class LogLimiter: Sendable {
    private struct Minute {
        var startedAt: Date
        var written = 0
        var byAddress: [String: Int] = [:]
        var leftOut = 0
    }

    /// What is to be done with a line.
    struct Verdict: Equatable {
        /// Whether it is written.
        let isWritten: Bool
        /// Lines of this kind that were left out before, and were not told yet; to be told before this one.
        let leftOut: Int
    }

    private let most: Int
    private let mostForAddress: Int
    private let minutes = Mutex<[String: Minute]>([:])

    /// - Parameters:
    ///   - most: lines of one kind in a minute.
    ///   - mostForAddress: of these for one address.
    init(most: Int = 30, mostForAddress: Int = 10) {
        self.most = most
        self.mostForAddress = mostForAddress
    }

    func judge(_ kind: String, address: String, at now: Date) -> Verdict {
        minutes.withLock { minutes in
            var minute = minutes[kind] ?? Minute(startedAt: now)
            var told = 0
            let age = now.timeIntervalSince(minute.startedAt)
            // Before it began: a clock that was set back must not silence the log until it has caught up.
            if age >= 60 || age < 0 {
                told = minute.leftOut
                minute = Minute(startedAt: now)
            }
            let ofAddress = minute.byAddress[address, default: 0]
            let isWritten = minute.written < most && ofAddress < mostForAddress
            if isWritten {
                minute.written += 1
                minute.byAddress[address] = ofAddress + 1
            } else {
                minute.leftOut += 1
            }
            minutes[kind] = minute
            return Verdict(isWritten: isWritten, leftOut: told)
        }
    }
}
