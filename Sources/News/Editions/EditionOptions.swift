/// Switches of an edition's behaviour.
public struct EditionOptions: Sendable, Hashable {
    /// Rows of a section on the front page.
    public var rowsPerSection: Int
    /// Rows that a list shows at first, and adds with *Load more*.
    public var pageSize: Int
    /// Whether stories can be saved.
    public var allowsSaving: Bool
    /// Whether wide screens show lists as a grid.
    public var grid: GridMode
    /// Whether a composed lead stands on the front page, instead of sections of equal rows.
    public var hasLeadStory: Bool
    /// Put before a story's title as the subject of a mail: "Harbour Post: "; nil for the bare title.
    public var mailSubjectPrefix: String?
    /// Minutes after which an open page asks for news by itself; nil for the house's rhythm.
    public var reloadMinutes: Int?
    /// Its stories are invented, and its pages say so.
    public var isSample: Bool

    /// What screens of at least 768 px make of lists; narrower ones have rows.
    public enum GridMode: Sendable {
        /// Rows.
        case none
        /// Rows, until the reader chooses a grid.
        case optional
        /// A grid, until the reader chooses rows.
        case preferred
    }

    public init(
        rowsPerSection: Int = 3, pageSize: Int = 20, allowsSaving: Bool = true, grid: GridMode = .none,
        hasLeadStory: Bool = true,
        mailSubjectPrefix: String? = nil, reloadMinutes: Int? = nil, isSample: Bool = false
    ) {
        self.rowsPerSection = rowsPerSection
        self.pageSize = pageSize
        self.allowsSaving = allowsSaving
        self.grid = grid
        self.hasLeadStory = hasLeadStory
        self.mailSubjectPrefix = mailSubjectPrefix
        self.reloadMinutes = reloadMinutes
        self.isSample = isSample
    }
}
