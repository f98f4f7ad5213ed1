import CGumbo

/// The body of a page as an array of nodes, copied for each attempt.
struct ArticleTree {
    var nodes: [ArticleTreeNode] = []
    private(set) var root = 0
    /// The texts of formulas. A formula is a text node to all passes, so that none takes it apart or drops it as
    /// hidden.
    private var formulaTexts: [GumboTree.Node: [UInt8]] = [:]

    static var empty: ArticleTree { ArticleTree() }

    private init() {}

    /// Reads the body of a page.
    /// - Parameter readsNoScript: true to read also content that a browser shows only without scripts.
    init(body: GumboTree.Node, readsNoScript: Bool = false) {
        nodes.reserveCapacity(4_096)
        root = append(ArticleTreeNode(source: body, tag: GUMBO_TAG_BODY), to: nil)
        var walker = GumboTreeWalker(body)
        var current = root
        var formulas = FormulaFinder()
        while let step = walker.next() {
            switch step {
            case .enter(let node):
                if let finding = GumboTree.isElement(node) ? formulas.finding(at: node) : nil {
                    append(finding, node, to: current)
                    walker.skipChildren()
                    continue
                }
                guard var entry = ArticleTree.makeNode(node) else {
                    walker.skipChildren()
                    continue
                }
                // A caption below a picture is not part of a paragraph; inside a caption, the span is a credit.
                if entry.tag == GUMBO_TAG_SPAN, entry.hints.contains(.caption), nodes[current].tag != GUMBO_TAG_P,
                    !nodes[current].isCaption
                {
                    entry.tag = GUMBO_TAG_DIV
                }
                let index = append(entry, to: current)
                if entry.isText { continue }
                if Self.isLeaf(entry.tag), !(readsNoScript && entry.tag == GUMBO_TAG_NOSCRIPT) {
                    walker.skipChildren()
                } else {
                    current = index
                }
            case .leave: current = Int(nodes[current].parent)
            }
        }
        readIDs()
    }

    /// Adds the hints from IDs, except for sections and headings, whose ID Hugo, Sphinx and pandoc make of the
    /// heading's words, so that it does not name a role.
    private mutating func readIDs() {
        for index in nodes.indices where !nodes[index].idHints.isEmpty {
            let hints = nodes[index].idHints
            if nodes[index].tag.isHeading || isNamedAfterHeading(index) { continue }
            nodes[index].add(ClassNameHints.Reading(hints: hints, sure: hints))
        }
    }

    private func isNamedAfterHeading(_ index: Int) -> Bool {
        guard let heading = firstElement(index), nodes[heading].tag.isHeading else { return false }
        // A heading "Comments" may be above comments, unless the heading links to itself.
        return !nodes[index].idHints.contains(.comments)
            || preorder(heading).contains { nodes[Int($0)].flags.contains(.inPageLink) }
    }

    private mutating func append(_ finding: FormulaFinder.Finding, _ node: GumboTree.Node, to parent: Int) {
        guard case .formula(let formula) = finding else { return }
        var entry = ArticleTreeNode(source: node, tag: GUMBO_TAG_UNKNOWN, isText: true)
        let text = formula.text
        entry.textMeasure = text.withUnsafeBufferPointer { TextMeasure($0) }
        formulaTexts[node] = text
        append(entry, to: parent)
    }

