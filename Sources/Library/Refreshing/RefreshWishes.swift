import Foundation
import News

/// Makes channels due because somebody wants to see them now.
struct RefreshWishes {
    let session: Session
    let reader: Int64
    let now: Date
    let least: Duration

    private struct Wanted {
        var channel: Int64
        var askedAt: Int64?
        var waitUntil: Int64?
        var state: String
        var isBeingAsked: Bool
        /// The schedule would ask it now in any case.
        var isDue: Bool
        /// It is left alone because two runs died while it was being fetched.
        var isSuspended: Bool
    }

    func make(_ channels: [Int64]?, reason: RefreshReason) throws -> RefreshRequest {
        var answer = RefreshRequest(accepted: 0)
        for wanted in try find(channels) {
            // Somebody who names a channel that is gone wants to know whether it still is.
            let isGone = wanted.state == HealthState.gone.rawValue && (channels == nil || reason != .asked)
            if isGone || wanted.waitUntil ?? 0 > now.milliseconds {
                answer.waiting += 1
                if !isGone { try skip(wanted, reason, because: HostWait.words) }
            } else if wanted.isSuspended, channels?.count != 1 || reason != .asked {
                // Only who names this one channel tries it once anyway.
                answer.waiting += 1
                try skip(wanted, reason, because: "it is left alone, as Tidings ended twice while reading it")
            } else if wanted.askedAt.map({ now.milliseconds - $0 < least.milliseconds }) ?? false, !wanted.isDue {
                answer.tooSoon += 1
                if channels != nil { try skip(wanted, reason, because: "it was asked a moment ago") }
            } else {
                answer.accepted += 1
                guard !wanted.isBeingAsked else { continue }
                try session.run(
                    "update channel set due_at = ?, due_for = ? where id = ? and (due_at is null or due_at > ?)",
                    [.instant(now), .words(reason.rawValue), .number(wanted.channel), .instant(now)])
            }
        }
        return answer
    }

    private func skip(_ wanted: Wanted, _ reason: RefreshReason, because words: String) throws {
        try DecisionLog(session: session, channel: wanted.channel).skip(reason, at: now, because: words)
    }

    private func find(_ channels: [Int64]?) throws -> [Wanted] {
        let chosen = channels.map(Set.init)
        return try session.all(
            """
            select c.id, c.asked_at, c.wait_until, c.state, c.claimed_until, c.due_at,
              case when c.error = ? and c.due_at > ? then 1 else 0 end
            from subscription u join channel c on c.id = u.channel_id where u.reader_id = ? and (? = 1 or u.is_followed = 1)
            """,
            [.words(CrashSuspects.errorCode), .instant(now), .number(reader), .flag(channels != nil)]
        ) {
            Wanted(
                channel: $0.number(), askedAt: $0.optionalNumber(), waitUntil: $0.optionalNumber(), state: $0.words(),
                isBeingAsked: $0.number() > now.milliseconds,
                isDue: $0.optionalNumber().map { $0 <= now.milliseconds } ?? false, isSuspended: $0.flag())
        }.filter { chosen?.contains($0.channel) ?? true }
    }
}
