/// The options for an edition's behaviour.
public struct EditionOptions: Sendable, Hashable {
    /// The number of rows per section on the front page.
    public var rowsPerSection: Int
    /// The number of rows shown at first, and added by each *Load more*.
    public var pageSize: Int
    /// True if stories can be saved.
    public var allowsSaving: Bool
    /// True if stories can be ticked. Stories' pages then have the tick and the save button below the title.
    public var allowsTicks: Bool
    /// The picture of the button that saves a story.
    public var saveIcon: SaveIcon
    /// The edition's own names for its tabs, and for the buttons that add a story to a list.
    public var words: [EditionTab: String]
    /// The byline on a story's page.
    public var byline: Byline
    /// The grid of lists on wide screens.
    public var grid: GridMode
    /// True if the front page has a composed lead instead of sections of equal rows.
    public var hasLeadStory: Bool
    /// The selection of stories on the front page.
    public var front: FrontPageOptions
    /// The interval of the issues as which the front page is presented; nil for a page without issues.
    public var issue: Issue?
    /// The text before the title in a shared e-mail's subject: "Harbour Post: ".
    public var mailSubjectPrefix: String?
    /// The interval in minutes at which pages reload by themselves; nil for never.
    public var reloadMinutes: Int?
    /// True if a question precedes the opening of a web page in the browser (MIT-54).
    public var confirmsExternalLinks: Bool
    /// True if the stories are invented, as pages then say.
    public var isSample: Bool
    /// The kinds of headlines that lists keep back behind a line at their end, unless the reader chose others.
    public var keptBack: Set<HeadlineKind> = []

    /// A picture of the button that saves a story.
    public enum SaveIcon: String, Sendable, CaseIterable { case bookmark, star }

    /// An interval of issues, which are numbered within the year.
    public enum Issue: String, Sendable, CaseIterable { case daily, weekly }

    /// The information on a story's page about its publisher, author and date.
    public enum Byline: String, Sendable, CaseIterable {
        /// The known parts only.
        case known
        /// The publisher, the author and the date of publication, each marked as unknown if it is.
        case always
    }

    /// The grid of lists on screens of at least 768 px; narrower screens have rows.
    public enum GridMode: Sendable {
        /// Rows in every case.
        case none
        /// Rows unless the reader chooses a grid.
        case optional
        /// A grid unless the reader chooses rows.
        case preferred
    }

    public init(
        rowsPerSection: Int = 3, pageSize: Int = 20, allowsSaving: Bool = true, allowsTicks: Bool = false,
        saveIcon: SaveIcon = .bookmark, words: [EditionTab: String] = [:], byline: Byline = .known,
        grid: GridMode = .none,
        hasLeadStory: Bool = true, front: FrontPageOptions = FrontPageOptions(), issue: Issue? = nil,
        mailSubjectPrefix: String? = nil,
        reloadMinutes: Int? = nil, confirmsExternalLinks: Bool = false, isSample: Bool = false
    ) {
        self.rowsPerSection = rowsPerSection
        self.pageSize = pageSize
        self.allowsSaving = allowsSaving
        self.allowsTicks = allowsTicks
        self.saveIcon = saveIcon
        self.words = words
        self.byline = byline
        self.grid = grid
        self.hasLeadStory = hasLeadStory
        self.front = front
        self.issue = issue
        self.mailSubjectPrefix = mailSubjectPrefix
        self.reloadMinutes = reloadMinutes
        self.confirmsExternalLinks = confirmsExternalLinks
        self.isSample = isSample
    }
}
