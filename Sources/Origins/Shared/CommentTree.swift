import News

/// Orders comments: parents before replies, siblings in the origin's order.
enum CommentTree {
    /// - Parameters:
    ///   - comments: the first of each key counts; siblings missing in `order` keep this order.
    ///   - order: reply keys by parent key.
    ///   - top: top-level keys.
    /// - Returns: all comments; those without a known parent, or where a cycle is cut, are top-level.
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
                if let parent = comment.parentKey, parent == key || !placed.contains(parent) { comment.parentKey = nil }
                out.append(comment)
                pending += ordered(replies[key] ?? [], by: order[key] ?? []).reversed()
            }
        }
        place(ordered(roots, by: top))
        // Cycles.
        for comment in comments where !placed.contains(comment.key) { place([comment.key]) }
        return out
    }

    /// Keys not in `order` come last, unchanged.
    static func ordered(_ keys: [String], by order: [String]) -> [String] {
        guard keys.count > 1, !order.isEmpty else { return keys }
        let rank = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
        return keys.enumerated().sorted {
            (rank[$0.element] ?? Int.max, $0.offset) < (rank[$1.element] ?? Int.max, $1.offset)
        }.map(\.element)
    }
}
