import CGumbo

/// A pass that scores elements by their paragraphs and selects the parts of the article.
struct ScoringPass {
    var tree: ArticleTree
    let rules: ExtractionRules
    /// The element that holds most of the article.
    private(set) var top = 0
    /// The best-scored element, without its wrappers.
    private var topScored = 0
    private var nodeStats: [NodeStatistics] = []
    private var candidates: [Int] = []

    /// The block with the words of the page's description.
    let described: Int?

    init(tree: ArticleTree, rules: ExtractionRules, described: Int?) {
        self.tree = tree
        self.rules = rules
        self.described = described
    }

    /// Returns the parts of the article: siblings in order.
    mutating func selectParts(from paragraphs: [Int]) -> [Int] {
        nodeStats = tree.collectStatistics(tree.root)
        for paragraph in paragraphs { score(paragraph) }
        for candidate in candidates {
            tree.nodes[candidate].score *= 1 - nodeStats[candidate].linkDensity
            if isNearHeadline(candidate) { tree.nodes[candidate].score *= 1.2 }
            if isForm(candidate) { tree.nodes[candidate].score /= 4 }
        }
        let best = bestCandidates()
        // Lines of the page itself, such as a program's warnings, give points to its body.
        let inner = best.first == tree.root ? best.dropFirst().first : best.first
        guard let first = inner,
            first == best.first || nodeStats[first].proseLength * 5 >= nodeStats[tree.root].proseLength * 3,
            nodeStats[first].proseLength > 0 || first == best.first
        else {
            top = wrapWholePage()
            topScored = top
            tree.nodes[top].selection = .wholePage
            return [top]
        }
        top = preferringMain(to: first)
        adoptCommonAncestor(of: best)
        climbToParent()
        adoptDeclaredBody()
        let parts = expanded(articleParts())
        for part in parts where part != top {
            tree.nodes[part].selection = tree.parent(part) == tree.parent(top) ? .sibling : .continuation
        }
        if let described { tree.nodes[described].selection = .standfirst }
        guard let standfirst = standfirst(before: parts) else { return parts }
        tree.nodes[standfirst].selection = .standfirst
        return [standfirst] + parts
    }

    /// Returns the statistics of a node; empty for nodes added later.
    func stats(_ index: Int) -> NodeStatistics { index < nodeStats.count ? nodeStats[index] : NodeStatistics() }

    // MARK: Scores

    private mutating func score(_ paragraph: Int) {
        let text = nodeStats[paragraph].text
        guard text.length >= 25, tree.parent(paragraph) != nil || paragraph == tree.root else { return }
        let points = 2 + Double(text.commas) + Double(min(text.length / 100, 3))
        var at = paragraph
        for level in 0..<5 {
            guard let ancestor = tree.parent(at) else { return }
            if !tree.nodes[ancestor].isScored {
                tree.nodes[ancestor].score = initialScore(ancestor)
                candidates.append(ancestor)
            }
            tree.nodes[ancestor].score += points / (level == 0 ? 1 : level == 1 ? 2 : Double(level * 3))
            at = ancestor
        }
    }

    /// Returns true within four levels of a box that had the headline.
    private func isNearHeadline(_ index: Int) -> Bool {
        var at = index
        for _ in 0..<4 {
            if tree.nodes[at].flags.contains(.containsTitle) { return true }
            guard let parent = tree.parent(at) else { return false }
            at = parent
        }
        return false
    }

    /// Returns true for form fields with explanations.
    private func isForm(_ index: Int) -> Bool {
        nodeStats[index].inputs >= 3 && nodeStats[index].text.length < 200 * nodeStats[index].inputs
    }

    private func initialScore(_ index: Int) -> Double {
        let node = tree.nodes[index]
        let own: Double =
            switch node.tag {
            case GUMBO_TAG_DIV: 5
            case GUMBO_TAG_PRE, GUMBO_TAG_TD, GUMBO_TAG_BLOCKQUOTE: 3
            case GUMBO_TAG_ADDRESS, GUMBO_TAG_OL, GUMBO_TAG_UL, GUMBO_TAG_DL, GUMBO_TAG_DD, GUMBO_TAG_DT, GUMBO_TAG_LI,
                GUMBO_TAG_FORM:
                -3
            case GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6, GUMBO_TAG_TH: -5
            default: 0
            }
        return own + (rules.weighsClasses ? Double(node.weight) : 0)
    }

    // MARK: Selection

    private func bestCandidates() -> [Int] {
        var best: [Int] = []
        for candidate in candidates {
            let score = tree.nodes[candidate].score
            let position = best.firstIndex { tree.nodes[$0].score < score } ?? best.count
            guard position < 5 else { continue }
            best.insert(candidate, at: position)
            if best.count > 5 { best.removeLast() }
        }
        return best
    }

    private mutating func wrapWholePage() -> Int {
        let whole = tree.makeElement(GUMBO_TAG_DIV)
        for child in tree.children(tree.root) {
            tree.detach(child)
            tree.attach(child, to: whole)
        }
        tree.attach(whole, to: tree.root)
        tree.nodes[whole].score = 5
        return whole
    }

    /// Returns the only `main` or `article` of the page, if the candidate is a smaller box outside it.
    private func preferringMain(to candidate: Int) -> Int {
        let own = nodeStats[candidate]
        guard own.proseLength < 600 else { return candidate }
        for tag in [GUMBO_TAG_ARTICLE, GUMBO_TAG_MAIN] {
            let found = tree.preorder(tree.root).lazy.map(Int.init).filter { tree.nodes[$0].tag == tag }.prefix(2)
            guard found.count == 1, let main = found.first, !tree.isInside(candidate, main) else { continue }
            let other = nodeStats[main]
            let unlinked = Double(other.text.length) - other.linkLength
            if unlinked * 2 >= Double(own.text.length), unlinked >= 25, other.linkDensity < 0.5 { return main }
        }
        return candidate
    }

