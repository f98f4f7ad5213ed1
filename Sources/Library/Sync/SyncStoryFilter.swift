public import Foundation
public import News

/// A choice of stories by another program. They are sorted by arrival, which is the order of their IDs, so that a program
/// misses no story that comes late with an old date.
public struct SyncStoryFilter: Sendable {
    /// The order of the stories.
    public enum Order: Sendable { case newestFirst, oldestFirst }

    /// The feeds; stories that are in several of them come once.
    public var feeds: Set<ChannelID>
    /// All feeds that the program lists; saved stories in none of them are in the list `SyncFeed.savedID`.
    public let listedFeeds: Set<ChannelID>
    /// True for read stories, false for unread ones; nil for both.
    public var isRead: Bool?
    /// True for saved stories, false for others; nil for both.
    public var isSaved: Bool?
    /// True for stories that the reader has explicitly marked unread.
    public var isKeptUnread = false
    /// The earliest arrival.
    public var arrivedFrom: Date?
    /// The latest arrival.
    public var arrivedUntil: Date?
    /// The order.
    public var order = Order.newestFirst
    /// The story after which to continue in this order; nil for the beginning.
    public var after: StoryID?
    /// The maximum number of stories.
    public var limit: Int

    /// Creates a filter.
    /// - Parameter feeds: the feeds; nil for all.
    public init(_ feeds: Set<ChannelID>? = nil, of list: SyncFeedList, limit: Int) {
        listedFeeds = Set(list.feeds.map(\.id))
        self.feeds = feeds?.intersection(listedFeeds) ?? listedFeeds
        self.limit = limit
    }
}

/// The stories of a filter.
public struct SyncStoryPage: Sendable {
    /// The IDs in order.
    public var stories: [StoryID]
    /// True if more follow.
    public var hasMore: Bool
}
