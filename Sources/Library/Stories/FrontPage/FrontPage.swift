public import Foundation
public import News

/// The front page of an edition. Stories are chosen by `FrontPageRanking` or in the order of lists
/// (`FrontPageOptions`).
public struct FrontPage: Sendable {
    /// The leading story; nil without a strong story.
    public var lead: FrontPageLead?
    /// The sections. For `mine`, the folders with stories, *Other* last; for another edition, all sections, except
    /// those whose stories are all elsewhere on the page.
    public var sections: [FrontPageSection]
    /// The featured stories, newest first.
    public var featured: [StoryRow] = []
    /// The time of the previous visit, since when stories count as new; nil if they are not counted.
    public var newSince: Date?
    /// The number of stories that arrived since `newSince`, up to 1,000.
    public var newCount: Int
    /// The date of the oldest row, for "That is all since yesterday".
    public var oldestShownAt: Date?
    /// The number of unread stories in the edition.
    public var unread: BoundedCount
    /// The stories of the edition that are kept back.
    public var keptBack = KeptBackCount()
    /// The ID of the newest stored story, for *mark all*.
    public var asOf: StoryID?
    /// True if the reader follows any channel.
    public var hasSubscriptions: Bool
    /// The status of refreshes, read in the same transaction as the stories.
    public var status: RefreshStatus

    /// All rows except the featured ones; the lead's row comes first.
    public var rows: [StoryRow] { (lead.map { [$0.row] } ?? []) + sections.flatMap(\.rows) }

    /// True if the page has no rows except featured ones.
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

/// The story that leads a front page. The rows of its section do not include it.
public struct FrontPageLead: Sendable {
    /// The row of the story.
    public var row: StoryRow
    /// The ID of the story's section.
    public var section: SectionID
    /// The key of the story's section; nil for a folder.
    public var key: String?

    public init(row: StoryRow, section: SectionID, key: String? = nil) {
        self.row = row
        self.section = section
        self.key = key
    }
}

/// A section of a front page.
public struct FrontPageSection: Sendable {
    /// The ID of the section.
    public var id: SectionID
    /// The title of the section.
    public var title: String
    /// The key of the section; nil for a folder.
    public var key: String?
    /// The number of unread stories.
    public var unread: BoundedCount
    /// The rows by descending weight, or in the order of the section's list; without the lead.
    public var rows: [StoryRow]
    /// True if the section has more stories.
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
