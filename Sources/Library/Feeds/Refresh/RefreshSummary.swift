public import Foundation

/// The result of a refresh round.
public struct RefreshSummary: Sendable {
    /// The number of channels fetched.
    public var fetched = 0
    /// The number of stories new to the database.
    public var newStories = 0
    /// The number of channels with new stories.
    public var new = 0
    /// The number of channels with only changed stories.
    public var changed = 0
    /// The number of channels without new or changed stories.
    public var unchanged = 0
    /// The number of channels in back-off.
    public var waiting = 0
    /// The number of new channels that are not due yet; counted with `awaitsAll`.
    public var notYetFetched = 0
    /// The latest due time of the channels counted in `notYetFetched`.
    public var notYetFetchedUntil: Date?
    /// The refreshes that failed.
    public var failed: [ChannelRefresh] = []
    /// The error of the database, if it failed.
    public var error: LibraryError?

    public init() {}
}

/// An event of a refresh, reported while it runs.
public enum RefreshEvent: Sendable {
    /// The start of a round, with the number of due channels.
    case started(total: Int)
    case finished(ChannelRefresh)
}
