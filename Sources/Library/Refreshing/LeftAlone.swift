import Foundation

/// Which channels a round did not ask although a person waits for them.
struct LeftAlone: Sendable {
    /// Their hosts asked us to wait.
    var waiting: Int
    /// Were never asked, and are not due yet: of a list that was imported a moment ago.
    var unread: Int
    /// When the last of those is due.
    var unreadUntil: Date?

    /// - Parameter only: these channels; nil for all that somebody follows.
    init(_ session: Session, now: Date, only: [Int64]?) throws {
        let these = only.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
        let found = try session.first(
            """
            select coalesce(sum(case when c.wait_until > ? then 1 else 0 end), 0),
              coalesce(sum(case when c.asked_at is null and c.due_at > ? and coalesce(c.wait_until, 0) <= ?
                then 1 else 0 end), 0),
              max(case when c.asked_at is null then c.due_at end)
            from channel c where c.state <> 'gone'\(these)
              and exists (select 1 from subscription u where u.channel_id = c.id)
            """, [.instant(now), .instant(now), .instant(now)]
        ) { (waiting: $0.int(), unread: $0.int(), until: $0.optionalInstant()) }
        waiting = found?.waiting ?? 0
        unread = found?.unread ?? 0
        unreadUntil = unread > 0 ? found?.until : nil
    }
}
