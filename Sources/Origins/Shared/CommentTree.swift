import News

/// Comments that came in any order, as a thread: parents before their answers, siblings in the origin's order.
enum CommentTree {
    /// - Parameters:
    ///   - comments: each once by its key; siblings that `order` does not name keep the order in which they stand here.
    ///   - order: the keys of a comment's answers in the origin's order, by that comment's key.
    ///   - top: the keys of the topmost in the origin's order.
    /// - Returns: all of them. One whose parent never came, or is below itself, stands at the top.
    static func thread(
        _ comments: [FetchedComment], order: [String: [String]] = [:], top: [String] = []
    ) -> [FetchedComment] {
        var known: [String: FetchedComment] = [:]
        var answers: [String: [String]] = [:]
        var roots: [String] = []
        for comment in comments where known[comment.key] == nil { known[comment.key] = comment }
        var seen: Set<String> = []
        for comment in comments where seen.insert(comment.key).inserted {
            if let parent = comment.parentKey, parent != comment.key, known[parent] != nil {
                answers[parent, default: []].append(comment.key)
            } else {
                roots.append(comment.key)
            }
        }
        var out: [FetchedComment] = []
        var placed: Set<String> = []
        func place(_ starts: [String]) {
            var waiting = starts.reversed().map { $0 }
            while let key = waiting.popLast() {
                guard var comment = known[key], placed.insert(key).inserted else { continue }
                if let parent = comment.parentKey, !placed.contains(parent) { comment.parentKey = nil }
                out.append(comment)
                waiting += ordered(answers[key] ?? [], by: order[key] ?? []).reversed()
            }
        }
        place(ordered(roots, by: top))
        // What is left answers itself in a circle.
        for comment in comments where !placed.contains(comment.key) { place([comment.key]) }
        return out
    }

    /// Keys in a given order; those that it does not name follow, as they stood.
    static func ordered(_ keys: [String], by order: [String]) -> [String] {
        guard keys.count > 1, !order.isEmpty else { return keys }
        let place = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
        return keys.enumerated().sorted {
            (place[$0.element] ?? Int.max, $0.offset) < (place[$1.element] ?? Int.max, $1.offset)
        }.map(\.element)
    }
}
