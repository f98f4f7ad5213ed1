import CGumbo
import Foundation

/// Access to gumbo's tree.
enum GumboTree {
    typealias Node = UnsafeMutablePointer<GumboNode>

    @inline(__always)
    static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        let count = strlen(text)
        return UnsafeBufferPointer(
            start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
    }

    @inline(__always)
    static func isElement(_ node: Node) -> Bool { node.pointee.type == GUMBO_NODE_ELEMENT }

    @inline(__always)
    static func childCount(_ node: Node) -> Int { Int(node.pointee.v.element.children.length) }

    @inline(__always)
    static func child(_ node: Node, _ index: Int) -> Node? {
        node.pointee.v.element.children.data[index]?.assumingMemoryBound(to: GumboNode.self)
    }

    /// Returns the value of an attribute, whose name gumbo has in lower case; nil if there is none.
    static func attribute(_ node: Node, _ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        let attributes = node.pointee.v.element.attributes
        for index in 0..<Int(attributes.length) {  // bounded: a length
            guard let attribute = attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let attributeName = attribute.pointee.name, let value = attribute.pointee.value
            else { continue }
            let isNamed = name.withUTF8Buffer { wanted in
                strncmp(
                    attributeName, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
                    wanted.count + 1) == 0
            }
            if isNamed { return bytes(value) }
        }
        return nil
    }

    static func string(_ node: Node, _ name: StaticString) -> String? {
        attribute(node, name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns true if the document ends inside an element whose end tag may not be omitted. Only the last node of each
    /// element can be open at the end: a following node has ended all others.
    static func endsInsideElement(_ root: Node) -> Bool {
        let kinds = TagKind.table
        var last: Node? = root
        while let node = last, isElement(node), node.pointee.v.element.original_end_tag.length == 0 {
            let kind = kinds[Int(node.pointee.v.element.tag.rawValue)]
            // Void elements, and those with optional end tags, may be open.
            if kind.isDisjoint(with: [.void, .impliedEnd, .tablePart]) { return true }
            let count = childCount(node)
            last = count > 0 ? child(node, count - 1) : nil
        }
        return false
    }
}

/// A traversal of gumbo's tree without recursion, as hostile trees are deep and a task's stack is small.
struct GumboTreeWalker {
    enum Step {
        case enter(GumboTree.Node)
        /// The end of an element, after its children.
        case leave(GumboTree.Node)
    }

    private var path: [(node: GumboTree.Node, next: Int)] = []
    private var entered: GumboTree.Node?

    /// Creates a walker through the content of `root`, without `root` itself.
    init(_ root: GumboTree.Node) {
        path.append((root, 0))
    }

    mutating func next() -> Step? {
        if let entered, GumboTree.isElement(entered) { path.append((entered, 0)) }
        entered = nil
        guard let top = path.last else { return nil }
        if top.next < GumboTree.childCount(top.node) {
            path[path.count - 1].next += 1
            guard let child = GumboTree.child(top.node, top.next) else { return next() }
            entered = child
            return .enter(child)
        }
        path.removeLast()
        return path.isEmpty ? nil : .leave(top.node)
    }

    /// Skips the content of the node just entered, which then gets no `leave`.
    mutating func skipChildren() { entered = nil }
}
