import CGumbo

/// Drops what is never article text and turns divisions into paragraphs.
struct PreparingPass {
    var tree: PageTree
    let rules: ExtractionRules
    private let title: TextSimilarity?
    /// Comparisons with the title left.
    private var headingsLeft = 200
    /// To be scored, in document order.
    private(set) var paragraphs: [Int] = []
    private(set) var byline: String?
    private var wantsByline: Bool
    private var hasRemovedTitle = false
    private var nodeStats: [NodeStatistics] = []

    init(tree: PageTree, rules: ExtractionRules, title: String?, wantsByline: Bool) {
        self.tree = tree
        self.rules = rules
        self.title = title.map(TextSimilarity.init(to:))
        self.wantsByline = wantsByline
    }

    mutating func run() {
        tree.replaceLineBreaks()
        flagPhrasingAndBlocks()
        var at: Int? = tree.firstElement(tree.root)
        while let index = at {
            if isBoilerplate(index) {
                at = tree.nextElementInOrder(index, skipping: true, within: tree.root)
                tree.detach(index)
            } else {
                let place = collectParagraph(index)
                at = tree.nextElementInOrder(place, skipping: false, within: tree.root)
            }
        }
    }

    // MARK: Removal

    private mutating func isBoilerplate(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        if node.flags.contains(.hidden), !rules.keepsHidden { return true }
        if node.flags.contains(.modal), node.flags.contains(.unlikelyRole) { return true }
        if wantsByline, isByline(index) { return true }
        if repeatsTitle(index) { return true }
        if rules.dropsUnlikely, isUnlikely(index) { return true }
        // A table of contents is a `nav` too, with in-page links.
        if node.tag == GUMBO_TAG_NAV, nodeStats[index].linkDensity > 0.5 { return true }
        switch node.tag {
        case GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_HEADER, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4,
            GUMBO_TAG_H5, GUMBO_TAG_H6:
            return isEmpty(index)
        default: return false
        }
    }

    private func isUnlikely(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        if node.flags.contains(.unlikelyRole) { return true }
        return node.hints.contains(.unlikely) && !node.hints.contains(.maybe) && node.tag != GUMBO_TAG_A
            && !tree.hasNearAncestor(GUMBO_TAG_TABLE, index) && !tree.hasNearAncestor(GUMBO_TAG_CODE, index)
    }

    /// Takes the byline out of the text.
    private mutating func isByline(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard node.hints.contains(.byline) || node.flags.contains(.author) else { return false }
        let length = nodeStats[index].text.length
        guard length > 0, length < 100 else { return false }
        let name = tree.preorder(index).dropFirst().first { tree.nodes[Int($0)].flags.contains(.name) }
        let words = tree.text(name.map(Int.init) ?? index, limit: 400)
        // A sentence about the author is no name.
        if words.hasSuffix("."), words.split(separator: " ").count > 8 { return false }
        byline = words
        wantsByline = false
        return true
    }

    private mutating func repeatsTitle(_ index: Int) -> Bool {
        let tag = tree.nodes[index].tag
        guard tag == GUMBO_TAG_H1 || tag == GUMBO_TAG_H2, !hasRemovedTitle, headingsLeft > 0, let title else {
            return false
        }
        headingsLeft -= 1
        guard title.of(tree.text(index, limit: 1_024)) > 0.75 else { return false }
        hasRemovedTitle = true
        var at = index
        for _ in 0..<4 {
            guard let above = tree.parent(at), above != tree.root else { break }
            tree.nodes[above].flags.insert(.containsTitle)
            at = above
        }
        return true
    }

    private func isEmpty(_ index: Int) -> Bool {
        guard nodeStats[index].text.length == 0 else { return false }
        var at = tree.firstElement(index)
        while let child = at {
            let tag = tree.nodes[child].tag
            if tag != GUMBO_TAG_BR, tag != GUMBO_TAG_HR { return false }
            at = tree.nextElement(child)
        }
        return true
    }

    // MARK: Paragraphs

    /// Returns where to continue: a division may have been replaced.
    private mutating func collectParagraph(_ index: Int) -> Int {
        switch tree.nodes[index].tag {
        case GUMBO_TAG_SECTION, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6, GUMBO_TAG_P,
            GUMBO_TAG_TD, GUMBO_TAG_PRE:
            paragraphs.append(index)
            return index
        case GUMBO_TAG_DIV: return collectDivision(index)
        default: return index
        }
    }

    private mutating func collectDivision(_ index: Int) -> Int {
        let madeParagraphs = wrapInlineRuns(of: index)
        if let only = onlyParagraph(of: index), nodeStats[index].linkDensity < 0.25 {
            tree.detach(only)
            tree.replace(index, by: only)
            paragraphs.append(only)
            return only
        }
        if !madeParagraphs, !tree.nodes[index].flags.contains(.containsBlock) {
            tree.nodes[index].tag = GUMBO_TAG_P
            paragraphs.append(index)
        }
        return index
    }

    /// Wraps text and inline elements into paragraphs.
    private mutating func wrapInlineRuns(of index: Int) -> Bool {
        var paragraph: Int?
        var made = false
        for child in tree.children(index) {
            if tree.nodes[child].isText || tree.nodes[child].flags.contains(.phrasing) {
                if let paragraph {
                    tree.detach(child)
                    tree.attach(child, to: paragraph)
                } else if !tree.isBlank(child) {
                    let new = tree.makeElement(GUMBO_TAG_P)
                    nodeStats.append(NodeStatistics())
                    tree.replace(child, by: new)
                    tree.attach(child, to: new)
                    paragraph = new
                    made = true
                }
            } else if let finished = paragraph {
                tree.trimEnd(of: finished)
                paragraph = nil
            }
        }
        return made
    }

    private func onlyParagraph(of index: Int) -> Int? {
        var only: Int?
        var at = tree.firstChild(index)
        while let child = at {
            if tree.nodes[child].isText {
                if tree.nodes[child].textMeasure.length > 0 { return nil }
            } else {
                guard only == nil, tree.nodes[child].tag == GUMBO_TAG_P else { return nil }
                only = child
            }
            at = tree.next(child)
        }
        return only
    }

    // MARK: Structure

    private mutating func flagPhrasingAndBlocks() {
        nodeStats = tree.collectStatistics(tree.root)
        for entry in tree.preorder(tree.root).reversed() {
            let index = Int(entry)
            guard !tree.nodes[index].isText else { continue }
            if tree.nodes[index].tag.isPhrasing || containsOnlyPhrasing(index) {
                tree.nodes[index].flags.insert(.phrasing)
            }
            guard let parent = tree.parent(index) else { continue }
            if tree.nodes[index].tag.isTextBlock || tree.nodes[index].flags.contains(.containsBlock) {
                tree.nodes[parent].flags.insert(.containsBlock)
            }
        }
    }

    private func containsOnlyPhrasing(_ index: Int) -> Bool {
        guard tree.nodes[index].tag.mayBePhrasing else { return false }
        var at = tree.firstElement(index)
        while let child = at {
            guard tree.nodes[child].flags.contains(.phrasing) else { return false }
            at = tree.nextElement(child)
        }
        return true
    }
}
