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
    private var hasProseBesideComments = true
    private var nodeStats: [NodeStatistics] = []

    /// The block that says the same as the page's description.
    private(set) var described: Int?
    private let standfirstFinder: StandfirstFinder?

    init(tree: PageTree, rules: ExtractionRules, title: String?, description: String?, wantsByline: Bool) {
        standfirstFinder = StandfirstFinder(description: description)
        self.tree = tree
        self.rules = rules
        self.title = title.map(TextSimilarity.init(to:))
        self.wantsByline = wantsByline
    }

    mutating func run() {
        tree.replaceLineBreaks()
        flagPhrasingAndBlocks()
        hasProseBesideComments = measureProseBesideComments()
        described = standfirstFinder?.find(in: tree, stats: nodeStats)
        var at: Int? = tree.firstElement(tree.root)
        while let index = at {
            if let reason = removal(of: index) {
                at = tree.nextElementInOrder(index, skipping: true, within: tree.root)
                rescueStandfirst(from: index)
                tree.remove(index, reason)
            } else {
                let place = collectParagraph(index)
                at = tree.nextElementInOrder(place, skipping: false, within: tree.root)
            }
        }
    }

    /// A header goes, but not the introduction in it.
    private mutating func rescueStandfirst(from index: Int) {
        guard let described, tree.isInside(described, index) else { return }
        tree.detach(described)
        tree.insert(described, before: index)
    }

    // MARK: Removal

    private mutating func removal(of index: Int) -> RemovalReason? {
        let node = tree.nodes[index]
        if node.flags.contains(.hidden), !rules.keepsHidden { return .hidden }
        if node.flags.contains(.modal), node.flags.contains(.unlikelyRole) { return .overlay }
        if wantsByline, isByline(index) { return .byline }
        if repeatsTitle(index) { return .headline }
        if let reason = neverArticle(index) { return reason }
        if isUnlikely(index) { return .name }
        // A table of contents is a `nav` too, with in-page links.
        if node.tag == GUMBO_TAG_NAV, nodeStats[index].linkDensity > 0.5 { return .navigation }
        switch node.tag {
        case GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_HEADER, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4,
            GUMBO_TAG_H5, GUMBO_TAG_H6:
            return isEmpty(index) ? .empty : nil
        default: return nil
        }
    }

    private func isUnlikely(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard rules.dropsUnlikely else { return false }
        if node.flags.contains(.unlikelyRole) { return true }
        guard canBeNamed(index), !node.hints.isDisjoint(with: .unlikely), !node.hints.contains(.content),
            !tree.hasNearAncestor(GUMBO_TAG_TABLE, index), nodeStats[index].quotedPosts == 0
        else { return false }
        if node.hints.contains(.header), nodeStats[index].topHeadings > 0 { return false }
        return !nodeStats[index].isProse || !tree.sureHints(index).isDisjoint(with: [.sidebar, .footer, .advertising])
    }

    /// Headings are named after their text.
    private func canBeNamed(_ index: Int) -> Bool {
        let tag = tree.nodes[index].tag
        return !tag.isHeading && tag != GUMBO_TAG_A && !tree.hasNearAncestor(GUMBO_TAG_CODE, index)
    }

    /// Comments, cookie notices and what surrounds the page are prose too, and may be longer than the article.
    private func neverArticle(_ index: Int) -> RemovalReason? {
        let node = tree.nodes[index]
        let sure = tree.sureHints(index)
        guard node.hints.contains(.consent) || !sure.isDisjoint(with: Self.neverArticle), canBeNamed(index) else {
            return nil
        }
        if isCookieNotice(index) { return .cookieNotice }
        if sure.contains(.comments) { return hasProseBesideComments ? .comments : nil }
        let own = nodeStats[index]
        guard !rules.dropsUnlikely, !node.hints.contains(.content),
            own.proseLength * 2 <= nodeStats[tree.root].proseLength
        else {
            return nil
        }
        return .name
    }

    private static let neverArticle = ClassNameHints.surroundings.union([.cookies, .consent, .comments])

    private func isCookieNotice(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard node.hints.contains(.consent) || tree.sureHints(index).contains(.cookies) else { return false }
        return nodeStats[index].text.length < 3_000
            && nodeStats[index].proseLength * 2 <= nodeStats[tree.root].proseLength
            || nodeStats[index].text.length < 1_000 && tree.sureHints(index).contains(.cookies)
    }

    /// False on a page of comments, where they are the text.
    private func measureProseBesideComments() -> Bool {
        var left = nodeStats[tree.root].proseLength
        var at: Int? = tree.firstElement(tree.root)
        while let index = at {
            let isComments = tree.sureHints(index).contains(.comments)
            if isComments { left -= nodeStats[index].proseLength }
            at = tree.nextElementInOrder(index, skipping: isComments, within: tree.root)
        }
        return left > 0
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
            flagAboveHeadline(at)
            guard let above = tree.parent(at), above != tree.root else { break }
            tree.nodes[above].flags.insert(.containsTitle)
            at = above
        }
        return true
    }

    /// Short lines above a headline are no text: the section, the date.
    private mutating func flagAboveHeadline(_ index: Int) {
        var sibling = tree.previous(index)
        for _ in 0..<12 {
            guard let before = sibling, nodeStats[before].proseLength == 0 else { return }
            tree.nodes[before].flags.insert(.aboveHeadline)
            sibling = tree.previous(before)
        }
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
            tree.nodes[only].adoptNames(of: tree.nodes[index])
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
