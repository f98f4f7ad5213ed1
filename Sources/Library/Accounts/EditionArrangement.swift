public import News

/// A reader's order of newspapers, and those that the newsstand leaves out.
public struct EditionArrangement: Sendable, Hashable, Codable {
    /// The newspapers that the reader has put in an order; others follow in the server's.
    private var order: [String] = []
    private var hidden: Set<String> = []

    public init() {}

    /// Returns true if the newsstand shows a newspaper. The reader's own is always shown.
    public func shows(_ edition: Edition) -> Bool { edition.usesFolders || !hidden.contains(edition.id.rawValue) }

    /// Returns newspapers in the reader's order.
    public func ordered(_ editions: [Edition]) -> [Edition] {
        let first = order.compactMap { id in editions.first { $0.id.rawValue == id } }
        return first + editions.filter { !order.contains($0.id.rawValue) }
    }

    /// Shows a newspaper in the newsstand, or leaves it out.
    public mutating func show(_ edition: Edition, _ isShown: Bool) {
        if isShown { hidden.remove(edition.id.rawValue) } else { hidden.insert(edition.id.rawValue) }
    }

    /// Moves a newspaper by a number of places, at most to either end; those that no longer exist are forgotten.
    public mutating func move(_ edition: Edition, by places: Int, among editions: [Edition]) {
        var all = ordered(editions).map(\.id.rawValue)
        guard let from = all.firstIndex(of: edition.id.rawValue) else { return }
        let moved = all.remove(at: from)
        all.insert(moved, at: max(0, min(all.count, from + max(-all.count, min(all.count, places)))))
        order = all
        hidden.formIntersection(all)
    }
}
