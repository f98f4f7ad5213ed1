public import Foundation
public import News

/// The first rows of a list.
public struct StoryListResult: Sendable {
    public var list: StoryList
    /// An English name for the reader's own lists.
    public var title: String
    public var rows: [StoryRow]
    public var hasMore: Bool
    /// The origins have stories older than the last stored one.
    public var hasOlderStories = false
    /// The list keeps its origin's own order: age does not follow from the position.
    public var isRanked = false
    /// A channel of the rows has an order of its own (`Source.isRanked`), which may bring old stories late: novelty does
    /// not follow from the position.
    public var hasRankedChannel = false
    public var unread: BoundedCount
    /// The list's highest story id: *mark all* reads through it, leaving later arrivals unread.
    public var asOf: StoryID?
    public var newSince: Date?
    public var edition: EditionID?
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
