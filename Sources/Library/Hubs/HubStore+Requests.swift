import Foundation
import News
import URLs

/// A request that is to be sent to a hub.
struct HubTask: Sendable {
    let channel: Int64
    let kind: SourceKind
    let site: WebAddress
    let hub: WebAddress
    let topic: String
    let mode: HubRequest.Mode
    let sealedKey: [UInt8]?
}

extension HubStore {
    /// A condition for a row `h` of `channel_hub`, of the channel `c`, with a request that is due.
    private static let isDueSQL = """
        (h.claimed_until <= ? and h.hub_address is not null and ((\(isWantedSQL) and h.due_at <= ?)
          or (not \(isWantedSQL) and h.state in ('requested', 'active'))
          or (h.state = '\(HubState.ending.rawValue)' and h.due_at <= ?)))
        """

    private static let hasLapsedSQL = "(h.state = '\(HubState.active.rawValue)' and h.lease_ends_at <= ?)"

    /// Returns true if there is something to claim, so that looking for it writes nothing.
    func isAnythingDue() throws -> Bool {
        try transaction.exists(
            """
            select 1 from channel_hub h join channel c on c.id = h.channel_id
            where \(Self.isDueSQL) or \(Self.hasLapsedSQL) limit 1
            """, [.date(now), .date(now), .date(now), .date(now)])
    }

    /// Claims the requests that are due: new subscriptions, renewals and ends.
    func claimDue(limit: Int) throws -> [HubTask] {
        try endLapsed()
        let rows = try transaction.all(
            """
            select h.channel_id, h.hub_address, h.topic, h.state, h.attempt_count, h.failure, h.encrypted_key,
              s.kind, s.address as site, case when \(Self.isWantedSQL) then 1 else 0 end as is_wanted
            from channel_hub h join channel c on c.id = h.channel_id join source s on s.id = c.source_id
            where \(Self.isDueSQL) order by h.due_at limit ?
            """, [.date(now), .date(now), .date(now), .number(limit)]
        ) { DueHub($0) }
        return try rows.compactMap { row in try row.isWanted ? claimSubscription(row) : claimEnd(row) }
    }

    private func claimSubscription(_ row: DueHub) throws -> HubTask? {
        guard let task = row.task(.subscribe) else {
            try end(row.channel, as: .failed, .refused, rest: HubPolicy.rest)
            return nil
        }
        let state = row.state == .active ? HubState.active : .requested
        // An earlier request that ended without an error was never confirmed.
        let failure = row.failure ?? (row.attempts > 0 ? HubFailure.unverified.rawValue : nil)
        try transaction.update(
            "channel_hub",
            set: [
                "state": .text(state.rawValue), "failure": .text(failure), "attempt_count": .number(row.attempts + 1),
                "due_at": .date(now.addingTimeInterval(HubPolicy.pause(after: row.attempts))),
                "claimed_until": .date(now.addingTimeInterval(HubPolicy.claimLifetime)),
            ], where: "channel_id = ?", [.number(row.channel)])
        return task
    }

    private func claimEnd(_ row: DueHub) throws -> HubTask? {
        let attempts = row.state == .ending ? row.attempts : 0
        guard attempts < HubPolicy.maxEndAttempts, row.sealedKey != nil, let task = row.task(.unsubscribe) else {
            try end(row.channel, as: .none)
            return nil
        }
        try transaction.update(
            "channel_hub",
            set: [
                "state": .text(HubState.ending.rawValue), "attempt_count": .number(attempts + 1),
                "due_at": .date(now.addingTimeInterval(HubPolicy.pause(after: 0))),
                "claimed_until": .date(now.addingTimeInterval(HubPolicy.claimLifetime)),
            ], where: "channel_id = ?", [.number(row.channel)])
        try resumePolling(row.channel)
        return task
    }

    private func endLapsed() throws {
        let lapsed = try transaction.numbers(
            "select h.channel_id from channel_hub h where \(Self.hasLapsedSQL)", [.date(now)])
        for channel in lapsed {
            try transaction.run(
                """
                update channel_hub set state = '\(HubState.failed.rawValue)',
                  failure = coalesce(failure, '\(HubFailure.lapsed.rawValue)') where channel_id = ?
                """, [.number(channel)])
            try resumePolling(channel)
        }
    }

    /// Returns the time of the next request; nil if there is none to be sent.
    func nextRequestAt() throws -> Date? {
        try transaction.date(
            """
            select min(case when h.claimed_until > h.due_at then h.claimed_until else h.due_at end)
            from channel_hub h join channel c on c.id = h.channel_id
            where \(Self.isWantedSQL) or h.state = '\(HubState.ending.rawValue)'
            """)
    }

