/// An edition's behaviour.
public struct EditionOptions: Sendable, Hashable {
    /// On the front page.
    public var rowsPerSection: Int
    /// At first, and per *Load more*.
    public var pageSize: Int
    public var allowsSaving: Bool
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
        rowsPerSection: Int = 3, pageSize: Int = 20, allowsSaving: Bool = true, grid: GridMode = .none,
        hasLeadStory: Bool = true, front: FrontPageOptions = FrontPageOptions(), mailSubjectPrefix: String? = nil,
        reloadMinutes: Int? = nil, confirmsExternalLinks: Bool = false, isSample: Bool = false
    ) {
        self.rowsPerSection = rowsPerSection
        self.pageSize = pageSize
        self.allowsSaving = allowsSaving
        self.grid = grid
        self.hasLeadStory = hasLeadStory
        self.front = front
        self.mailSubjectPrefix = mailSubjectPrefix
        self.reloadMinutes = reloadMinutes
        self.confirmsExternalLinks = confirmsExternalLinks
        self.isSample = isSample
    }
}
