/// Puts comments in the order in which they are read: answers right behind what they answer, siblings as they came. What
/// answers nothing that is there, or itself, stands at the top (HN-15). Linear, whatever it is given.
struct ThreadSorter {
    /// A comment's place.
    struct Position: Sendable, Equatable {
        /// Which one it is of those that were given.
        var index: Int
        /// 0 at the top.
        var depth: Int
    }

    let positions: [Position]

    /// - Parameter comments: key and parent's key; of equal keys the first counts.
    init(_ comments: [(key: String, parent: String?)]) {
        var known: [String: Int] = [:]
        for (index, comment) in comments.enumerated() where known[comment.key] == nil { known[comment.key] = index }
        var answers: [Int: [Int]] = [:]
        var tops: [Int] = []
        for (index, comment) in comments.enumerated() where known[comment.key] == index {
            if let parent = comment.parent.flatMap({ known[$0] }), parent != index {
                answers[parent, default: []].append(index)
            } else {
                tops.append(index)
            }
        }
        var places: [Position] = []
        var isPlaced = [Bool](repeating: false, count: comments.count)
        func place(under top: Int) {
            var waiting = [Position(index: top, depth: 0)]
            while let next = waiting.popLast() {
                guard !isPlaced[next.index] else { continue }
                isPlaced[next.index] = true
                places.append(next)
                for answer in (answers[next.index] ?? []).reversed() {
                    waiting.append(Position(index: answer, depth: next.depth + 1))
                }
            }
        }
        for top in tops { place(under: top) }
        // What answers in a circle is reached from no top.
        for (index, comment) in comments.enumerated() where known[comment.key] == index && !isPlaced[index] {
            place(under: index)
        }
        self.positions = places
    }
}
