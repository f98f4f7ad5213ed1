import Foundation
import News

/// What there is to do when a part of an edition is shown to a reader, and how its origins are doing.
struct EditionAppearance {
    let session: Session
    let reader: Int64
    let now: Date

    /// - Returns: the channels that the reader does not read yet, or that nobody asks any more; and those whose last
    ///   answer is no longer fresh. One that fails, is gone or asked us to wait keeps to its schedule.
    func of(_ edition: EditionID, section: Int64?) throws -> (unread: [Int64], stale: [Int64]) {
        var unread: [Int64] = []
        var stale: [Int64] = []
        // A reader who opens a section before the front page opens the edition.
        let all = try EditionRecords(session: session, now: now).channels(of: edition)
        let shown = try section.map {
            Set(try EditionRecords(session: session, now: now).channels(of: edition, section: $0))
        }
        for channel in all {
            let state = try session.first(
                """
                select case when u.channel_id is null or (c.due_at is null and c.state <> 'gone') then 1 else 0 end,
                  case when c.state = 'fine' and c.fresh_until <= ? and c.claimed_until <= ? and c.due_at > ?
                    then 1 else 0 end
                from channel c left join subscription u on u.reader_id = ? and u.channel_id = c.id where c.id = ?
                """, [.instant(now), .instant(now), .instant(now), .number(reader), .number(channel)]
            ) { (isUnread: $0.flag(), isStale: $0.flag()) }
            guard let state else { continue }
            if state.isUnread { unread.append(channel) }
            if state.isStale, shown?.contains(channel) ?? true { stale.append(channel) }
        }
        return (unread, stale)
    }

    private struct Channel {
        var isRead: Bool
        var isAnswered: Bool
        var isFailing: Bool
        var error: String?
        var answeredAt: Date?
    }

    func standing(of edition: EditionID) throws -> EditionStanding {
        let channels = try EditionRecords(session: session, now: now).channels(of: edition).compactMap { channel in
            try session.first(
                """
                select case when u.channel_id is null then 0 else 1 end,
                  case when c.failures > 0 or c.state = 'gone' then 1 else 0 end, c.error, c.answered_at
                from channel c left join subscription u on u.reader_id = ? and u.channel_id = c.id where c.id = ?
                """, [.number(reader), .number(channel)]
            ) { row in
                let isRead = row.flag()
                let isFailing = row.flag()
                let error = row.optionalWords()
                let answeredAt = row.optionalInstant()
                return Channel(
                    isRead: isRead, isAnswered: answeredAt != nil, isFailing: isFailing, error: error,
                    answeredAt: answeredAt)
            }
        }
        guard channels.contains(where: \.isRead) else { return .unopened }
        let failing = channels.filter(\.isFailing)
        if failing.count == channels.count {
            if failing.contains(where: { $0.error == "sign-in" }) { return .needsKey }
            return .silent(since: channels.compactMap(\.answeredAt).max())
        }
        if !failing.isEmpty { return .partly(failing: failing.count, of: channels.count) }
        return channels.contains(where: \.isAnswered) ? .working : .arriving
    }
}
