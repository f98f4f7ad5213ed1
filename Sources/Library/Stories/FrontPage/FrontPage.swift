public import Foundation
public import News

/// An edition's front page, chosen by `FrontPageRanking` or in the order of its lists (`FrontPageOptions`).
public struct FrontPage: Sendable {
    /// Nil without a strong story.
    public var lead: FrontPageLead?
    /// Of `mine`: folders with stories, *Other* last. Of another edition: all, unless the page has all their stories
    /// elsewhere.
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

    /// All rows but the featured ones; the lead's first.
    public var rows: [StoryRow] { (lead.map { [$0.row] } ?? []) + sections.flatMap(\.rows) }

    public var isEmpty: Bool { lead == nil && sections.allSatisfy(\.rows.isEmpty) }

    public init(
        lead: FrontPageLead? = nil, sections: [FrontPageSection], newSince: Date? = nil, newCount: Int = 0,
        oldestShownAt: Date? = nil, unread: BoundedCount = .zero, asOf: StoryID? = nil, hasSubscriptions: Bool = true,
        status: RefreshStatus = RefreshStatus()
    ) {
        self.lead = lead
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

/// The story that leads a front page. It is not among its section's rows.
public struct FrontPageLead: Sendable {
    public var row: StoryRow
    public var section: SectionID
    /// Nil for a folder.
    public var key: String?

    public init(row: StoryRow, section: SectionID, key: String? = nil) {
        self.row = row
        self.section = section
        self.key = key
    }
}

/// A front page's section.
public struct FrontPageSection: Sendable {
    public var id: SectionID
    public var title: String
    /// Nil for a folder.
    public var key: String?
    public var unread: BoundedCount
    /// Weightiest first, or in the order of the section's list; without the lead.
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
