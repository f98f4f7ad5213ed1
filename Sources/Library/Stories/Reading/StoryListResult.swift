public import Foundation
public import News

/// The first rows of a list.
public struct StoryListResult: Sendable {
    /// The list.
    public var list: StoryList
    /// The title: of a folder, section or channel, or an English name for other lists.
    public var title: String
    /// The rows in order.
    public var rows: [StoryRow]
    /// True if the list has more stored stories.
    public var hasMore: Bool
    /// True if the origins have stories older than the last stored one.
    public var hasOlderStories = false
    /// True if the list keeps its origin's own order, so that age does not follow from the position.
    public var isRanked = false
    /// True if a channel of the rows has its own order (`Source.isRanked`). Such a channel may bring old stories late,
    /// so novelty does not follow from the position.
    public var hasRankedChannel = false
    /// The number of unread stories in the list.
    public var unread: BoundedCount
    /// The stories of the list that are kept back.
    public var keptBack = KeptBackCount()
    /// The ID of the newest stored story. *Mark all* reads through it, leaving later arrivals unread.
    public var asOf: StoryID?
    /// The time of the previous visit, since when stories count as new; nil without one.
    public var newSince: Date?
    /// The edition of a section; nil for other lists.
    public var edition: EditionID?
    /// The key of a section; nil for other lists.
    public var key: String?

    public init(
        list: StoryList, title: String, rows: [StoryRow], hasMore: Bool = false, unread: BoundedCount = .zero,
        asOf: StoryID? = nil, edition: EditionID? = nil, key: String? = nil
    ) {
        self.list = list
        self.title = title
        self.rows = rows
        self.hasMore = hasMore
        self.unread = unread
        self.asOf = asOf
        self.edition = edition
        self.key = key
    }
}
