import News

/// Builds a thread from comments in any order: parents before replies, siblings in the origin's order.
enum CommentTree {
    /// - Parameters:
    ///   - comments: unique by key; siblings not named in `order` keep this order.
    ///   - order: keys of a comment's replies in the origin's order, by the comment's key.
    ///   - top: keys of the top-level comments in the origin's order.
    /// - Returns: all comments. One without a known parent, or in a cycle, is top-level.
    static func thread(
        _ comments: [FetchedComment], order: [String: [String]] = [:], top: [String] = []
    ) -> [FetchedComment] {
        var known: [String: FetchedComment] = [:]
        var replies: [String: [String]] = [:]
        var roots: [String] = []
        for comment in comments where known[comment.key] == nil { known[comment.key] = comment }
        var seen: Set<String> = []
        for comment in comments where seen.insert(comment.key).inserted {
            if let parent = comment.parentKey, parent != comment.key, known[parent] != nil {
                replies[parent, default: []].append(comment.key)
            } else {
                roots.append(comment.key)
            }
        }
        var out: [FetchedComment] = []
        var placed: Set<String> = []
        func place(_ starts: [String]) {
            var pending = starts.reversed().map { $0 }
            while let key = pending.popLast() {
                guard var comment = known[key], placed.insert(key).inserted else { continue }
                if let parent = comment.parentKey, !placed.contains(parent) { comment.parentKey = nil }
                out.append(comment)
                pending += ordered(replies[key] ?? [], by: order[key] ?? []).reversed()
            }
        }
        place(ordered(roots, by: top))
        // What is left is part of a cycle.
        for comment in comments where !placed.contains(comment.key) { place([comment.key]) }
        return out
    }

    /// Sorts keys by a given order; keys missing there follow in their present order.
    static func ordered(_ keys: [String], by order: [String]) -> [String] {
        guard keys.count > 1, !order.isEmpty else { return keys }
        let place = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
        return keys.enumerated().sorted {
            (place[$0.element] ?? Int.max, $0.offset) < (place[$1.element] ?? Int.max, $1.offset)
        }.map(\.element)
    }
}
