public import Foundation
public import News

/// The beginning of a list, as deep as it was asked for.
public struct StoryListResult: Sendable {
    public var list: StoryList
    /// The folder's or the channel's title; for the reader's own lists their English name.
    public var title: String
    public var rows: [StoryRow]
    public var hasMore: Bool
    /// Whether its origins have stories that follow the last row, which is the last that is known here
    /// (`OlderStoriesService` asks for them).
    public var hasOlderStories = false
    public var unread: BoundedCount
    /// The highest story the list could hold now: *mark all* goes through it, so that later arrivals stay unread.
    public var asOf: StoryID?
    /// The end of the reader's visit before this one.
    public var newSince: Date?
    /// Whose section it is; nil for a reader's folder and for all other lists.
    public var edition: EditionID?
    /// What the section is called in its edition, whatever its title.
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
