/// Options of an edition's behaviour.
public struct EditionOptions: Sendable, Hashable {
    /// Rows per section on the front page.
    public var rowsPerSection: Int
    /// Rows of a list at first, and per *Load more*.
    public var pageSize: Int
    /// Whether stories can be saved.
    public var allowsSaving: Bool
    /// Whether wide screens show lists as a grid.
    public var grid: GridMode
    /// Whether the front page has a composed lead instead of sections of equal rows.
    public var hasLeadStory: Bool
    /// Put before a story's title in the subject of a shared email: "Harbour Post: "; nil for the bare title.
    public var mailSubjectPrefix: String?
    /// Minutes after which an open page refreshes; nil for the default interval.
    public var reloadMinutes: Int?
    /// Whether its stories are invented; its pages then say so.
    public var isSample: Bool

    /// The layout of lists on screens of at least 768 px; narrower ones have rows.
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
