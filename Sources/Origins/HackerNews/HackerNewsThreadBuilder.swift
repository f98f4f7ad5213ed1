import Foundation
import JSON
import Markup
import News
import Untrusted

/// A merger of the search API's tree and the official API's items; the items decide on replies and order.
struct HackerNewsThreadBuilder: Sendable {
    struct Node: Sendable {
        var id: Int
        var parent: Int
        var by: String?
        var html: String?
        var publishedAt: Date?
        var moderationState: FetchedComment.ModerationState
    }

    let story: Int
    let author: String?
    private(set) var nodes: [Int: Node] = [:]
    /// The ids of the replies by parent id, from the search API.
    private var treeChildren: [Int: [Int]] = [:]
    /// The ids of the replies by parent id, in the site's order.
    private(set) var rankedChildren: [Int: [Int]] = [:]
    /// The marks by comment id, from the last page or an earlier load.
    var marks: [Int: HackerNewsCommentMarks] = [:]
    private var insertionOrder: [Int] = []

    init(story: Int, author: String?) {
        self.story = story
        self.author = author
    }

    // MARK: The search API

    mutating func merge(tree: JSONValue) {
        var pending: [(value: JSONValue, parent: Int)] = []
        func enqueue(_ value: JSONValue, below parent: Int) {
            for child in (value["children"]?.elements ?? []).reversed() { pending.append((child, parent)) }
        }
        enqueue(tree, below: story)
        while let (value, parent) = pending.popLast() {
            guard let id = value["id"]?.int, value["type"]?.string ?? "comment" == "comment" else { continue }
            let by = value["author"]?.nonEmptyString
            let text = value["text"]?.string
            add(
                Node(
                    id: id, parent: parent, by: by, html: text,
                    publishedAt: value["created_at_i"]?.date,
                    moderationState: HackerNewsMapper.moderationState(ofText: text)
                        ?? (value["dead"]?.isTrue == true ? .dead : by == nil ? .deleted : .shown)))
            treeChildren[parent, default: []].append(id)
            enqueue(value, below: id)
        }
    }

    private mutating func add(_ node: Node) {
        if nodes.updateValue(node, forKey: node.id) == nil { insertionOrder.append(node.id) }
    }

    // MARK: The official API

    mutating func setRanking(_ kids: [Int], below id: Int) { rankedChildren[id] = kids }

    mutating func merge(_ item: HackerNewsItem, moderationState: FetchedComment.ModerationState) {
        rankedChildren[item.id] = item.kids
        guard item.id != story else { return }
        let known = nodes[item.id]
        add(
            Node(
                id: item.id, parent: item.parent ?? known?.parent ?? story, by: item.by,
                html: item.text ?? (moderationState == .deleted ? nil : known?.html),
                publishedAt: item.publishedAt ?? known?.publishedAt, moderationState: moderationState))
    }

    // MARK: The site's page

    /// Merges the page's order of replies, marks, and comments that the tree lacks. Replies that the page hides come
    /// after the visible ones.
    mutating func merge(_ page: HackerNewsThreadPageReader.ThreadPage) {
        var replies: [Int: [Int]] = [:]
        var path: [Int] = []
        for comment in page.comments {
            guard let id = Self.id(comment.key) else { continue }
            let parent = comment.parentKey.flatMap(Self.id) ?? story
            while let last = path.last, last != parent { path.removeLast() }
            path.append(id)
            replies[parent, default: []].append(id)
            replies[id] = replies[id] ?? []
            merge(comment, id, below: parent)
        }
        // The next page may have more replies to these comments.
        let open = page.isWhole ? [] : Set(path)
        for (parent, shown) in replies where parent != story && !open.contains(parent) {
            let listed = Set(shown)
            rankedChildren[parent] = shown + (treeChildren[parent] ?? []).filter { !listed.contains($0) }
        }
    }

    private mutating func merge(_ comment: FetchedComment, _ id: Int, below parent: Int) {
        let known = nodes[id]
        add(
            Node(
                id: id, parent: parent, by: comment.author ?? known?.by,
                html: known?.html ?? (comment.original.isEmpty ? nil : comment.original),
                publishedAt: known?.publishedAt ?? comment.publishedAt, moderationState: comment.moderationState))
        marks[id] = HackerNewsCommentMarks(comment)
    }

    private static func id(_ key: String) -> Int? { UntrustedInteger(key)?.int(in: JSONValue.exactIntegers) }

    // MARK: What still has to be fetched

    /// Returns the ids of comments that the site lists but that are not loaded.
    func missingIDs(excluding unknown: Set<Int>) -> [Int] {
        rankedChildren.sorted { $0.key < $1.key }.flatMap(\.value).filter { nodes[$0] == nil && !unknown.contains($0) }
    }

