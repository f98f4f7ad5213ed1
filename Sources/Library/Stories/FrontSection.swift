public import News

/// One section of the front page.
public struct FrontSection: Sendable {
    public var id: SectionID
    public var title: String
    public var unread: BoundedCount
    /// The top stories, newest first; of the first section the first is the lead.
    public var rows: [StoryRow]
    /// Whether the section holds more than these.
    public var hasMore: Bool

    public init(
        id: SectionID, title: String, unread: BoundedCount = .none, rows: [StoryRow], hasMore: Bool = false
    ) {
        self.id = id
        self.title = title
        self.unread = unread
        self.rows = rows
        self.hasMore = hasMore
    }
}
