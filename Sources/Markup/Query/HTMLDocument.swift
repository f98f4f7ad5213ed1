import CGumbo
import Synchronization

/// A parsed page to query with selectors. Parsed within `ParseLimits`; unsafe to show.
public struct HTMLDocument: Sendable {
    private let nodeList: HTMLNodeList
    /// True if the document ends inside a tag, or inside an element whose end tag HTML requires. `</body>` and
    /// `</html>` are optional.
    public let isCut: Bool

    /// Parses a document; a fragment becomes the body.
    public init(_ html: String) {
        var copy = html
        (nodeList, isCut) = copy.withUTF8 { source in
            HTMLParser.withTree(source, asDocument: true) { root, _ in
                let endsInside = root.map { GumboTree.endsInsideElement($0) } ?? false
                return (HTMLNodeList(root), endsInside || Self.endsInsideTag(source))
            }
        }
    }

    private static func endsInsideTag(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = source.lastIndex(of: 0x3C) else { return false }
        let scanner = TagScanner(source: source, maximumAttributes: ParseLimits.standard.attributes)
        if case .truncated = scanner.token(at: last) { return true }
        return false
    }

    /// The root element.
    public var root: HTMLElement { HTMLElement(nodeList: nodeList, index: 0) }
}

/// The nodes in document order: a subtree ends at its node's `end`.
final class HTMLNodeList: Sendable {
    struct Node: Sendable {
        /// The name in lower case; empty for text.
        var name: String
        var attributes: [(name: String, value: String)]
        var text: String
        var parent: Int
        /// The index after the subtree.
        var end: Int

        var isText: Bool { name.isEmpty }
    }

    let nodes: [Node]
    private let visits = Atomic<Int>(0)

    /// The maximum number of visited nodes: some five times as many as for the largest page of comments, and about a
    /// second.
    private static let maximumVisits = 30_000_000

    /// Counts visits; returns false once the page has been searched too often, as each row within rows would be
    /// searched for everything in it. Callers keep the results found until then.
    func allowsVisits(_ count: Int) -> Bool {
        visits.add(count, ordering: .relaxed).newValue <= Self.maximumVisits
    }

    init(_ root: GumboTree.Node?) {
        var nodes: [Node] = []
        var path: [Int] = []
        func begin(_ node: GumboTree.Node) {
            path.append(nodes.count)
            nodes.append(
                Node(
                    name: Self.name(node), attributes: Self.attributes(node), text: "",
                    parent: path.count > 1 ? path[path.count - 2] : -1, end: 0))
        }
        guard let root else {
            self.nodes = [Node(name: "html", attributes: [], text: "", parent: -1, end: 1)]
            return
        }
        begin(root)
        var walker = GumboTreeWalker(root)
        while let step = walker.next() {
            switch step {
            case .enter(let node) where GumboTree.isElement(node): begin(node)
            case .enter(let node):
                guard let text = Self.text(node) else { continue }
                nodes.append(
                    Node(name: "", attributes: [], text: text, parent: path.last ?? 0, end: nodes.count + 1))
            case .leave: if let index = path.popLast() { nodes[index].end = nodes.count }
            }
        }
        while let index = path.popLast() { nodes[index].end = nodes.count }
        self.nodes = nodes
    }

    private static func name(_ node: GumboTree.Node) -> String {
        let known = String(cString: gumbo_normalized_tagname(node.pointee.v.element.tag))
        return known.isEmpty ? "unknown" : known
    }

    private static func attributes(_ node: GumboTree.Node) -> [(name: String, value: String)] {
        let all = node.pointee.v.element.attributes
        return (0..<Int(all.length)).compactMap { index in  // bounded: a length
            guard let attribute = all.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let name = attribute.pointee.name, let value = attribute.pointee.value
            else { return nil }
            return (String(cString: name), String(cString: value))
        }
    }

    private static func text(_ node: GumboTree.Node) -> String? {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            node.pointee.v.text.text.map { String(decoding: GumboTree.bytes($0), as: UTF8.self) }
        default: nil
        }
    }
}
