public import Foundation
public import News

/// The front page of an edition. Of `mine`: each folder's top stories, a story that lies in two feeds shown once.
public struct FrontPage: Sendable {
    /// Folders that have stories, in the reader's order, *Other* last; or all sections of another edition.
    public var sections: [FrontPageSection]
    /// What the edition's origins give a place of honour, newest first; as many as were asked for.
    public var featured: [StoryRow] = []
    /// The end of the reader's visit before this one; nil at the first.
    public var newSince: Date?
    /// How many stories have arrived since then, counted up to 1,000.
    public var newCount: Int
    /// The oldest story on the page: "That is all since yesterday".
    public var oldestShownAt: Date?
    public var unread: BoundedCount
    /// What *mark all* goes through.
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
    /// What the section is called in its edition, whatever its title; nil for a reader's folder.
    public var key: String?
    public var unread: BoundedCount
    /// The top stories, newest first; of the first section the first is the lead.
    public var rows: [StoryRow]
    /// Whether the section holds more than these.
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
