import Foundation
import News

/// Makes channels due because somebody wants to see them now.
struct RefreshRequester {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let minimumInterval: Duration

    private struct RequestedChannel {
        var channel: Int64
        var lastAttemptAt: Int64?
        var waitUntil: Int64?
        var state: String
        var isLeased: Bool
        /// The schedule would ask it now in any case.
        var isDue: Bool
        /// It is left alone because two runs died while it was being fetched.
        var isSuspended: Bool
    }

    func request(_ channels: [Int64]?, reason: RefreshReason) throws -> RefreshRequestResult {
        var answer = RefreshRequestResult(accepted: 0)
        for wanted in try loadChannels(channels) {
            // Somebody who names a channel that is gone wants to know whether it still is.
            let isGone = wanted.state == ChannelHealthState.gone.rawValue && (channels == nil || reason != .manual)
            if isGone || wanted.waitUntil ?? 0 > now.milliseconds {
                answer.waiting += 1
                if !isGone { try logSkipped(wanted, reason, because: HostBackoff.reason) }
            } else if wanted.isSuspended, channels?.count != 1 || reason != .manual {
                // Only who names this one channel tries it once anyway.
                answer.waiting += 1
                try logSkipped(wanted, reason, because: "it is left alone, as Tidings ended twice while reading it")
            } else if wanted.lastAttemptAt.map({ now.milliseconds - $0 < minimumInterval.milliseconds }) ?? false,
                !wanted.isDue
            {
                answer.tooSoon += 1
                if channels != nil { try logSkipped(wanted, reason, because: "it was asked a moment ago") }
            } else {
                answer.accepted += 1
                guard !wanted.isLeased else { continue }
                try transaction.run(
                    "update channel set due_at = ?, due_for = ? where id = ? and (due_at is null or due_at > ?)",
                    [.date(now), .text(reason.rawValue), .number(wanted.channel), .date(now)])
            }
        }
        return answer
    }

    private func logSkipped(_ wanted: RequestedChannel, _ reason: RefreshReason, because words: String) throws {
        try RefreshLog(transaction: transaction, channel: wanted.channel).appendSkipped(reason, at: now, because: words)
    }

    private func loadChannels(_ channels: [Int64]?) throws -> [RequestedChannel] {
        let chosen = channels.map(Set.init)
        return try transaction.all(
            """
            select c.id, c.asked_at, c.wait_until, c.state, c.claimed_until, c.due_at,
              case when c.error = ? and c.due_at > ? then 1 else 0 end
            from subscription u join channel c on c.id = u.channel_id where u.reader_id = ? and (? = 1 or u.is_followed = 1)
            """,
            [.text(CrashSuspects.errorCode), .date(now), .number(reader), .bool(channels != nil)]
        ) {
            RequestedChannel(
                channel: $0.number(), lastAttemptAt: $0.optionalNumber(), waitUntil: $0.optionalNumber(),
                state: $0.text(),
                isLeased: $0.number() > now.milliseconds,
                isDue: $0.optionalNumber().map { $0 <= now.milliseconds } ?? false, isSuspended: $0.bool())
        }.filter { chosen?.contains($0.channel) ?? true }
    }
}

/// What became of a wish to refresh.
public struct RefreshRequestResult: Sendable, Hashable {
    /// Channels that are due now.
    public var accepted: Int
    /// Asked less than the least interval ago.
    public var tooSoon: Int
    /// Their origins asked us to wait, or are gone.
    public var waiting: Int

    public init(accepted: Int, tooSoon: Int = 0, waiting: Int = 0) {
        self.accepted = accepted
        self.tooSoon = tooSoon
        self.waiting = waiting
    }
}
