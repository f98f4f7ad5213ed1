/// What a reader can do to a story that the Library remembers.
public enum MarkKind: String, Sendable, CaseIterable {
    /// Was looked at: dims its row.
    case opened
    /// Has left Unread.
    case read
    /// Is kept for ever.
    case saved

    /// As the `mark` table has it. Partial indexes name these numbers.
    var number: Int64 {
        switch self {
        case .opened: 1
        case .read: 2
        case .saved: 3
        }
    }
}
