public import Foundation
public import News

/// The result of one refresh round.
public struct RefreshSummary: Sendable {
    /// A channel whose request failed.
    public struct Failure: Sendable, Hashable {
        public var title: String
        public var words: String
        public init(title: String, words: String) {
            self.title = title
            self.words = words
        }
    }

    /// Channels that were fetched.
    public var fetched = 0
    /// Stories that were not known before.
    public var newStories = 0
    /// Channels with new stories.
    public var new = 0
    /// Channels with only changed stories.
    public var changed = 0
    public var unchanged = 0
    /// Channels in back-off, from this round or before it.
    public var waiting = 0
    /// Newly followed channels, never fetched and not due yet; counted by complete rounds.
    public var notYetFetched = 0
    /// When the last of those is due.
    public var notYetFetchedUntil: Date?
    public var failed: [Failure] = []
    /// Why the round stopped early: the database failed.
    public var error: LibraryError?

    public init() {}
}

/// Events of a running refresh.
public enum RefreshEvent: Sendable {
    /// How many channels are due.
    case started(total: Int)
    case fetching(ChannelID, title: String)
    /// - Parameters:
    ///   - new: stories that were not known before.
    ///   - outcome: as in `RefreshLogEntry.outcome`.
    ///   - words: the outcome as a message.
    case finished(ChannelID, title: String, new: Int, outcome: String, words: String)
    case done(RefreshSummary)
}

/// Channels that a manual round did not fetch.
struct SkippedChannels: Sendable {
    /// Channels in back-off.
    var waiting: Int
    /// Channels just imported: never fetched and not due yet.
    var notYetFetched: Int
    /// When the last of those is due.
    var notYetFetchedUntil: Date?

    /// - Parameter only: these channels; nil for all with a subscription.
    init(_ transaction: Transaction, now: Date, only: [Int64]?) throws {
        let these = only.map { " and c.id in (" + $0.map(String.init).joined(separator: ", ") + ")" } ?? ""
        let found = try transaction.first(
            """
            select coalesce(sum(case when c.wait_until > ? then 1 else 0 end), 0),
              coalesce(sum(case when c.asked_at is null and c.due_at > ? and coalesce(c.wait_until, 0) <= ?
                then 1 else 0 end), 0),
              max(case when c.asked_at is null then c.due_at end)
            from channel c where c.state <> 'gone'\(these)
              and exists (select 1 from subscription u where u.channel_id = c.id)
            """, [.date(now), .date(now), .date(now)]
        ) { (waiting: $0.int(), unread: $0.int(), until: $0.optionalDate()) }
        waiting = found?.waiting ?? 0
        notYetFetched = found?.unread ?? 0
        notYetFetchedUntil = notYetFetched > 0 ? found?.until : nil
    }
}
