/// A sorter of comments into reading order: replies follow their parent, siblings keep their given order. Comments with
/// an unknown parent, or with themselves as parent, are top-level, as are those at which a cycle is cut (HN-15). Takes
/// linear time.
struct ThreadSorter {
    /// A comment's place in the thread.
    struct Position: Equatable {
        /// The comment's index in the given order.
        let index: Int
        /// The number of ancestors; 0 at the top level.
        let depth: Int
    }

    /// The positions in reading order, one for each key.
    private(set) var positions: [Position] = []

    /// Sorts comments.
    /// - Parameter comments: The comments in their given order; the first of equal keys counts.
    init(_ comments: [(key: String, parent: String?)]) {
        var known: [String: Int] = [:]
        for (index, comment) in comments.enumerated() where known[comment.key] == nil { known[comment.key] = index }
        var replies: [Int: [Int]] = [:]
        var roots: [Int] = []
        for (index, comment) in comments.enumerated() where known[comment.key] == index {
            if let parent = comment.parent.flatMap({ known[$0] }), parent != index {
                replies[parent, default: []].append(index)
            } else {
                roots.append(index)
            }
        }
        var isPlaced = [Bool](repeating: false, count: comments.count)
        for root in roots { place(under: root, replies, &isPlaced) }
        // Reply cycles are unreachable from the top level.
        for (index, comment) in comments.enumerated() where known[comment.key] == index && !isPlaced[index] {
            place(under: index, replies, &isPlaced)
        }
    }

    private mutating func place(under root: Int, _ replies: [Int: [Int]], _ isPlaced: inout [Bool]) {
        var stack = [Position(index: root, depth: 0)]
        while let next = stack.popLast() {
            guard !isPlaced[next.index] else { continue }
            isPlaced[next.index] = true
            positions.append(next)
            for reply in (replies[next.index] ?? []).reversed() {
                stack.append(Position(index: reply, depth: next.depth + 1))
            }
        }
    }
}