    /// Stores the key of a request before it is sent, as the hub may verify it at once.
    func setKey(_ sealed: [UInt8], hash: String, origin: String, of channel: Int64) throws {
        try transaction.update(
            "channel_hub",
            set: ["encrypted_key": .bytes(sealed), "token_hash": .text(hash), "callback_origin": .text(origin)],
            where: "channel_id = ?", [.number(channel)])
    }

    /// Stores the outcome of a request, unless the hub has verified it meanwhile.
    func record(_ error: SourceError?, of task: HubTask) throws {
        try transaction.run(
            "update channel_hub set claimed_until = 0 where channel_id = ?", [.number(task.channel)])
        guard let error, task.mode == .subscribe else { return }
        let (failure, detail, rest): (HubFailure, String?, TimeInterval?) =
            switch error {
            case .busy(let until, _): (.refused, nil, until.timeIntervalSince(now))
            case .refused(let status, let message): (.refused, message ?? "HTTP \(status)", HubPolicy.rest)
            case .unreachable, .unreadable: (.unreachable, error.cause?.message, nil)
            default: (.refused, error.cause?.message, HubPolicy.rest)
            }
        try recordFailure(failure, detail: detail, rest: rest, of: task.channel)
    }

    /// Stores why a hub was not asked, or what it answered.
    /// - Parameter rest: the time until the next request; nil for the usual pause.
    func recordFailure(_ failure: HubFailure, detail: String? = nil, rest: TimeInterval?, of channel: Int64) throws {
        try transaction.run(
            """
            update channel_hub set failure = ?, failure_detail = ?, due_at = coalesce(?, due_at), claimed_until = 0,
              state = case when state = '\(HubState.requested.rawValue)' then '\(HubState.failed.rawValue)' else state end
            where channel_id = ? and attempt_count > 0
            """,
            [
                .text(failure.rawValue), .text(detail.map { String($0.prefix(200)) }),
                .date(rest.map { now.addingTimeInterval(max($0, 60)) }), .number(channel),
            ])
    }

    // MARK: - Verification

    /// Confirms or denies what a hub asks.
    /// - Returns: false for what was not asked for.
    func verify(_ verification: HubVerification, token: SecretToken) throws -> Bool {
        let known = try transaction.first(
            """
            select h.channel_id, h.state, h.topic, case when \(Self.isWantedSQL) then 1 else 0 end as is_wanted
            from channel_hub h join channel c on c.id = h.channel_id where h.token_hash = ?
            """, [.text(token.hash)]
        ) {
            (
                $0.number("channel_id"), HubState(rawValue: $0.text("state")), $0.optionalText("topic"),
                $0.bool("is_wanted")
            )
        }
        guard let (channel, state, topic, isWanted) = known, topic == verification.topic else { return false }
        switch (verification.mode, state) {
        case ("denied", _):
            let detail = verification.reason.map { String($0.prefix(200)) }
            try end(channel, as: .denied, .denied, detail: detail, rest: HubPolicy.rest)
        case ("subscribe", .requested), ("subscribe", .active), ("subscribe", .failed):
            guard isWanted, !verification.challenge.isEmpty else { return false }
            try activate(channel, leaseEndsAt: HubPolicy.leaseEnd(verification.leaseSeconds, from: now))
        case ("unsubscribe", .ending):
            guard !verification.challenge.isEmpty else { return false }
            try end(channel, as: .none)
        default: return false
        }
        return true
    }

    private func activate(_ channel: Int64, leaseEndsAt: Date) throws {
        try transaction.update(
            "channel_hub",
            set: [
                "state": .text(HubState.active.rawValue), "lease_ends_at": .date(leaseEndsAt),
                "due_at": .date(HubPolicy.renewal(before: leaseEndsAt, from: now)),
                "attempt_count": .number(Int64(0)), "failure": .null, "failure_detail": .null,
            ], where: "channel_id = ?", [.number(channel)])
    }
}

/// A row of `channel_hub` with a request that is due.
private struct DueHub {
    let channel: Int64
    let kind: SourceKind
    let site, hub: WebAddress?
    let topic: String?
    let state: HubState
    let attempts: Int
    let failure: String?
    let sealedKey: [UInt8]?
    let isWanted: Bool

    init(_ row: SQLRow) {
        channel = row.number("channel_id")
        kind = SourceKind(rawValue: row.text("kind"))
        (site, hub) = (WebAddress(row.text("site")), WebAddress(row.text("hub_address")))
        topic = row.optionalText("topic")
        state = HubState(rawValue: row.text("state")) ?? .none
        attempts = row.int("attempt_count")
        failure = row.optionalText("failure")
        sealedKey = row.optionalBytes("encrypted_key")
        isWanted = row.bool("is_wanted")
    }

    func task(_ mode: HubRequest.Mode) -> HubTask? {
        guard let site, let hub, let topic else { return nil }
        return HubTask(
            channel: channel, kind: kind, site: site, hub: hub, topic: topic, mode: mode, sealedKey: sealedKey)
    }
}
