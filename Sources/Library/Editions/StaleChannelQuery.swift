public import Foundation
import News

/// A query for the channels of an edition to refresh, and for the edition's health.
struct StaleChannelQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// Finds the channels of an edition to subscribe or refresh.
    /// - Returns: as `inactive`, the channels without subscription or schedule, of all sections; as `stale`, the stale
    ///   channels of the section, or of all sections if nil. Failing, gone and backed-off channels keep their schedule.
    func channelsToRefresh(_ edition: EditionID, section: Int64?) throws -> (inactive: [Int64], stale: [Int64]) {
        var inactive: [Int64] = []
        var stale: [Int64] = []
        // All sections are checked for inactive channels, because a reader may open a section before the front page.
        let all = try EditionStore(transaction: transaction, now: now).channels(of: edition, for: reader)
        let shown = try section.map {
            Set(try EditionStore(transaction: transaction, now: now).channels(of: edition, section: $0, for: reader))
        }
        for channel in all {
            let state = try transaction.first(
                """
                select case when u.channel_id is null
                    or (c.due_at is null and c.is_result_list = 0 and c.state <> '\(ChannelHealthState.gone.rawValue)')
                    then 1 else 0 end as is_inactive,
                  case when c.state = '\(ChannelHealthState.fine.rawValue)' and c.fresh_until <= ?
                    and c.claimed_until <= ? and c.due_at > ? then 1 else 0 end as is_stale
                from channel c left join subscription u on u.reader_id = ? and u.channel_id = c.id where c.id = ?
                """, [.date(now), .date(now), .date(now), .number(reader), .number(channel)]
            ) { (isInactive: $0.bool("is_inactive"), isStale: $0.bool("is_stale")) }
            guard let state else { continue }
            if state.isInactive { inactive.append(channel) }
            if state.isStale, shown?.contains(channel) ?? true { stale.append(channel) }
        }
        return (inactive, stale)
    }

    private struct ChannelStatus {
        var isSubscribed: Bool
        var isFailing: Bool
        var error: FailureCode?
        var lastSuccessAt: Date?
    }

    func health(of edition: EditionID) throws -> EditionHealth {
        let channels = try EditionStore(transaction: transaction, now: now).channels(of: edition, for: reader)
            .compactMap {
                channel in
                try transaction.first(
                    """
                    select case when u.channel_id is null then 0 else 1 end as is_subscribed,
                      case when c.consecutive_failures > 0 or c.state = '\(ChannelHealthState.gone.rawValue)' then 1 else 0 end
                        as is_failing,
                      c.failure_code, c.last_success_at
                    from channel c left join subscription u on u.reader_id = ? and u.channel_id = c.id where c.id = ?
                    """, [.number(reader), .number(channel)]
                ) {
                    ChannelStatus(
                        isSubscribed: $0.bool("is_subscribed"), isFailing: $0.bool("is_failing"),
                        error: FailureCode($0), lastSuccessAt: $0.optionalDate("last_success_at"))
                }
            }
        guard channels.contains(where: \.isSubscribed) else { return .neverOpened }
        let failing = channels.filter(\.isFailing)
        if failing.count == channels.count {
            let wanted: Set<FailureCode?> = [.signInNeeded, .keyNeeded]
            if failing.contains(where: { wanted.contains($0.error) }) { return .signInRequired }
            return .unreachable(since: channels.compactMap(\.lastSuccessAt).max())
        }
        if !failing.isEmpty { return .degraded(failing: failing.count, of: channels.count) }
        return channels.contains { $0.lastSuccessAt != nil } ? .healthy : .loading
    }
}

/// The state of an edition's origins.
public enum EditionHealth: Sendable, Hashable {
    /// An edition of which nothing was fetched for the reader.
    case neverOpened
    /// An edition whose channels have not responded yet.
    case loading
    case healthy
    case degraded(failing: Int, of: Int)
    /// An origin that requires a key or a sign-in, while all channels fail.
    case signInRequired
    /// A failure of all channels; `since` is the time of the last response of any channel.
    case unreachable(since: Date?)
}
