import CGumbo

/// Reads MathML into formula nodes: MathML Core's presentation elements by name, what else is shown by its content.
/// Content MathML, annotations, links and pictures are left out.
struct FormulaReader {
    let placeholders: TextPlaceholders?
    /// Nodes that may still be visited.
    private(set) var budget: Int
    /// TeX that an annotation or `alttext` gives.
    private(set) var tex: [UInt8]?
    /// Whether there was more than text and content MathML.
    private(set) var hasPresentation = false
    /// Too deep, too large, or around a block or a picture, as where the end tag is missing: then it is no formula.
    private(set) var isUnreadable = false

    /// Of elements in gumbo's tree: tasks have small stacks.
    private static let maximumDepth = 80

    init(placeholders: TextPlaceholders?, budget: Int) {
        self.placeholders = placeholders
        self.budget = budget
    }

    mutating func read(_ math: GumboTree.Node) -> [FormulaNode] {
        let nodes = FormulaNode.mrow(children(of: math, depth: 0)).children
        if tex == nil, let alternative = GumboTree.attribute(math, "alttext"), !alternative.isEmpty {
            tex = Array(alternative)
        }
        return nodes
    }

    private mutating func children(of node: GumboTree.Node, depth: Int) -> [FormulaNode] {
        guard depth < Self.maximumDepth, budget > 0 else {
            isUnreadable = true
            return []
        }
        var found: [FormulaNode] = []
        // Only the first expression of an action is shown.
        let isAction = FormulaNames.local(node).elementsEqual("maction".utf8)
        for index in 0..<GumboTree.childCount(node) where !isAction || found.isEmpty {  // bounded: a count
            guard let child = GumboTree.child(node, index), !isUnreadable else { continue }
            budget -= 1
            guard GumboTree.isElement(child) else {
                let text = text(of: child)
                if !text.isEmpty { found.append(.mtext(text)) }
                continue
            }
            if let element = element(child, depth: depth + 1) { found.append(element) }
        }
        return found
    }

    private mutating func element(_ node: GumboTree.Node, depth: Int) -> FormulaNode? {
        if FormulaNames.isBlock(node) { isUnreadable = true }
        let name = String(decoding: FormulaNames.local(node), as: UTF8.self)
        if let element = FormulaElement(rawValue: name) { return kept(element, node, depth: depth) }
        switch name {
        case "annotation": readAnnotation(node)
        case "annotation-xml", "mglyph": break
        case "none": return .mrow([])
        case "mfenced":
            hasPresentation = true
            return fenced(node, depth: depth)
        case "menclose" where GumboTree.attribute(node, "notation").map { HTMLEscaping.contains($0, "radical") } == true:
            return kept(.msqrt, node, depth: depth)
        case "mlabeledtr": return kept(.mtr, node, depth: depth)
        default:
            let nodes = children(of: node, depth: depth)
            return nodes.count == 1 ? nodes.first : nodes.isEmpty ? nil : .mrow(nodes)
        }
        return nil
    }

