public import Foundation
public import News

/// An edition's front page. For `mine`: each folder's top stories, duplicates shown once.
public struct FrontPage: Sendable {
    /// Folders that have stories, in the reader's order, *Other* last; or all sections of another edition.
    public var sections: [FrontPageSection]
    /// Stories that the edition's origins feature, newest first; at most the requested number.
    public var featured: [StoryRow] = []
    /// The end of the reader's previous visit; nil at the first.
    public var newSince: Date?
    /// How many stories have arrived since `newSince`, counted up to 1,000.
    public var newCount: Int
    /// When the oldest story on the page is shown, for "That is all since yesterday".
    public var oldestShownAt: Date?
    public var unread: BoundedCount
    /// What *mark all* reads through.
    public var asOf: StoryID?
    public var hasSubscriptions: Bool

    /// Whether no section has a story.
    public var isEmpty: Bool { sections.allSatisfy(\.rows.isEmpty) }

    public init(
        sections: [FrontPageSection], newSince: Date? = nil, newCount: Int = 0, oldestShownAt: Date? = nil,
        unread: BoundedCount = .zero, asOf: StoryID? = nil, hasSubscriptions: Bool = true
    ) {
        self.sections = sections
        self.newSince = newSince
        self.newCount = newCount
        self.oldestShownAt = oldestShownAt
        self.unread = unread
        self.asOf = asOf
        self.hasSubscriptions = hasSubscriptions
    }
}

/// One section of the front page.
public struct FrontPageSection: Sendable {
    public var id: SectionID
    public var title: String
    /// The section's key in its edition, independent of its title; nil for a reader's folder.
    public var key: String?
    public var unread: BoundedCount
    /// The top stories, newest first; the first of the first section is the lead.
    public var rows: [StoryRow]
    /// Whether the section has more stories.
    public var hasMore: Bool

    public init(
        id: SectionID, title: String, unread: BoundedCount = .zero, rows: [StoryRow], hasMore: Bool = false,
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
