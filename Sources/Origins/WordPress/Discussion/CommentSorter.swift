import News

/// Puts comments in the order in which a thread is read: every answer after what it answers, brothers as they came.
enum CommentSorter {
    /// Comments whose parent is not there stand at the top, in their place; a circle is cut where it is met first.
    static func sorted(_ comments: [FetchedComment]) -> [FetchedComment] {
        var seen: Set<String> = []
        let once = comments.filter { seen.insert($0.key).inserted }
        var answers: [String: [Int]] = [:]
        var roots: [Int] = []
        for (place, comment) in once.enumerated() {
            if let parent = comment.parentKey, seen.contains(parent), parent != comment.key {
                answers[parent, default: []].append(place)
            } else {
                roots.append(place)
            }
        }
        var order: [FetchedComment] = []
        var told: Set<String> = []
        for start in roots + Array(once.indices) {
            var ahead = [start]
            while let place = ahead.popLast() {
                var comment = once[place]
                guard told.insert(comment.key).inserted else { continue }
                if let parent = comment.parentKey, parent == comment.key || !told.contains(parent) {
                    comment.parentKey = nil
                }
                order.append(comment)
                ahead += (answers[comment.key] ?? []).reversed()
            }
        }
        return order
    }
}
