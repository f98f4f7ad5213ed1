public import News

/// One section of the front page.
public struct FrontSection: Sendable {
    public var id: SectionID
    public var title: String
    /// What the section is called in its edition, whatever its title; nil for a reader's folder.
    public var key: String?
    public var unread: BoundedCount
    /// The top stories, newest first; of the first section the first is the lead.
    public var rows: [StoryRow]
    /// Whether the section holds more than these.
    public var hasMore: Bool

    public init(
        id: SectionID, title: String, unread: BoundedCount = .none, rows: [StoryRow], hasMore: Bool = false,
        key: String? = nil
    ) {
        self.id = id
        self.title = title
        self.unread = unread
        self.rows = rows
        self.hasMore = hasMore
        self.key = key
    }
}
