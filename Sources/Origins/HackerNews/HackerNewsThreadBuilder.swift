import Foundation
import Markup
import News

/// Builds a thread from the search API's tree and the official API's items.
///
/// The official API is authoritative: replies and their order come from it for every comment that was fetched there,
/// from the search API for the others.
struct HackerNewsThreadBuilder: Sendable {
    struct Node: Sendable {
        var id: Int
        var parent: Int
        var by: String?
        var html: String?
        var publishedAt: Date?
        var standing: FetchedComment.ModerationState
    }

    let story: Int
    let author: String?
    private(set) var nodes: [Int: Node] = [:]
    /// Replies by parent id, from the search API.
    private var treeChildren: [Int: [Int]] = [:]
    /// Replies by parent id in the site's order.
    private(set) var rankedChildren: [Int: [Int]] = [:]
    private var insertionOrder: [Int] = []

    init(story: Int, author: String?) {
        self.story = story
        self.author = author
    }

    // MARK: The search API

    /// Adds a whole tree.
    mutating func merge(tree: JSONValue) {
        var waiting: [(value: JSONValue, parent: Int)] = []
        func wait(_ value: JSONValue, below parent: Int) {
            for child in (value["children"]?.elements ?? []).reversed() { waiting.append((child, parent)) }
        }
        wait(tree, below: story)
        while let (value, parent) = waiting.popLast() {
            guard let id = value["id"]?.int, value["type"]?.string ?? "comment" == "comment" else { continue }
            let by = value["author"]?.nonEmptyString
            let text = value["text"]?.string
            add(
                Node(
                    id: id, parent: parent, by: by, html: text,
                    publishedAt: value["created_at_i"]?.date,
                    standing: by == nil ? .deleted : .shown))
            treeChildren[parent, default: []].append(id)
            wait(value, below: id)
        }
    }

    private mutating func add(_ node: Node) {
        if nodes.updateValue(node, forKey: node.id) == nil { insertionOrder.append(node.id) }
    }

    // MARK: The official API

    /// Sets the site's order of the replies to a comment or to the story.
    mutating func setRanking(_ kids: [Int], below id: Int) { rankedChildren[id] = kids }

    mutating func merge(_ item: HackerNewsItem, standing: FetchedComment.ModerationState) {
        rankedChildren[item.id] = item.kids
        guard item.id != story else { return }
        let known = nodes[item.id]
        add(
            Node(
                id: item.id, parent: item.parent ?? known?.parent ?? story, by: item.by,
                html: item.text ?? (standing == .deleted ? nil : known?.html),
                publishedAt: item.publishedAt ?? known?.publishedAt, standing: standing))
    }

    // MARK: What still has to be fetched

    /// Ids that the site lists and that have not been loaded.
    func missingIDs(without unknown: Set<Int>) -> [Int] {
        rankedChildren.sorted { $0.key < $1.key }.flatMap(\.value).filter { nodes[$0] == nil && !unknown.contains($0) }
    }

    /// Comments whose replies may be incomplete or in another order than the site's: those with several replies, and
    /// deleted ones.
    /// - Parameter remembered: the site's order at the last refresh; reused where the set of replies is the same.
    func uncertainIDs(previous remembered: [Int: [Int]]) -> (ask: [Int], known: [Int: [Int]]) {
        var ask: [Int] = []
        var known: [Int: [Int]] = [:]
        for id in insertionOrder where rankedChildren[id] == nil {
            let replies = treeChildren[id] ?? []
            guard replies.count > 1 || nodes[id]?.standing == .deleted else { continue }
            if let kids = remembered[id], Set(kids).isSuperset(of: replies), kids.allSatisfy({ nodes[$0] != nil }) {
                known[id] = kids
            } else {
                ask.append(id)
            }
        }
        return (ask, known)
    }

    /// Comments that were not fetched from the official API, newest first: a missing reply is most likely new and below
    /// a new comment.
    var unverifiedIDs: [Int] { insertionOrder.filter { rankedChildren[$0] == nil }.sorted(by: >) }

    /// Number of readable comments.
    var readableCount: Int { visibleIDs.filter { nodes[$0]?.standing == .shown }.count }

    // MARK: The thread

    /// Leaves out comments that the search API still has and the site has removed.
    private var visibleIDs: [Int] {
        let standing = insertionOrder.filter { id in
            guard let parent = nodes[id]?.parent, let kids = rankedChildren[parent] else { return true }
            return kids.contains(id)
        }
        let kept = Set(standing)
        guard standing.count < insertionOrder.count else { return insertionOrder }
        // Replies to a removed comment are removed too.
        return standing.filter { id in
            var at = nodes[id]?.parent
            var steps = 0
            while let here = at, here != story, nodes[here] != nil, steps < insertionOrder.count {
                if !kept.contains(here) { return false }
                at = nodes[here]?.parent
                steps += 1
            }
            return true
        }
    }

    /// Parents before replies, siblings in the site's order as far as it is known.
    func comments(_ make: (Node, String?) -> FetchedComment) -> [FetchedComment] {
        let comments = visibleIDs.compactMap { nodes[$0] }.map { node in
            var comment = make(node, author)
            if node.parent == story { comment.parentKey = nil }
            return comment
        }
        let order = Dictionary(uniqueKeysWithValues: rankedChildren.map { ("\($0)", $1.map { "\($0)" }) })
        let thread = CommentTree.thread(comments, order: order, top: order["\(story)"] ?? [])
        return Self.withoutEmptyDeleted(thread)
    }

    /// The site shows deleted comments only if they have replies.
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
