/// Sorts comments into reading order: replies after their parent, siblings as they came. Comments with an unknown
/// parent, or themselves as parent, are top-level (HN-15). Takes linear time.
struct ThreadSorter {
    struct Position: Sendable, Equatable {
        var index: Int
        var depth: Int
    }

    let positions: [Position]

    /// - Parameter comments: the first of equal keys counts.
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
        var positions: [Position] = []
        var isPlaced = [Bool](repeating: false, count: comments.count)
        func place(under root: Int) {
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
        for root in roots { place(under: root) }
        // Reply cycles are unreachable from the top level.
        for (index, comment) in comments.enumerated() where known[comment.key] == index && !isPlaced[index] {
            place(under: index)
        }
        self.positions = positions
    }
}
