public import Foundation
public import News

/// An edition's front page. For `mine`: each folder's top stories, deduplicated.
public struct FrontPage: Sendable {
    /// Non-empty folders, *Other* last; or all sections of another edition.
    public var sections: [FrontPageSection]
    /// Newest first.
    public var featured: [StoryRow] = []
    public var newSince: Date?
    /// Since `newSince`, up to 1,000.
    public var newCount: Int
    /// For "That is all since yesterday".
    public var oldestShownAt: Date?
    public var unread: BoundedCount
    public var asOf: StoryID?
    public var hasSubscriptions: Bool
    /// As of the same moment as the stories.
    public var status: RefreshStatus

    public var isEmpty: Bool { sections.allSatisfy(\.rows.isEmpty) }

    public init(
        sections: [FrontPageSection], newSince: Date? = nil, newCount: Int = 0, oldestShownAt: Date? = nil,
        unread: BoundedCount = .zero, asOf: StoryID? = nil, hasSubscriptions: Bool = true,
        status: RefreshStatus = RefreshStatus()
    ) {
        self.sections = sections
        self.newSince = newSince
        self.newCount = newCount
        self.oldestShownAt = oldestShownAt
        self.unread = unread
        self.asOf = asOf
        self.hasSubscriptions = hasSubscriptions
        self.status = status
    }
}

/// A front page's section.
public struct FrontPageSection: Sendable {
    public var id: SectionID
    public var title: String
    /// Nil for a folder.
    public var key: String?
    public var unread: BoundedCount
    /// Newest first; the first of the first section leads.
    public var rows: [StoryRow]
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