    private static func makeNode(_ node: GumboTree.Node) -> ArticleTreeNode? {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            guard let text = node.pointee.v.text.text else { return nil }
            var entry = ArticleTreeNode(source: node, tag: GUMBO_TAG_UNKNOWN, isText: true)
            entry.textMeasure = TextMeasure(GumboTree.bytes(text))
            return entry
        case GUMBO_NODE_ELEMENT:
            let tag = node.pointee.v.element.tag
            if isNonText(tag) { return nil }
            var entry = ArticleTreeNode(source: node, tag: tag == GUMBO_TAG_FONT ? GUMBO_TAG_SPAN : tag)
            NodeAttributeReader.read(node, into: &entry)
            return entry
        default: return nil
        }
    }

    private static func isNonText(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_TEMPLATE, GUMBO_TAG_TITLE, GUMBO_TAG_META, GUMBO_TAG_LINK,
            GUMBO_TAG_BASE, GUMBO_TAG_NOFRAMES, GUMBO_TAG_NOEMBED, GUMBO_TAG_HEAD:
            true
        default: false
        }
    }

    /// Returns true for leaves, whose content only the sanitizer reads.
    static func isLeaf(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_NOSCRIPT, GUMBO_TAG_IFRAME, GUMBO_TAG_TEXTAREA, GUMBO_TAG_SELECT, GUMBO_TAG_SVG, GUMBO_TAG_MATH,
            GUMBO_TAG_VIDEO, GUMBO_TAG_AUDIO:
            true
        default: false
        }
    }

    // MARK: Structure

    @discardableResult
    mutating func append(_ node: ArticleTreeNode, to parent: Int?) -> Int {
        nodes.append(node)
        let index = nodes.count - 1
        if let parent { attach(index, to: parent) }
        return index
    }

    mutating func attach(_ index: Int, to parent: Int) {
        let last = Int(nodes[parent].lastChild)
        nodes[index].parent = Int32(parent)
        nodes[index].previous = Int32(last)
        nodes[index].next = -1
        if last >= 0 { nodes[last].next = Int32(index) } else { nodes[parent].firstChild = Int32(index) }
        nodes[parent].lastChild = Int32(index)
    }

    /// Detaches a node with its subtree.
    mutating func detach(_ index: Int) {
        let (parent, previous, next) = (Int(nodes[index].parent), Int(nodes[index].previous), Int(nodes[index].next))
        guard parent >= 0 else { return }
        if previous >= 0 { nodes[previous].next = Int32(next) } else { nodes[parent].firstChild = Int32(next) }
        if next >= 0 { nodes[next].previous = Int32(previous) } else { nodes[parent].lastChild = Int32(previous) }
        nodes[index].parent = -1
        nodes[index].previous = -1
        nodes[index].next = -1
    }

    /// Removes a node with its subtree, and records the reason for explanations.
    mutating func remove(_ index: Int, _ reason: RemovalReason) {
        nodes[index].removal = reason
        let isLinks = [.teasers, .linkList, .relatedBox, .relatedList].contains(reason)
        if isLinks, let parent = parent(index) { nodes[parent].flags.insert(.lostLinks) }
        detach(index)
    }

    /// Inserts a detached node before another.
    mutating func insert(_ index: Int, before other: Int) {
        let (parent, previous) = (Int(nodes[other].parent), Int(nodes[other].previous))
        guard parent >= 0 else { return }
        nodes[index].parent = Int32(parent)
        nodes[index].previous = Int32(previous)
        nodes[index].next = Int32(other)
        nodes[other].previous = Int32(index)
        if previous >= 0 { nodes[previous].next = Int32(index) } else { nodes[parent].firstChild = Int32(index) }
    }

    /// Returns true if `above` is the node itself or an ancestor, up to 24 levels.
    func isInside(_ index: Int, _ above: Int) -> Bool {
        var at = index
        for _ in 0..<24 {
            if at == above { return true }
            guard let parent = parent(at) else { return false }
            at = parent
        }
        return false
    }

    /// Puts the node `index` in the place of `other`, which is detached.
    mutating func replace(_ other: Int, by index: Int) {
        let (parent, previous, next) = (Int(nodes[other].parent), Int(nodes[other].previous), Int(nodes[other].next))
        guard parent >= 0 else { return }
        nodes[index].parent = Int32(parent)
        nodes[index].previous = Int32(previous)
        nodes[index].next = Int32(next)
        if previous >= 0 { nodes[previous].next = Int32(index) } else { nodes[parent].firstChild = Int32(index) }
        if next >= 0 { nodes[next].previous = Int32(index) } else { nodes[parent].lastChild = Int32(index) }
        nodes[other].parent = -1
        nodes[other].previous = -1
        nodes[other].next = -1
    }

    mutating func makeElement(_ tag: GumboTag) -> Int { append(ArticleTreeNode(source: nil, tag: tag), to: nil) }

    // MARK: Traversal

    func parent(_ index: Int) -> Int? { nodes[index].parent >= 0 ? Int(nodes[index].parent) : nil }
    func next(_ index: Int) -> Int? { nodes[index].next >= 0 ? Int(nodes[index].next) : nil }
    func previous(_ index: Int) -> Int? { nodes[index].previous >= 0 ? Int(nodes[index].previous) : nil }
    func firstChild(_ index: Int) -> Int? { nodes[index].firstChild >= 0 ? Int(nodes[index].firstChild) : nil }

    func nextElement(_ index: Int) -> Int? {
        var at = next(index)
        while let found = at, nodes[found].isText { at = next(found) }
        return at
    }

    func previousElement(_ index: Int) -> Int? {
        var at = previous(index)
        while let found = at, nodes[found].isText { at = previous(found) }
        return at
    }

    func firstElement(_ index: Int) -> Int? {
        guard let first = firstChild(index) else { return nil }
        return nodes[first].isText ? nextElement(first) : first
    }

    /// Returns the next element in document order, without the content of `index` if `skipping` is true.
    func nextElementInOrder(_ index: Int, skipping: Bool, within top: Int) -> Int? {
        if !skipping, let first = firstElement(index) { return first }
        var at = index
        while at != top {
            if let next = nextElement(at) { return next }
            guard let above = parent(at) else { return nil }
            at = above
        }
        return nil
    }

    func children(_ index: Int) -> [Int] {
        var found: [Int] = []
        var at = firstChild(index)
        while let child = at {
            found.append(child)
            at = next(child)
        }
        return found
    }

    /// Returns the nodes of a subtree, parents before children.
    func preorder(_ top: Int) -> [Int32] {
        var order: [Int32] = []
        var at = top
        while true {
            order.append(Int32(at))
            if let first = firstChild(at) {
                at = first
                continue
            }
            while at != top, nodes[at].next < 0 { at = Int(nodes[at].parent) }
            if at == top { return order }
            at = Int(nodes[at].next)
        }
    }

    /// Returns true if one of the four nearest ancestors has the tag.
    func hasNearAncestor(_ tag: GumboTag, _ index: Int) -> Bool {
        var at = index
        for _ in 0..<4 {
            guard let above = parent(at) else { return false }
            if nodes[above].tag == tag, !nodes[above].isText { return true }
            at = above
        }
        return false
    }

    /// Returns true inside a ruby reading; checks two ancestors, as a reading is a word or two.
    private func isInRubyReading(_ index: Int) -> Bool {
        guard let above = parent(index) else { return false }
        return nodes[above].tag.isRubyReading || parent(above).map { nodes[$0].tag.isRubyReading } ?? false
    }

    /// Returns the text with white space collapsed, without ruby readings, of about `limit` bytes at most.
    func text(_ index: Int, limit: Int = 4_096) -> String {
        var out = PlainTextBuffer(reserving: 128)
        for node in preorder(index) {
            guard nodes[Int(node)].isText else {
                if nodes[Int(node)].breaksWord { out.breakWord() }
                continue
            }
            if let before = previous(Int(node)), nodes[before].breaksWord { out.breakWord() }
            guard let source = nodes[Int(node)].source, !isInRubyReading(Int(node)) else { continue }
            if let formula = formulaTexts[source] {
                formula.withUnsafeBufferPointer { out.append($0) }
            } else if !GumboTree.isElement(source), let text = source.pointee.v.text.text {
                out.append(GumboTree.bytes(text))
            }
            if out.bytes.count >= limit { break }
        }
        return out.finished
    }
}
