public import Markup

/// What became of an import.
public struct ImportReport: Sendable {
    /// A channel that was not taken, and why.
    public struct Refusal: Sendable, Hashable {
        public var address: WebAddress
        public var why: String
        public init(address: WebAddress, why: String) {
            self.address = address
            self.why = why
        }
    }

    public var added: Int
    /// Followed before, or named twice in the list.
    public var alreadyThere: Int
    public var refused: [Refusal]
    /// Undoes the whole import; nil when it added nothing.
    public var ticket: UndoTicket?

    public init(added: Int, alreadyThere: Int, refused: [Refusal] = [], ticket: UndoTicket? = nil) {
        self.added = added
        self.alreadyThere = alreadyThere
        self.refused = refused
        self.ticket = ticket
    }
}