    /// Returns the comments whose replies may be incomplete or misordered: those with several replies, and deleted
    /// ones.
    /// - Parameter remembered: the previous order, which is reused if it covers the same replies.
    func uncertainIDs(previous remembered: [Int: [Int]]) -> (toFetch: [Int], known: [Int: [Int]]) {
        var toFetch: [Int] = []
        var known: [Int: [Int]] = [:]
        for id in insertionOrder where rankedChildren[id] == nil {
            let replies = treeChildren[id] ?? []
            guard replies.count > 1 || nodes[id]?.moderationState == .deleted else { continue }
            if let kids = remembered[id], Set(kids).isSuperset(of: replies), kids.allSatisfy({ nodes[$0] != nil }) {
                known[id] = kids
            } else {
                toFetch.append(id)
            }
        }
        return (toFetch, known)
    }

    /// The ids of comments not fetched from the official API; newest first, since missing replies are mostly new.
    var unverifiedIDs: [Int] { insertionOrder.filter { rankedChildren[$0] == nil }.sorted(by: >) }

    var readableCount: Int { visibleIDs.filter { nodes[$0]?.moderationState == .shown }.count }

    // MARK: The thread

    /// The ids of all comments except those that the site has removed, and replies to them.
    private var visibleIDs: [Int] {
        let listed = listedIDs
        guard listed.count < insertionOrder.count else { return insertionOrder }
        var visible: [Int: Bool] = [:]
        for id in insertionOrder where visible[id] == nil {
            // The path leads up to the story, or to a comment whose visibility is known; a circle ends where it began.
            var path: [Int] = []
            var next = id
            while listed.contains(next), visible[next] == nil, let node = nodes[next] {
                visible[next] = true
                path.append(next)
                if node.parent == story { break }
                next = node.parent
            }
            let isVisible = nodes[next] == nil || listed.contains(next) && visible[next] == true
            for here in path { visible[here] = isVisible }
            if path.isEmpty { visible[id] = false }
        }
        return insertionOrder.filter { visible[$0] == true }
    }

    /// The ids of comments that the site lists below their parents, and of those whose parent's replies are unknown.
    private var listedIDs: Set<Int> {
        var listed: Set<Int> = []
        for (parent, ids) in Dictionary(grouping: insertionOrder, by: { nodes[$0]?.parent }) {
            guard let parent, let kids = rankedChildren[parent] else {
                listed.formUnion(ids)
                continue
            }
            listed.formUnion(Set(kids).intersection(ids))
        }
        return listed
    }

    /// Returns the comments level by level, with siblings in the site's order.
    func comments(_ make: (Node, String?) -> FetchedComment) -> [FetchedComment] {
        let comments = levelOrder(of: visibleIDs).compactMap { nodes[$0] }.map { node in
            var comment = make(node, author)
            if node.parent == story { comment.parentKey = nil }
            marks[node.id]?.apply(to: &comment)
            return comment
        }
        return Self.withoutEmptyDeleted(comments)
    }

    /// Returns the ids level by level. Replies to unknown comments are at the top, circles at the end.
    private func levelOrder(of ids: [Int]) -> [Int] {
        let known = Set(ids)
        var replies = Dictionary(grouping: ids) { id in
            nodes[id].flatMap { known.contains($0.parent) ? $0.parent : nil } ?? story
        }
        var ordered = siblings(replies.removeValue(forKey: story) ?? [], below: story)
        var next = 0
        while next < ordered.count {
            let id = ordered[next]
            ordered += siblings(replies.removeValue(forKey: id) ?? [], below: id)
            next += 1
        }
        let reached = Set(ordered)
        return ordered + ids.filter { !reached.contains($0) }
    }

    /// Returns siblings in the site's order; comments that the site does not list come last.
    private func siblings(_ ids: [Int], below parent: Int) -> [Int] {
        guard ids.count > 1, let kids = rankedChildren[parent] else { return ids }
        let ranks = Dictionary(kids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let places = ids.enumerated().map { (rank: ranks[$1] ?? Int.max, index: $0, id: $1) }
        return places.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.id)
    }

    /// Removes deleted comments without replies, which the site hides.
    /// - Parameter thread: the comments, with parents before their replies.
    private static func withoutEmptyDeleted(_ thread: [FetchedComment]) -> [FetchedComment] {
        var needed: Set<String> = []
        var kept: [FetchedComment] = []
        for comment in thread.reversed() {
            guard comment.moderationState != .deleted || needed.contains(comment.key) else { continue }
            if let parent = comment.parentKey { needed.insert(parent) }
            kept.append(comment)
        }
        return kept.reversed()
    }
}
