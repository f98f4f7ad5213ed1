/// Sorts comments into reading order: replies after their parent, siblings as the origin orders them, else as they
/// came. Comments with an unknown parent, or themselves as parent, are top-level, as are those where a circle is cut
/// (HN-15). Takes linear time, but for ordering siblings.
public struct ThreadSorter: Sendable {
    /// A comment's place in the thread.
    public struct Position: Sendable, Equatable {
        /// Its index as it came.
        public let index: Int
        /// 0 at the top level.
        public let depth: Int
    }

    /// In reading order, one for each key.
    public let positions: [Position]

    /// - Parameters:
    ///   - comments: the first of equal keys counts.
    ///   - order: the keys of replies by their parent's; those missing come last, as they came.
    ///   - top: the keys of the top level.
    public init(
        _ comments: [(key: String, parent: String?)], order: [String: [String]] = [:], top: [String] = []
    ) {
        var known: [String: Int] = [:]
        for (index, comment) in comments.enumerated() where known[comment.key] == nil { known[comment.key] = index }
        func ordered(_ siblings: [Int], by order: [String]?) -> [Int] {
            guard siblings.count > 1, let order, !order.isEmpty else { return siblings }
            let rank = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
            return siblings.map { (rank[comments[$0].key] ?? Int.max, $0) }.sorted { $0 < $1 }.map(\.1)
        }
        var replies: [Int: [Int]] = [:]
        var roots: [Int] = []
        for (index, comment) in comments.enumerated() where known[comment.key] == index {
            if let parent = comment.parent.flatMap({ known[$0] }), parent != index {
                replies[parent, default: []].append(index)
            } else {
                roots.append(index)
            }
        }
        var positions: [Position] = []
        var isPlaced = [Bool](repeating: false, count: comments.count)
        func place(under root: Int) {
            var stack = [Position(index: root, depth: 0)]
            while let next = stack.popLast() {
                guard !isPlaced[next.index] else { continue }
                isPlaced[next.index] = true
                positions.append(next)
                for reply in ordered(replies[next.index] ?? [], by: order[comments[next.index].key]).reversed() {
                    stack.append(Position(index: reply, depth: next.depth + 1))
                }
            }
        }
        for root in ordered(roots, by: top) { place(under: root) }
        // Reply cycles are unreachable from the top level.
        for (index, comment) in comments.enumerated() where known[comment.key] == index && !isPlaced[index] {
            place(under: index)
        }
        self.positions = positions
    }
}
