public import Foundation

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
    case finished(ChannelRefresh)
}
