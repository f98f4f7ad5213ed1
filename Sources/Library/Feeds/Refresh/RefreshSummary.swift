public import Foundation
public import News

/// The result of a refresh round.
public struct RefreshSummary: Sendable {
    /// Channels fetched.
    public var fetched = 0
    /// Stories new to the database.
    public var newStories = 0
    /// With new stories.
    public var new = 0
    /// With only changed stories.
    public var changed = 0
    public var unchanged = 0
    /// Channels in back-off.
    public var waiting = 0
    /// New and not due yet; counted with `awaitsAll`.
    public var notYetFetched = 0
    /// When the last of those is due.
    public var notYetFetchedUntil: Date?
    public var failed: [ChannelRefresh] = []
    /// The database failed.
    public var error: LibraryError?

    public init() {}
}

/// Refresh events.
public enum RefreshEvent: Sendable {
    /// The number of due channels.
    case started(total: Int)
    case fetching(ChannelID, title: String)
    case finished(ChannelRefresh)
    case done(RefreshSummary)
}

/// Channels that a manual round did not fetch.
struct SkippedChannels: Sendable {
    var waiting: Int
    /// New and not due yet.
    var notYetFetched: Int
    var notYetFetchedUntil: Date?

    /// - Parameter only: nil for all subscribed.
    init(_ transaction: Transaction, now: Date, only: [Int64]?) throws {
        let these = only.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
        let found = try transaction.first(
            """
            select coalesce(sum(case when c.wait_until > ? then 1 else 0 end), 0) as waiting,
              coalesce(sum(case when c.asked_at is null and c.due_at > ? and coalesce(c.wait_until, 0) <= ?
                then 1 else 0 end), 0) as not_yet_fetched,
              max(case when c.asked_at is null then c.due_at end) as not_yet_fetched_until
            from channel c where c.state <> '\(ChannelHealthState.gone.rawValue)'\(these)
              and exists (select 1 from subscription u where u.channel_id = c.id)
            """, [.date(now), .date(now), .date(now)]
        ) {
            (
                waiting: $0.int("waiting"), notYetFetched: $0.int("not_yet_fetched"),
                until: $0.optionalDate("not_yet_fetched_until")
            )
        }
        waiting = found?.waiting ?? 0
        notYetFetched = found?.notYetFetched ?? 0
        notYetFetchedUntil = notYetFetched > 0 ? found?.until : nil
    }
}
