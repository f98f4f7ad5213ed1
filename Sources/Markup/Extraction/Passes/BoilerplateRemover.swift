import CGumbo

/// Removes boilerplate inside an article: sign-up boxes, *read also* lines, related lists, author boxes, date and
/// byline above the text. Only small parts: some pages have their whole text in a box called `newsletter`.
struct BoilerplateRemover {
    var tree: PageTree
    let article: Int
    /// Headline and byline.
    let knownTexts: [String]
    /// Without markup, above the text.
    private(set) var byline: String?
    private(set) var day: String?
    private(set) var isTruncated = false
    private var nodeStats: [NodeStatistics] = []

    init(tree: PageTree, article: Int, knownTexts: [String]) {
        self.tree = tree
        self.article = article
        self.knownTexts = knownTexts
    }

    /// - Parameter total: the text's length.
    mutating func run(total: Int32) {
        removeBoxes(total)
        nodeStats = tree.collectStatistics(article)
        removeRelatedLists()
        // A text with several dates is a chronology and keeps them.
        let times = tree.preorder(article).count {
            tree.nodes[Int($0)].tag == GUMBO_TAG_TIME && !tree.nodes[Int($0)].isText
        }
        removeOpeningLines(dropsDates: times < 3)
    }

    // MARK: Boxes

    private mutating func removeBoxes(_ total: Int32) {
        var foundPaywall = false
        _ = tree.collectStatistics(article) { tree, index, stats in
            let hints = tree.nodes[index].hints
            let length = stats.text.length
            if !tree.nodes[index].flags.isDisjoint(with: [.inDataTable, .kept]) { return true }
            if hints.contains(.paywall), length < 800, length * 10 < total * 7,
                BoilerplatePhrases.mentionsSubscription(BoilerplatePhrases.normalized(tree.text(index)))
            {
                foundPaywall = true
                return false
            }
            if hints.contains(.boilerplate), length * 10 < total * 3, length < 2_000 { return false }
            if hints.contains(.related), length * 10 < total * 4, stats.linkDensity > 0.3 { return false }
            guard length > 0, length <= 200, stats.elements <= 40, Self.isStandaloneBox(tree.nodes[index].tag) else {
                return true
            }
            let text = tree.text(index, limit: 240)
            if BoilerplatePhrases.isPaywallNotice(BoilerplatePhrases.normalized(text)) {
                foundPaywall = true
                return false
            }
            return !Self.isBoilerplate(text, stats, isHeading: tree.nodes[index].tag.isHeading)
        }
        isTruncated = foundPaywall
    }

