import News

/// Sorts comments in reading order: replies after their parents, siblings in the given order.
enum CommentSorter {
    /// Comments without a known parent become top-level; a cycle is cut where it is met first.
    static func sorted(_ comments: [FetchedComment]) -> [FetchedComment] {
        var seen: Set<String> = []
        let once = comments.filter { seen.insert($0.key).inserted }
        var replies: [String: [Int]] = [:]
        var roots: [Int] = []
        for (place, comment) in once.enumerated() {
            if let parent = comment.parentKey, seen.contains(parent), parent != comment.key {
                replies[parent, default: []].append(place)
            } else {
                roots.append(place)
            }
        }
        var order: [FetchedComment] = []
        var visited: Set<String> = []
        for start in roots + Array(once.indices) {
            var ahead = [start]
            while let place = ahead.popLast() {
                var comment = once[place]
                guard visited.insert(comment.key).inserted else { continue }
                if let parent = comment.parentKey, parent == comment.key || !visited.contains(parent) {
                    comment.parentKey = nil
                }
                order.append(comment)
                ahead += (replies[comment.key] ?? []).reversed()
            }
        }
        return order
    }
}
