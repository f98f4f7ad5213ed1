import Foundation
import Markup
import News

/// A thread while it is being put together from the search service's tree and the official interface's items.
///
/// The official interface is the authority: where it has been asked for a comment, its answers and their order are those
/// of the site's page. Where it has not, they stand as the search service gave them.
struct ThreadDraft: Sendable {
    struct Node: Sendable {
        var id: Int
        var parent: Int
        var by: String?
        var html: String?
        var publishedAt: Date?
        var standing: ArrivingComment.Standing
    }

    let story: Int
    let author: String?
    private(set) var nodes: [Int: Node] = [:]
    /// The answers of a comment, or of the story, as the search service has them.
    private var offered: [Int: [Int]] = [:]
    /// The same as the site ranks them.
    private(set) var ranked: [Int: [Int]] = [:]
    private var order: [Int] = []

    init(story: Int, author: String?) {
        self.story = story
        self.author = author
    }

    // MARK: The search service

    /// Takes a whole tree.
    mutating func take(tree: JSONValue) {
        var waiting: [(value: JSONValue, parent: Int)] = []
        func wait(_ value: JSONValue, below parent: Int) {
            for child in (value["children"]?.elements ?? []).reversed() { waiting.append((child, parent)) }
        }
        wait(tree, below: story)
        while let (value, parent) = waiting.popLast() {
            guard let id = value["id"]?.int, value["type"]?.string ?? "comment" == "comment" else { continue }
            let by = value["author"]?.name
            let text = value["text"]?.string
            add(
                Node(
                    id: id, parent: parent, by: by, html: text,
                    publishedAt: value["created_at_i"]?.instant,
                    standing: by == nil ? .deleted : .shown))
            offered[parent, default: []].append(id)
            wait(value, below: id)
        }
    }

    private mutating func add(_ node: Node) {
        if nodes.updateValue(node, forKey: node.id) == nil { order.append(node.id) }
    }

    // MARK: The official interface

    /// Takes the site's order of what is below a comment, or below the story.
    mutating func rank(_ kids: [Int], below id: Int) { ranked[id] = kids }

    mutating func take(_ item: HackerNewsItem, standing: ArrivingComment.Standing) {
        ranked[item.id] = item.kids
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
    func absent(without unknown: Set<Int>) -> [Int] {
        ranked.sorted { $0.key < $1.key }.flatMap(\.value).filter { nodes[$0] == nil && !unknown.contains($0) }
    }

    /// Comments whose answers may stand in another order than at the site, or be lost: those with several, and those
    /// that were taken back.
    /// - Parameter remembered: the site's order as it was a while ago; where it holds the same answers it still stands.
    func doubtful(remembering remembered: [Int: [Int]]) -> (ask: [Int], known: [Int: [Int]]) {
        var ask: [Int] = []
        var known: [Int: [Int]] = [:]
        for id in order where ranked[id] == nil {
            let answers = offered[id] ?? []
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
    var unasked: [Int] { order.filter { ranked[$0] == nil }.sorted(by: >) }

    /// How many can be read.
    var readable: Int { shown.filter { nodes[$0]?.standing == .shown }.count }

    // MARK: The thread

    /// In the search service's tree and no more at the site: taken back since.
    private var shown: [Int] {
        let standing = order.filter { id in
            guard let parent = nodes[id]?.parent, let kids = ranked[parent] else { return true }
            return kids.contains(id)
        }
        let kept = Set(standing)
        guard standing.count < order.count else { return order }
        // What stood below such a one goes with it.
        return standing.filter { id in
            var at = nodes[id]?.parent
            var steps = 0
            while let here = at, here != story, nodes[here] != nil, steps < order.count {
                if !kept.contains(here) { return false }
                at = nodes[here]?.parent
                steps += 1
            }
            return true
        }
    }

    /// Parents before their answers, siblings in the site's order as far as it is known.
    func comments(_ make: (Node, String?) -> ArrivingComment) -> [ArrivingComment] {
        let comments = shown.compactMap { nodes[$0] }.map { node in
            var comment = make(node, author)
            if node.parent == story { comment.parent = nil }
            return comment
        }
        let order = Dictionary(uniqueKeysWithValues: ranked.map { ("\($0)", $1.map { "\($0)" }) })
        let thread = CommentTree.thread(comments, order: order, top: order["\(story)"] ?? [])
        return Self.withoutEmptyStubs(thread)
    }

    /// The site shows what was taken back only where it has answers.
    private static func withoutEmptyStubs(_ thread: [ArrivingComment]) -> [ArrivingComment] {
        var needed: Set<String> = []
        var kept: [ArrivingComment] = []
        for comment in thread.reversed() {
            guard comment.standing != .deleted || needed.contains(comment.key) else { continue }
            if let parent = comment.parent { needed.insert(parent) }
            kept.append(comment)
        }
        return kept.reversed()
    }
}