    private func ancestors(_ index: Int) -> [Int] {
        var found: [Int] = []
        var at = tree.parent(index)
        while let above = at {
            found.append(above)
            at = tree.parent(above)
        }
        return found
    }

    /// Selects an ancestor of three or more candidates with similar scores.
    private mutating func adoptCommonAncestor(of best: [Int]) {
        let score = tree.nodes[top].score
        let rivals = best.dropFirst().filter { tree.nodes[$0].score / score >= 0.75 }.map { Set(ancestors($0)) }
        guard rivals.count >= 3 else { return }
        for ancestor in ancestors(top) where ancestor != tree.root {
            if rivals.filter({ $0.contains(ancestor) }).count >= 3 {
                top = ancestor
                break
            }
        }
    }

    /// Selects an ancestor with a better score.
    private mutating func climbToParent() {
        if !tree.nodes[top].isScored { tree.nodes[top].score = initialScore(top) }
        var last = tree.nodes[top].score
        let threshold = last / 3
        for ancestor in ancestors(top) where ancestor != tree.root && tree.nodes[ancestor].isScored {
            let score = tree.nodes[ancestor].score
            if score < threshold { break }
            if score > last {
                top = ancestor
                break
            }
            last = score
        }
        topScored = top
        while let parent = tree.parent(top), parent != tree.root, isOnlyChild(top) { top = parent }
        if !tree.nodes[top].isScored { tree.nodes[top].score = initialScore(top) }
    }

    /// Prefers a declared article body; includes the answers to a question.
    private mutating func adoptDeclaredBody() {
        let above = ancestors(top).filter { $0 != tree.root }
        if let body = above.first(where: { tree.nodes[$0].flags.contains(.articleBody) }) { return adopt(body) }
        let parts = articleParts()
        guard !parts.contains(where: { nodeStats[$0].answers > 0 || tree.nodes[$0].hints.contains(.answer) }) else {
            return
        }
        let chosen = parts.reduce(0) { $0 + proseLength(of: $1) }
        let wider = above.first { index in
            nodeStats[index].answers > 0 && proseLength(of: index) * 4 > chosen * 5
                && nodeStats[index].linkDensity < 0.3
        }
        if let wider { adopt(wider) }
    }

    private func proseLength(of index: Int) -> Int32 {
        let own = nodeStats[index]
        let isParagraph = tree.nodes[index].tag == GUMBO_TAG_P && own.text.length >= 80 && own.linkDensity < 0.3
        return isParagraph ? own.text.length : own.proseLength
    }

    private mutating func adopt(_ index: Int) {
        for part in articleParts() { tree.nodes[part].flags.insert(.kept) }
        for ancestor in ancestors(top) {
            tree.nodes[ancestor].flags.insert(.kept)
            if ancestor == index { break }
        }
        top = index
        if !tree.nodes[top].isScored { tree.nodes[top].score = initialScore(top) }
    }

    private func isOnlyChild(_ index: Int) -> Bool {
        guard let parent = tree.parent(index) else { return false }
        return tree.firstElement(parent) == index && tree.nextElement(index) == nil
    }

    /// Returns the top element with its related siblings: an introduction, a part after an ad.
    private func articleParts() -> [Int] {
        guard let parent = tree.parent(top) else { return [top] }
        let score = tree.nodes[top].score
        let threshold = max(10, score * 0.2)
        let name = className(top)
        var isBefore = true
        return tree.children(parent).filter { sibling in
            if sibling == top {
                isBefore = false
                return true
            }
            let node = tree.nodes[sibling]
            guard !node.isText else { return false }
            let bonus = name != nil && name == className(sibling) ? score * 0.2 : 0
            if node.isScored, node.score + bonus >= threshold { return true }
            if isBefore, containsBeginning(sibling) { return true }
            return node.tag == GUMBO_TAG_P && isArticleParagraph(sibling)
        }
    }

    /// Returns true if a division that contained the headline has the beginning of the text.
    private func containsBeginning(_ index: Int) -> Bool {
        let (node, own) = (tree.nodes[index], stats(index))
        return node.tag.isDivision && node.flags.contains(.containsTitle) && node.weight >= 0
            && own.longestParagraph >= 80
            && own.proseLength * 2 > own.text.length && own.linkDensity < 0.25
            && node.hints.isDisjoint(with: ClassNameHints.unlikely.union(.boilerplate).union(.related))
    }

    private func isArticleParagraph(_ paragraph: Int) -> Bool {
        let stats = nodeStats[min(paragraph, nodeStats.count - 1)]
        let length = stats.text.length
        if length > 80 { return stats.linkDensity < 0.25 }
        return length > 0 && stats.linkDensity == 0 && Self.hasSentence(tree.text(paragraph))
    }

    static func hasSentence(_ text: String) -> Bool {
        text.hasSuffix(".") || text.contains(". ") || text.contains("。")
    }

    func className(_ index: Int) -> String? {
        guard let source = tree.nodes[index].source, let name = GumboTree.string(source, "class"), !name.isEmpty else {
            return nil
        }
        return name
    }

    var declaredDirection: String? {
        var at: Int? = topScored
        while let index = at {
            if let source = tree.nodes[index].source, let found = GumboTree.string(source, "dir"), !found.isEmpty {
                return found
            }
            at = tree.parent(index)
        }
        return nil
    }
}
