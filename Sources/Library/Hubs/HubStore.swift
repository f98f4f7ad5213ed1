import Foundation
import News
import URLs

/// The hubs of channels in the database, and the subscriptions there.
struct HubStore {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy

    /// A condition for a row `h` of `channel_hub`, of the channel `c`, that is to be told by its hub.
    static let isWantedSQL = """
        (h.hub_address is not null and c.due_at is not null and (h.choice = '\(HubChoice.always.rawValue)'
          or (h.choice = '\(HubChoice.automatic.rawValue)' and \(AlertFeedQuery.isFollowed("h.channel_id")))))
        """

    /// A condition for a row of `channel_hub` whose hub has proved to tell in time.
    private static let isToldSQL = """
        (state = '\(HubState.active.rawValue)' and lease_ends_at > ? and failure is null
          and last_message_at >= coalesce(missed_at, 0))
        """

    // MARK: - What channels name

    /// Stores the hub that a channel names. Another hub or topic than before ends the subscription: what still comes to
    /// its address is answered as gone.
    func record(_ links: HubLinks?, of channel: Int64) throws {
        let known = try transaction.first(
            "select hub_address, topic from channel_hub where channel_id = ?", [.number(channel)]
        ) { ($0.optionalText("hub_address"), $0.optionalText("topic")) }
        guard links?.hub.text != known?.0 || links?.topic != known?.1 else { return }
        let named: SQLAssignments = ["hub_address": .text(links?.hub.text), "topic": .text(links?.topic)]
        guard known != nil else {
            try transaction.insert(
                into: "channel_hub",
                ["channel_id": .number(channel), "choice": .text(HubChoice.automatic.rawValue)] + named + Self.ended
                    + ["claimed_until": .number(Int64(0))])
            return
        }
        try end(channel, as: .none)
        try transaction.update("channel_hub", set: named, where: "channel_id = ?", [.number(channel)])
    }

    func subscription(of channel: Int64) throws -> HubSubscription? {
        try transaction.first(
            """
            select hub_address, choice, state, failure, failure_detail, lease_ends_at, last_message_at,
              case when \(Self.isToldSQL) then 1 else 0 end as is_told
            from channel_hub where channel_id = ? and hub_address is not null
            """, [.date(now), .number(channel)]
        ) { row in
            let state = HubState(rawValue: row.text("state")) ?? .none
            return HubSubscription(
                host: WebAddress(row.text("hub_address"))?.host ?? "",
                choice: HubChoice(rawValue: row.text("choice")) ?? .automatic, state: state,
                failure: row.optionalText("failure").flatMap { HubFailure(rawValue: $0) },
                detail: row.optionalText("failure_detail"),
                leaseEndsAt: state == .active ? row.date("lease_ends_at") : nil,
                lastMessageAt: row.optionalDate("last_message_at"), isTold: row.bool("is_told"))
        }
    }

    /// Stores a reader's choice, which is heeded at once.
    /// - Returns: false if the channel names no hub.
    func setChoice(_ choice: HubChoice, of channel: Int64) throws -> Bool {
        try transaction.run(
            """
            update channel_hub set choice = ?,
              due_at = case when state = '\(HubState.suspended.rawValue)' or choice = ? then due_at else 0 end
            where channel_id = ? and hub_address is not null
            """, [.text(choice.rawValue), .text(choice.rawValue), .number(channel)]) == 1
    }

    // MARK: - Polling

    /// Returns true if a channel's hub tells in time, so that the channel need not be fetched often.
    func isTold(_ channel: Int64) throws -> Bool {
        try transaction.exists(
            "select 1 from channel_hub where channel_id = ? and \(Self.isToldSQL)", [.number(channel), .date(now)])
    }

    /// Notes that a fetch found stories before the hub told of them. The channel is fetched as usual until the hub tells
    /// again.
    func recordMiss(_ channel: Int64) throws {
        try transaction.run(
            """
            update channel_hub set missed_at = ? where channel_id = ? and state = '\(HubState.active.rawValue)'
              and unimported_at is null
            """, [.date(now), .number(channel)])
    }

    /// Makes a channel due as if it had no hub.
    func resumePolling(_ channel: Int64) throws {
        let last = try transaction.first(
            "select last_attempt_at, is_unconditional from channel where id = ? and due_at is not null",
            [.number(channel)]
        ) { ($0.optionalDate("last_attempt_at"), $0.bool("is_unconditional")) }
        guard let (fetchedAt, isUnconditional) = last else { return }
        let interval = policy.minimumInterval(isUnconditional: isUnconditional).seconds
        try ChannelWriter(transaction: transaction).schedule(
            channel, at: max(now, fetchedAt?.addingTimeInterval(interval) ?? now))
    }

    // MARK: - Ends

    private static let ended: SQLAssignments = [
        "state": .text(HubState.none.rawValue), "token_hash": .null, "encrypted_key": .null,
        "lease_ends_at": .number(Int64(0)), "due_at": .number(Int64(0)), "attempt_count": .number(Int64(0)),
        "failure": .null, "failure_detail": .null, "unimported_at": .null, "fault_count": .number(Int64(0)),
        "window_start_at": .number(Int64(0)), "window_count": .number(Int64(0)),
    ]

    /// Ends a subscription, and has the channel fetched as usual.
    /// - Parameter rest: the time for which the hub is not asked again.
    func end(
        _ channel: Int64, as state: HubState, _ failure: HubFailure? = nil, detail: String? = nil,
        rest: TimeInterval? = nil
    ) throws {
        try transaction.update("channel_hub", set: Self.ended, where: "channel_id = ?", [.number(channel)])
        try transaction.update(
            "channel_hub",
            set: [
                "state": .text(state.rawValue), "failure": .text(failure?.rawValue), "failure_detail": .text(detail),
                "due_at": .date(now.addingTimeInterval(rest ?? 0)),
            ], where: "channel_id = ?", [.number(channel)])
        try resumePolling(channel)
    }

    /// Ends all subscriptions with an address of another origin than this server's, and has channels fetched whose
    /// content was accepted and not imported.
    /// - Parameter origin: the public origin; nil without one.
    func recover(origin: String?) throws {
        let stale = try transaction.numbers(
            "select channel_id from channel_hub where token_hash is not null and callback_origin is distinct from ?",
            [.text(origin ?? "")])
        for channel in stale { try end(channel, as: .none) }
        let unimported = try transaction.numbers(
            "select channel_id from channel_hub where unimported_at is not null", [])
        for channel in unimported { try dropContent(of: channel) }
    }

    /// Has a channel fetched whose content was accepted and will not be imported.
    func dropContent(of channel: Int64) throws {
        try transaction.run("update channel_hub set unimported_at = null where channel_id = ?", [.number(channel)])
        try resumePolling(channel)
    }
}
