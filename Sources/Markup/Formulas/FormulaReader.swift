import CGumbo

/// A reader of MathML into formula nodes: MathML Core's presentation elements by name, other visible elements by their
/// content. Content MathML, annotations, links and pictures are left out.
struct FormulaReader {
    let placeholders: TextPlaceholders?
    /// The number of nodes that may still be visited.
    private(set) var budget: Int
    /// The TeX in an annotation or `alttext`.
    private(set) var tex: [UInt8]?
    /// True if there was more than text and content MathML.
    private(set) var hasPresentation = false
    /// True if the source is too deep or too large, or has a block or a picture, such as after a missing end tag: then
    /// it is not treated as a formula.
    private(set) var isUnreadable = false
    private var hasLineBreak = false
    /// True if there is text outside tokens.
    private var hasLooseText = false

    /// The maximum depth of elements in gumbo's tree, as tasks have small stacks.
    private static let maximumDepth = 80

    init(placeholders: TextPlaceholders?, budget: Int) {
        self.placeholders = placeholders
        self.budget = budget
    }

    mutating func read(_ math: GumboTree.Node) -> [FormulaNode] {
        let nodes = FormulaNode.mrow(children(of: math, depth: 0)).children
        if hasLineBreak, hasLooseText { isUnreadable = true }
        if tex == nil, let alternative = GumboTree.attribute(math, "alttext"),
            (1...TeXSource.maximumLength).contains(alternative.count)
        {
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
        // An action shows its first expression only.
        let isAction = FormulaNames.local(node).elementsEqual("maction".utf8)
        for index in 0..<GumboTree.childCount(node) where !isAction || found.isEmpty {  // bounded: a count
            guard let child = GumboTree.child(node, index), !isUnreadable else { continue }
            budget -= 1
            guard GumboTree.isElement(child) else {
                let text = text(of: child)
                if !text.isEmpty {
                    hasLooseText = true
                    found.append(.mtext(text))
                }
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
            read(html: node)
            let nodes = children(of: node, depth: depth)
            return nodes.count == 1 ? nodes.first : nodes.isEmpty ? nil : .mrow(nodes)
        }
        return nil
    }

    /// Reads HTML outside tokens, where browsers end a formula. Some software puts line breaks between the lines of the
    /// source.
    private mutating func read(html node: GumboTree.Node) {
        guard FormulaNames.isHTML(node) else { return }
        if node.pointee.v.element.tag == GUMBO_TAG_BR { hasLineBreak = true } else { isUnreadable = true }
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

    /// Converts `mfenced`, which is not in MathML Core, to a row.
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

    /// Returns the text with white space collapsed, except in TeX, whose comments end with a line.
    private mutating func text(of node: GumboTree.Node, isTeX: Bool = false) -> [UInt8] {
        let text = FormulaNames.text(of: node, placeholders, budget: &budget)
        if budget <= 0 || FormulaNames.containsBlock(node, budget: &budget) { isUnreadable = true }
        if text.count > TeXSource.maximumLength {
            if !isTeX { isUnreadable = true }
            return []
        }
        return isTeX ? text : Array(text.withUnsafeBufferPointer(PlainText.collapsed).utf8)
    }
}
