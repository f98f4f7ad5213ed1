import Foundation
import Markup
import News

/// A thread while it is being put together from the search service's tree and the official interface's items.
///
/// The official interface is the authority: where it has been asked for a comment, its answers and their order are those
/// of the site's page. Where it has not, they stand as the search service gave them.
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
    /// The answers of a comment, or of the story, as the search service has them.
    private var treeChildren: [Int: [Int]] = [:]
    /// The same as the site ranks them.
    private(set) var rankedChildren: [Int: [Int]] = [:]
    private var insertionOrder: [Int] = []

    init(story: Int, author: String?) {
        self.story = story
        self.author = author
    }

    // MARK: The search service

    /// Takes a whole tree.
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

    // MARK: The official interface

    /// Takes the site's order of what is below a comment, or below the story.
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

    // MARK: What is still to be asked

    /// Comments that the site names and nobody has told of.
    func missingIDs(without unknown: Set<Int>) -> [Int] {
        rankedChildren.sorted { $0.key < $1.key }.flatMap(\.value).filter { nodes[$0] == nil && !unknown.contains($0) }
    }

    /// Comments whose answers may stand in another order than at the site, or be lost: those with several, and those
    /// that were taken back.
    /// - Parameter remembered: the site's order as it was a while ago; where it holds the same answers it still stands.
    func uncertainIDs(previous remembered: [Int: [Int]]) -> (ask: [Int], known: [Int: [Int]]) {
        var ask: [Int] = []
        var known: [Int: [Int]] = [:]
        for id in insertionOrder where rankedChildren[id] == nil {
            let answers = treeChildren[id] ?? []
            guard answers.count > 1 || nodes[id]?.standing == .deleted else { continue }
            if let kids = remembered[id], Set(kids).isSuperset(of: answers), kids.allSatisfy({ nodes[$0] != nil }) {
                known[id] = kids
            } else {
                ask.append(id)
            }
        }
        return (ask, known)
    }

    /// Comments that the site itself was not asked about, newest first: an answer that is missing is most likely new, and
    /// below something new.
    var unverifiedIDs: [Int] { insertionOrder.filter { rankedChildren[$0] == nil }.sorted(by: >) }

    /// How many can be read.
    var readableCount: Int { visibleIDs.filter { nodes[$0]?.standing == .shown }.count }

    // MARK: The thread

    /// In the search service's tree and no more at the site: taken back since.
    private var visibleIDs: [Int] {
        let standing = insertionOrder.filter { id in
            guard let parent = nodes[id]?.parent, let kids = rankedChildren[parent] else { return true }
            return kids.contains(id)
        }
        let kept = Set(standing)
        guard standing.count < insertionOrder.count else { return insertionOrder }
        // What stood below such a one goes with it.
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

    /// Parents before their answers, siblings in the site's order as far as it is known.
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

    /// The site shows what was taken back only where it has answers.
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
