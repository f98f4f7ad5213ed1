/// An edition's behaviour.
public struct EditionOptions: Sendable, Hashable {
    /// On the front page.
    public var rowsPerSection: Int
    /// At first, and per *Load more*.
    public var pageSize: Int
    public var allowsSaving: Bool
    /// Stories can be ticked. Their pages then have the tick and the save button below the title.
    public var allowsTicks: Bool
    public var saveIcon: SaveIcon
    /// The edition's own words for its tabs, and for the buttons that put a story on a list.
    public var words: [EditionTab: String]
    public var byline: Byline
    public var grid: GridMode
    /// A composed lead instead of sections of equal rows.
    public var hasLeadStory: Bool
    public var front: FrontPageOptions
    /// Precedes the title in a shared email's subject: "Harbour Post: ".
    public var mailSubjectPrefix: String?
    public var reloadMinutes: Int?
    /// Asks before a web page is opened in the browser (MIT-54).
    public var confirmsExternalLinks: Bool
    /// Invented stories; pages then say so.
    public var isSample: Bool

    /// The picture of the button that saves a story.
    public enum SaveIcon: String, Sendable, CaseIterable { case bookmark, star }

    /// What a story's page says of its origin.
    public enum Byline: String, Sendable, CaseIterable {
        /// What is known.
        case known
        /// The publisher, the author and the date of publication, or that they are unknown.
        case always
    }

    /// Lists on screens of at least 768 px; narrower ones have rows.
    public enum GridMode: Sendable {
        /// Always rows.
        case none
        /// Rows, unless the reader chooses a grid.
        case optional
        /// A grid, unless the reader chooses rows.
        case preferred
    }

    public init(
        rowsPerSection: Int = 3, pageSize: Int = 20, allowsSaving: Bool = true, allowsTicks: Bool = false,
        saveIcon: SaveIcon = .bookmark, words: [EditionTab: String] = [:], byline: Byline = .known,
        grid: GridMode = .none,
        hasLeadStory: Bool = true, front: FrontPageOptions = FrontPageOptions(), mailSubjectPrefix: String? = nil,
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
        self.mailSubjectPrefix = mailSubjectPrefix
        self.reloadMinutes = reloadMinutes
        self.confirmsExternalLinks = confirmsExternalLinks
        self.isSample = isSample
    }
}