    private static func isStandaloneBox(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_P, GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_UL, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_CENTER: true
        default: tag.isHeading
        }
    }

    private static func isBoilerplate(_ text: String, _ stats: NodeStatistics, isHeading: Bool) -> Bool {
        let phrase = BoilerplatePhrases.normalized(text)
        // "Advertising" may head a section about it.
        return !isHeading && BoilerplatePhrases.isBoilerplate(phrase)
            || stats.linkDensity > 0.4 && BoilerplatePhrases.isRelatedLink(phrase)
    }

    // MARK: Lists of other articles

    /// Headings such as *Related stories* with the links below.
    private mutating func removeRelatedLists() {
        for entry in tree.preorder(article) {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, tree.parent(index) != nil || index == article else { continue }
            let length = nodeStats[index].text.length
            guard length > 3, length < 80, nodeStats[index].elements < 20,
                node.tag.isHeading || Self.isStandaloneBox(node.tag),
                BoilerplatePhrases.isRelatedHeading(BoilerplatePhrases.normalized(tree.text(index, limit: 160)))
            else { continue }
            removeRelatedList(under: index)
        }
    }

    private mutating func removeRelatedList(under heading: Int) {
        var top = heading
        // A heading alone in its division stands for it.
        while let parent = tree.parent(top), parent != article,
            nodeStats[parent].text.length == nodeStats[heading].text.length
        {
            top = parent
        }
        var run: [Int] = []
        var length = 0.0
        var links = 0.0
        var at = tree.next(top)
        // Limited, to stay linear; longer lists are not related articles.
        while let next = at, !endsList(next), run.count < 200 {
            run.append(next)
            length += Double(nodeStats[next].text.length)
            links +=
                tree.nodes[next].tag == GUMBO_TAG_A && !tree.nodes[next].isText
                ? Double(nodeStats[next].text.length) : nodeStats[next].linkLength
            at = tree.next(next)
        }
        guard length == 0 || links / length > 0.5 else { return }
        for node in run { tree.detach(node) }
        tree.detach(top)
    }

    private func endsList(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard !node.isText else { return false }
        if node.tag.isHeading { return true }
        return node.tag == GUMBO_TAG_P && nodeStats[index].text.length > 100 && nodeStats[index].linkDensity < 0.3
    }

    // MARK: The opening

    /// Lines that only repeat headline or byline, or hold a date.
    private mutating func removeOpeningLines(dropsDates: Bool) {
        var examinedCount = 0
        for entry in tree.preorder(article).dropFirst() {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, tree.parent(index) != nil else { continue }
            let length = nodeStats[index].text.length
            if length == 0 { continue }
            examinedCount += 1
            if examinedCount > 60 { return }
            let isLine = length <= 160 && nodeStats[index].elements <= 30
            if !isLine {
                if node.tag == GUMBO_TAG_P { return }
                continue
            }
            guard isOpeningLine(index) else { continue }
            if nodeStats[index].pictures == 0,
                repeatsKnownText(index) || dropsDates && takeDate(index) || takeByline(index)
            {
                tree.detach(index)
            } else if node.tag == GUMBO_TAG_P, length > 100 {
                return
            }
        }
    }

    private func isOpeningLine(_ index: Int) -> Bool {
        let tag = tree.nodes[index].tag
        if Self.isStandaloneBox(tag) || tag == GUMBO_TAG_HEADER || tag == GUMBO_TAG_TIME { return true }
        // A span directly in a block is a line too.
        guard tag == GUMBO_TAG_SPAN || tag == GUMBO_TAG_SMALL, let parent = tree.parent(index) else { return false }
        return tree.nodes[parent].tag.isDivision || tree.nodes[parent].tag == GUMBO_TAG_HEADER
    }

    private mutating func takeByline(_ index: Int) -> Bool {
        guard nodeStats[index].text.length <= 100,
            let names = BylineParser.standaloneNames(tree.text(index, limit: 400))
        else { return false }
        byline = byline ?? names
        return true
    }

    private func repeatsKnownText(_ index: Int) -> Bool {
        let text = tree.text(index, limit: 400)
        let bare = BoilerplatePhrases.normalized(text)
        return knownTexts.contains { known in
            let wanted = BoilerplatePhrases.normalized(known)
            if bare == wanted { return true }
            return BylineParser.names(in: text).lowercased() == known.lowercased()
                || BoilerplatePhrases.withoutBylinePrefix(bare) == BoilerplatePhrases.withoutBylinePrefix(wanted)
        }
    }

    private mutating func takeDate(_ index: Int) -> Bool {
        let text = tree.text(index, limit: 240)
        // A date in words stays: some texts begin with one.
        day = day ?? DateLineParser.day(in: text)
        if tree.nodes[index].tag == GUMBO_TAG_TIME { return true }
        if tree.nodes[index].hints.contains(.date), nodeStats[index].text.length <= 40 { return true }
        guard
            let time = tree.preorder(index).first(where: {
                tree.nodes[Int($0)].tag == GUMBO_TAG_TIME && !tree.nodes[Int($0)].isText
            })
        else { return false }
        return nodeStats[index].text.length <= nodeStats[Int(time)].text.length + 16
    }
}
