import Foundation
import News

/// Makes channels due on request.
struct DueMarker {
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
        /// True if the channel is due by schedule in any case.
        var isDue: Bool
        /// True if two runs crashed while fetching the channel.
        var isSuspended: Bool
    }

    func request(_ channels: [Int64]?, reason: RefreshReason) throws -> DueMarkerResult {
        var result = DueMarkerResult(accepted: 0)
        for requested in try loadChannels(channels) {
            // A manual refresh of named channels fetches gone ones too.
            let isGone = requested.state == ChannelHealthState.gone.rawValue && (channels == nil || reason != .manual)
            if isGone {
                result.gone += 1
            } else if requested.waitUntil ?? 0 > now.milliseconds {
                result.waiting += 1
                try logSkipped(requested, reason, because: .hostBusy)
            } else if requested.isSuspended, channels?.count != 1 || reason != .manual {
                // A suspended channel is fetched only if it is the only one, refreshed manually.
                result.waiting += 1
                try logSkipped(requested, reason, because: .suspended)
            } else if requested.lastAttemptAt.map({ now.milliseconds - $0 < minimumInterval.milliseconds }) ?? false,
                !requested.isDue
            {
                result.tooSoon += 1
                if channels != nil { try logSkipped(requested, reason, because: .tooSoon) }
            } else {
                result.accepted += 1
                guard !requested.isLeased else { continue }
                try transaction.run(
                    "update channel set due_at = ?, due_reason = ? where id = ? and (due_at is null or due_at > ?)",
                    [.date(now), .text(reason.rawValue), .number(requested.channel), .date(now)])
            }
        }
        return result
    }

    private func logSkipped(
        _ requested: RequestedChannel, _ reason: RefreshReason, because skipReason: RefreshLogEntry.SkipReason
    ) throws {
        try RefreshLog(transaction: transaction, channel: requested.channel).appendSkipped(
            reason, at: now, because: skipReason)
    }

    private func loadChannels(_ channels: [Int64]?) throws -> [RequestedChannel] {
        let chosen = channels.map(Set.init)
        return try transaction.all(
            """
            select c.id, c.last_attempt_at, c.backoff_until, c.state, c.claimed_until, c.due_at,
              case when c.failure_code = ? and c.due_at > ? then 1 else 0 end as is_suspended
            from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ? and (? = 1 or u.is_followed = 1) and c.is_result_list = 0
            """,
            [.text(FailureCode.crashed.rawValue), .date(now), .number(reader), .bool(channels != nil)]
        ) {
            RequestedChannel(
                channel: $0.number("id"), lastAttemptAt: $0.optionalNumber("last_attempt_at"),
                waitUntil: $0.optionalNumber("backoff_until"), state: $0.text("state"),
                isLeased: $0.number("claimed_until") > now.milliseconds,
                isDue: $0.optionalNumber("due_at").map { $0 <= now.milliseconds } ?? false,
                isSuspended: $0.bool("is_suspended"))
        }.filter { chosen?.contains($0.channel) ?? true }
    }
}

/// The result of a refresh request: the numbers of channels.
public struct DueMarkerResult: Sendable, Hashable {
    /// The number of channels that are due now.
    public var accepted: Int
    /// The number of channels fetched less than the minimum interval ago.
    public var tooSoon: Int
    /// The number of channels in back-off or suspended.
    public var waiting: Int
    /// The number of channels that are not polled any more (410).
    public var gone: Int

    public init(accepted: Int, tooSoon: Int = 0, waiting: Int = 0, gone: Int = 0) {
        self.accepted = accepted
        self.tooSoon = tooSoon
        self.waiting = waiting
        self.gone = gone
    }
}
