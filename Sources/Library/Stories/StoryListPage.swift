public import Foundation
public import News

/// The beginning of a list, as deep as it was asked for.
public struct StoryListPage: Sendable {
    public var list: StoryList
    /// The folder's or the channel's title; for the reader's own lists their English name.
    public var title: String
    public var rows: [StoryRow]
    public var hasMore: Bool
    public var unread: BoundedCount
    /// The highest story the list could hold now: *mark all* goes through it, so that later arrivals stay unread.
    public var through: StoryID?
    /// The end of the reader's visit before this one.
    public var newSince: Date?

    public init(
        list: StoryList, title: String, rows: [StoryRow], hasMore: Bool = false, unread: BoundedCount = .none,
        through: StoryID? = nil
    ) {
        self.list = list
        self.title = title
        self.rows = rows
        self.hasMore = hasMore
        self.unread = unread
        self.through = through
    }
}
