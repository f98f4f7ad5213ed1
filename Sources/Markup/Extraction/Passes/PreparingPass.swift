import CGumbo

/// A pass that removes nodes that are never article text and turns divisions into paragraphs.
struct PreparingPass {
    var tree: ArticleTree
    let rules: ExtractionRules
    private let title: TextSimilarity?
    /// The remaining number of comparisons with the title.
    private var headingsLeft = 200
    /// The paragraphs to be scored, in document order.
    private(set) var paragraphs: [Int] = []
    private(set) var byline: String?
    private var wantsByline: Bool
    private var hasRemovedTitle = false
    /// True if there is text besides comments and cookie notices; without it, those may be the page's text.
    private var hasTextBeside = true
    private var nodeStats: [NodeStatistics] = []

    /// The block with the words of the page's description.
    private(set) var described: Int?
    private let standfirstFinder: StandfirstFinder?

    init(tree: ArticleTree, rules: ExtractionRules, title: String?, description: String?, wantsByline: Bool) {
        standfirstFinder = StandfirstFinder(description: description)
        self.tree = tree
        self.rules = rules
        self.title = title.map(TextSimilarity.init(to:))
        self.wantsByline = wantsByline
    }

    mutating func run() {
        tree.replaceLineBreaks()
        tree.flagPhrasingAndBlocks()
        nodeStats = tree.collectStatistics(tree.root)
        hasTextBeside = findsTextBeside()
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

    /// Moves the introduction out of a header that is removed.
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
        if index == described { return nil }
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
        guard !isMostlyHeading(index), canBeNamed(index), !node.hints.isDisjoint(with: .unlikely),
            !node.hints.contains(.content),
            !tree.hasNearAncestor(GUMBO_TAG_TABLE, index), nodeStats[index].quotedPosts == 0
        else { return false }
        if node.hints.contains(.header), nodeStats[index].topHeadings > 0 { return false }
        if holdsMostProse(index) { return false }
        return !nodeStats[index].isProse(node)
            || !tree.nodes[index].sureHints.isDisjoint(with: [.sidebar, .footer, .advertising])
    }

    /// Returns true if the names of an element may describe its kind; headings are often named after their text.
    private func canBeNamed(_ index: Int) -> Bool {
        let tag = tree.nodes[index].tag
        let isInline = tag.isPhrasing && tree.parent(index).map { tree.nodes[$0].tag == GUMBO_TAG_P } == true
        return !tag.isHeading && !isInline && tag != GUMBO_TAG_A && !tree.hasNearAncestor(GUMBO_TAG_CODE, index)
    }

    /// Returns the reason to remove comments, cookie notices and the surroundings of the page, which are prose too and
    /// may be longer than the article.
    private func neverArticle(_ index: Int) -> RemovalReason? {
        let node = tree.nodes[index]
        let sure = node.sureHints
        guard node.hints.contains(.consent) || !sure.isDisjoint(with: Self.neverArticle), canBeNamed(index) else {
            return nil
        }
        if isCookieNotice(index) { return .cookieNotice }
        if sure.contains(.comments) { return hasTextBeside && nodeStats[index].topHeadings == 0 ? .comments : nil }
        let own = nodeStats[index]
        guard !rules.dropsUnlikely, !node.hints.contains(.content),
            own.proseLength * 2 <= nodeStats[tree.root].proseLength
        else {
            return nil
        }
        return .name
    }

    private func isMostlyHeading(_ index: Int) -> Bool {
        let own = nodeStats[index]
        return own.headingLength * 10 >= Double(own.text.length) * 8 && own.text.length > 0 && own.topHeadings == 0
            && own.linkDensity < 0.5
    }

    private func holdsMostProse(_ index: Int) -> Bool {
        let (own, all) = (nodeStats[index], nodeStats[tree.root].proseLength)
        return own.proseLength * 2 > all && (own.topHeadings > 0 || all - own.proseLength < 500)
    }

    private static let neverArticle = ClassNameHints.surroundings.union([.cookies, .consent, .comments])

    private func isCookieNotice(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard node.hints.contains(.consent) || node.sureHints.contains(.cookies) else { return false }
        let length = nodeStats[index].text.length
        return length < 3_000 && (hasTextBeside || !holdsMostProse(index)) || length < 600
    }

    /// Returns true if there is a paragraph outside comments, notices and the surroundings of the page.
    private func findsTextBeside() -> Bool {
        var at: Int? = tree.firstElement(tree.root)
        while let index = at {
            let node = tree.nodes[index]
            let isOther =
                !node.sureHints.isDisjoint(with: [.comments, .consent, .cookies]) || node.hints.contains(.consent)
                || !node.hints.isDisjoint(with: .unlikely) && !node.hints.contains(.content)
                || [GUMBO_TAG_FOOTER, GUMBO_TAG_NAV, GUMBO_TAG_ASIDE, GUMBO_TAG_FORM].contains(node.tag)
            if !isOther, node.tag == GUMBO_TAG_P, nodeStats[index].text.weight >= 30, nodeStats[index].links == 0 {
                return true
            }
            at = tree.nextElementInOrder(index, skipping: isOther, within: tree.root)
        }
        return false
    }

    /// Returns true for the byline, which it stores.
    private mutating func isByline(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard node.hints.contains(.byline) || node.flags.contains(.author) else { return false }
        let length = nodeStats[index].text.length
        guard length > 0, length < 100, !tree.hasNearAncestor(GUMBO_TAG_BLOCKQUOTE, index) else { return false }
        let name = tree.preorder(index).dropFirst().first { tree.nodes[Int($0)].flags.contains(.name) }
        let words = tree.text(name.map(Int.init) ?? index, limit: 400)
        // A sentence about the author is not a name.
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

    /// Flags short lines above a headline, such as the section and the date, which are not article text.
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

    /// Collects a paragraph, and returns the node to continue from, as a division may have been replaced.
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
            if described == index { described = only }
            paragraphs.append(only)
            return only
        }
        if !madeParagraphs, !tree.nodes[index].flags.contains(.containsBlock) {
            tree.nodes[index].tag = GUMBO_TAG_P
            paragraphs.append(index)
        }
        return index
    }

    /// Wraps text and inline elements into paragraphs; returns true if any was made.
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
}
