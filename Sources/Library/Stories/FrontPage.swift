public import Foundation
public import News

/// The front page of an edition. Of `mine`: each folder's top stories, a story that lies in two feeds shown once.
public struct FrontPage: Sendable {
    /// Folders that have stories, in the reader's order, *Other* last; or all sections of another edition.
    public var sections: [FrontSection]
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
    public var through: StoryID?
    public var hasSubscriptions: Bool

    /// Whether no section has a story.
    public var isBlank: Bool { sections.allSatisfy(\.rows.isEmpty) }

    public init(
        sections: [FrontSection], newSince: Date? = nil, newCount: Int = 0, oldestShownAt: Date? = nil,
        unread: BoundedCount = .none, through: StoryID? = nil, hasSubscriptions: Bool = true
    ) {
        self.sections = sections
        self.newSince = newSince
        self.newCount = newCount
        self.oldestShownAt = oldestShownAt
        self.unread = unread
        self.through = through
        self.hasSubscriptions = hasSubscriptions
    }
}
