public import Foundation
public import News

/// The first rows of a list, up to the requested depth.
public struct StoryListResult: Sendable {
    public var list: StoryList
    /// The folder's or channel's title; an English name for the reader's own lists.
    public var title: String
    public var rows: [StoryRow]
    public var hasMore: Bool
    /// Whether the list's origins have stories older than the last row, which is the last stored one
    /// (`OlderStoriesService` fetches them).
    public var hasOlderStories = false
    public var unread: BoundedCount
    /// The highest story id the list can contain now: *mark all* reads through it, so that later arrivals stay unread.
    public var asOf: StoryID?
    /// The end of the reader's previous visit.
    public var newSince: Date?
    /// The edition of a section; nil for a reader's folder and all other lists.
    public var edition: EditionID?
    /// The section's key in its edition, independent of its title.
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
