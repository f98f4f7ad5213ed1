/// Switches of an edition's behaviour.
public struct EditionOptions: Sendable, Hashable {
    /// Rows of a section on the front page.
    public var rowsPerSection: Int
    /// Rows that a list shows at first, and adds with *Load more*.
    public var step: Int
    /// Whether stories can be saved.
    public var saving: Bool
    /// Whether wide screens show lists as a grid.
    public var grid: Grid
    /// Whether a composed lead stands on the front page, instead of sections of equal rows.
    public var lead: Bool
    /// Put before a story's title as the subject of a mail: "Harbour Post: "; nil for the bare title.
    public var mailSubject: String?
    /// Minutes after which an open page asks for news by itself; nil for the house's rhythm.
    public var reload: Int?
    /// Its stories are invented, and its pages say so.
    public var sample: Bool

    /// What screens of at least 768 px make of lists; narrower ones have rows.
    public enum Grid: Sendable {
        /// Rows.
        case none
        /// Rows, until the reader chooses a grid.
        case offered
        /// A grid, until the reader chooses rows.
        case first
    }

    public init(
        rowsPerSection: Int = 3, step: Int = 20, saving: Bool = true, grid: Grid = .none, lead: Bool = true,
        mailSubject: String? = nil, reload: Int? = nil, sample: Bool = false
    ) {
        self.rowsPerSection = rowsPerSection
        self.step = step
        self.saving = saving
        self.grid = grid
        self.lead = lead
        self.mailSubject = mailSubject
        self.reload = reload
        self.sample = sample
    }
}