    private mutating func kept(_ element: FormulaElement, _ node: GumboTree.Node, depth: Int) -> FormulaNode? {
        hasPresentation = true
        var found = FormulaNode(element: element)
        let attributes = node.pointee.v.element.attributes
        for index in 0..<Int(attributes.length) {  // bounded: a length
            guard let attribute = attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self),
                let name = attribute.pointee.name, let value = attribute.pointee.value,
                let checked = FormulaAttribute.checked(String(cString: name), String(cString: value), on: element)
            else { continue }
            found.attributes.append((checked.0, checked.1))
        }
        if element.isToken {
            found.text = text(of: node)
            if element != .mtext, element != .ms { found.style() }
        } else if !element.isEmpty {
            found.children = children(of: node, depth: depth)
            found.normalize()
        }
        return found
    }

    /// `mfenced` is not in MathML Core.
    private mutating func fenced(_ node: GumboTree.Node, depth: Int) -> FormulaNode {
        func mark(_ text: String) -> FormulaNode { FormulaNode(element: .mo, text: Array(text.trimmed.utf8)) }
        let separators = (GumboTree.string(node, "separators") ?? ",").filter { !$0.isWhitespace }
        var inner: [FormulaNode] = []
        var position = separators.startIndex
        for child in children(of: node, depth: depth) {
            if !inner.isEmpty, position < separators.endIndex {
                inner.append(mark(String(separators[position])))
                let next = separators.index(after: position)
                if next < separators.endIndex { position = next }
            }
            inner.append(child)
        }
        let open = mark(GumboTree.string(node, "open") ?? "(")
        let close = mark(GumboTree.string(node, "close") ?? ")")
        return .mrow([open, .mrow(inner), close])
    }

    private mutating func readAnnotation(_ node: GumboTree.Node) {
        guard tex == nil, let encoding = GumboTree.string(node, "encoding")?.lowercased(), encoding.contains("tex")
        else { return }
        tex = text(of: node, isTeX: true)
    }

    /// White space is collapsed, except in TeX, whose comments end with a line.
    private mutating func text(of node: GumboTree.Node, isTeX: Bool = false) -> [UInt8] {
        let text = FormulaNames.text(of: node, placeholders, budget: &budget)
        if budget <= 0 || FormulaNames.containsBlock(node, budget: &budget) { isUnreadable = true }
        return isTeX ? text : Array(text.withUnsafeBufferPointer(PlainText.collapsed).utf8)
    }
}

/// Names and texts of the elements of formulas, in gumbo's tree.
enum FormulaNames {
    /// In lower case, without a prefix.
    static func local(_ node: GumboTree.Node) -> ArraySlice<UInt8> {
        let name = SanitizerPass.unknownElementName(node)
        return name.firstIndex(of: 0x3A).map { name[($0 + 1)...] } ?? name[...]
    }

    /// Those with a prefix keep their names.
    static func isMath(_ node: GumboTree.Node) -> Bool {
        let tag = node.pointee.v.element.tag
        return tag == FormulaTags.mathML
            || tag == GUMBO_TAG_UNKNOWN && SanitizerPass.unknownElementName(node).suffix(5).elementsEqual(":math".utf8)
    }

    /// All text in the node.
    static func text(
        of node: GumboTree.Node, _ placeholders: TextPlaceholders?, budget: inout Int
    ) -> [UInt8] {
        var out: [UInt8] = []
        guard GumboTree.isElement(node) else {
            append(node, placeholders, to: &out)
            return out
        }
        var walker = GumboTreeWalker(node)
        while budget > 0, let step = walker.next() {
            guard case .enter(let child) = step else { continue }
            budget -= 1
            if !GumboTree.isElement(child) { append(child, placeholders, to: &out) }
        }
        return out
    }

    /// A block of HTML, or an element that is a picture or a frame.
    static func isBlock(_ node: GumboTree.Node) -> Bool {
        let tag = node.pointee.v.element.tag
        switch tag {
        case GUMBO_TAG_IMG, GUMBO_TAG_IFRAME, GUMBO_TAG_VIDEO, GUMBO_TAG_AUDIO, GUMBO_TAG_OBJECT: return true
        default: return TagKind.table[Int(tag.rawValue)].contains(.endsParagraph)
        }
    }

    static func containsBlock(_ node: GumboTree.Node, budget: inout Int) -> Bool {
        guard GumboTree.isElement(node) else { return false }
        var walker = GumboTreeWalker(node)
        while budget > 0, let step = walker.next() {
            budget -= 1
            if case .enter(let child) = step, GumboTree.isElement(child), isBlock(child) { return true }
        }
        return false
    }

    private static func append(
        _ node: GumboTree.Node, _ placeholders: TextPlaceholders?, to out: inout [UInt8]
    ) {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA: break
        default: return
        }
        guard let characters = node.pointee.v.text.text else { return }
        let text = GumboTree.bytes(characters)
        guard let placeholders else { return out.append(contentsOf: text) }
        placeholders.restore(text) { out.append(contentsOf: $0) }
    }
}
