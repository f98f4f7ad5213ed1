public import Foundation
import News

/// What there is to do when a part of an edition is shown to a reader, and how its origins are doing.
struct EditionFreshness {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// - Returns: the channels that the reader does not read yet, or that nobody asks any more; and those whose last
    ///   answer is no longer fresh. One that fails, is gone or asked us to wait keeps to its schedule.
    func channelsToRefresh(_ edition: EditionID, section: Int64?) throws -> (unread: [Int64], stale: [Int64]) {
        var unread: [Int64] = []
        var stale: [Int64] = []
        // A reader who opens a section before the front page opens the edition.
        let all = try EditionStore(transaction: transaction, now: now).channels(of: edition)
        let shown = try section.map {
            Set(try EditionStore(transaction: transaction, now: now).channels(of: edition, section: $0))
        }
        for channel in all {
            let state = try transaction.first(
                """
                select case when u.channel_id is null or (c.due_at is null and c.state <> 'gone') then 1 else 0 end,
                  case when c.state = 'fine' and c.fresh_until <= ? and c.claimed_until <= ? and c.due_at > ?
                    then 1 else 0 end
                from channel c left join subscription u on u.reader_id = ? and u.channel_id = c.id where c.id = ?
                """, [.date(now), .date(now), .date(now), .number(reader), .number(channel)]
            ) { (isUnread: $0.bool(), isStale: $0.bool()) }
            guard let state else { continue }
            if state.isUnread { unread.append(channel) }
            if state.isStale, shown?.contains(channel) ?? true { stale.append(channel) }
        }
        return (unread, stale)
    }

    private struct ChannelStatus {
        var isSubscribed: Bool
        var hasResponded: Bool
        var isFailing: Bool
        var error: String?
        var lastSuccessAt: Date?
    }

    func health(of edition: EditionID) throws -> EditionHealth {
        let channels = try EditionStore(transaction: transaction, now: now).channels(of: edition).compactMap {
            channel in
            try transaction.first(
                """
                select case when u.channel_id is null then 0 else 1 end,
                  case when c.failures > 0 or c.state = 'gone' then 1 else 0 end, c.error, c.answered_at
                from channel c left join subscription u on u.reader_id = ? and u.channel_id = c.id where c.id = ?
                """, [.number(reader), .number(channel)]
            ) { row in
                let isRead = row.bool()
                let isFailing = row.bool()
                let error = row.optionalText()
                let answeredAt = row.optionalDate()
                return ChannelStatus(
                    isSubscribed: isRead, hasResponded: answeredAt != nil, isFailing: isFailing, error: error,
                    lastSuccessAt: answeredAt)
            }
        }
        guard channels.contains(where: \.isSubscribed) else { return .neverOpened }
        let failing = channels.filter(\.isFailing)
        if failing.count == channels.count {
            if failing.contains(where: { $0.error == "sign-in" }) { return .signInRequired }
            return .unreachable(since: channels.compactMap(\.lastSuccessAt).max())
        }
        if !failing.isEmpty { return .degraded(failing: failing.count, of: channels.count) }
        return channels.contains(where: \.hasResponded) ? .healthy : .loading
    }
}

/// How an edition's origins are doing, as one reader sees it.
public enum EditionHealth: Sendable, Hashable {
    /// It was never opened, so nobody has been asked for anything yet.
    case neverOpened
    /// It was opened, and the first answers are on their way.
    case loading
    case healthy
    /// Some of its channels cannot be read.
    case degraded(failing: Int, of: Int)
    /// Its origin wants a key or a sign-in.
    case signInRequired
    /// None of its channels can be read any more.
    /// - Parameter since: when the last of them answered; nil when none ever has.
    case unreachable(since: Date?)
}
