import CGumbo

/// A pass that removes lines above the text that only repeat headline or byline, or hold a date.
struct LeadingBoilerplatePass {
    /// The headline and byline.
    let knownTexts: [String]
    /// The names in an unmarked byline above the text.
    private(set) var byline: String?
    private(set) var day: String?
    private var tree = ArticleTree.empty
    private var article = 0
    private var stats: [NodeStatistics] = []

    init(knownTexts: [String]) { self.knownTexts = knownTexts }

    /// Removes the opening lines.
    /// - Parameter stats: the statistics of the article before lines were removed from it.
    mutating func run(on tree: inout ArticleTree, in article: Int, _ stats: [NodeStatistics]) {
        self.tree = tree
        self.article = article
        tree = .empty
        self.stats = stats
        // A text with several dates is a chronology and keeps them.
        removeOpeningLines(dropsDates: !isChronology)
        tree = self.tree
        self.tree = .empty
    }

    /// True for three or more `time` elements, or two or more lines that are dates.
    private var isChronology: Bool {
        var (times, lines, examinedCount) = (0, 0, 0)
        for entry in tree.preorder(article) {
            let node = tree.nodes[Int(entry)]
            guard !node.isText else { continue }
            if node.tag == GUMBO_TAG_TIME { times += 1 }
            guard node.tag == GUMBO_TAG_P || node.tag.isHeading, (6...40).contains(stats[Int(entry)].text.length),
                stats[Int(entry)].elements <= 10
            else { continue }
            examinedCount += 1
            if examinedCount > 400 { break }
            if DateLineParser.isDate(tree.text(Int(entry), limit: 200)) { lines += 1 }
        }
        return times >= 3 || lines >= 2
    }

    /// Removes lines that only repeat headline or byline, or hold a date.
    private mutating func removeOpeningLines(dropsDates: Bool) {
        var examinedCount = 0
        for entry in tree.preorder(article).dropFirst() {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, tree.parent(index) != nil else { continue }
            let length = stats[index].text.length
            if length == 0 { continue }
            examinedCount += 1
            if examinedCount > 60 { return }
            let isLine = length <= 160 && stats[index].elements <= 30
            if !isLine {
                if node.tag == GUMBO_TAG_P, node.selection != .standfirst { return }
                continue
            }
            guard isOpeningLine(index) else { continue }
            if stats[index].pictures == 0,
                isAboveHeadline(index) || repeatsKnownText(index) || dropsDates && takeDate(index) || takeByline(index)
            {
                tree.remove(index, .openingLine)
            } else if node.tag == GUMBO_TAG_P, node.selection != .standfirst,
                length > 100 || LinkOnlyLineDetector.isSentence(tree.text(index, limit: 400))
            {
                return
            }
        }
    }

    private func isOpeningLine(_ index: Int) -> Bool {
        let tag = tree.nodes[index].tag
        if tag.isStandaloneBox || tag == GUMBO_TAG_HEADER || tag == GUMBO_TAG_TIME { return true }
        // A span directly in a block is a line too.
        guard tag == GUMBO_TAG_SPAN || tag == GUMBO_TAG_SMALL, let parent = tree.parent(index) else { return false }
        return tree.nodes[parent].tag.isDivision || tree.nodes[parent].tag == GUMBO_TAG_HEADER
    }

    private mutating func takeByline(_ index: Int) -> Bool {
        guard stats[index].text.length <= 100,
            let names = BylineParser.standaloneNames(tree.text(index, limit: 400))
        else { return false }
        byline = byline ?? names
        return true
    }

    private func isAboveHeadline(_ index: Int) -> Bool {
        tree.nodes[index].flags.contains(.aboveHeadline) && stats[index].proseLength == 0
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
        day = day ?? DateLineParser.day(in: text)
        if tree.nodes[index].tag == GUMBO_TAG_TIME { return true }
        if tree.nodes[index].hints.contains(.date), stats[index].text.length <= 40 { return true }
        if DateLineParser.isMostlyDate(text), !LinkOnlyLineDetector.isSentence(text) || DateLineParser.isDate(text),
            stats[index].text.length <= 80
        {
            return true
        }
        guard
            let time = tree.preorder(index).first(where: {
                tree.nodes[Int($0)].tag == GUMBO_TAG_TIME && !tree.nodes[Int($0)].isText
            })
        else { return false }
        return stats[index].text.length <= stats[Int(time)].text.length + 16
    }
}
