import News

/// Orders an origin's comments as ``ThreadSorter`` does.
enum CommentTree {
    /// - Parameters:
    ///   - comments: the first of each key counts.
    ///   - order: reply keys by parent key.
    ///   - top: top-level keys.
    /// - Returns: all comments; those at the top level without a parent.
    static func thread(
        _ comments: [FetchedComment], order: [String: [String]] = [:], top: [String] = []
    ) -> [FetchedComment] {
        ThreadSorter(comments.map { ($0.key, $0.parentKey) }, order: order, top: top).positions.map { position in
            var comment = comments[position.index]
            if position.depth == 0 { comment.parentKey = nil }
            return comment
        }
    }
}
