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
    /// Precedes the title in a shared email's subject: "Harbour Post: ".
    public var mailSubjectPrefix: String?
    public var reloadMinutes: Int?
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
