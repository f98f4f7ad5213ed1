import CGumbo

extension ScoringPass {
    /// Finds the introduction below the headline, outside the chosen parts.
    func standfirst(before parts: [Int]) -> Int? {
        guard var at = parts.first, !parts.contains(tree.root) else { return nil }
        // After the beginning of the text, the described block would be a teaser of this page.
        if let described, tree.isInside(described, tree.root), !parts.contains(where: { tree.isInside(described, $0) }),
            tree.preorder(tree.root).first(where: { $0 == described || $0 == at }).map(Int.init) == described
        {
            return described
        }
        for _ in 0..<5 {
            var sibling = tree.previous(at)
            var examinedCount = 0
            while let index = sibling, examinedCount < 24 {
                examinedCount += 1
                if !tree.nodes[index].isText, let found = standfirst(in: index) { return found }
                sibling = tree.previous(index)
            }
            let tag = tree.nodes[at].tag
            guard tag != GUMBO_TAG_ARTICLE || examinedCount == 0 || tree.parent(at) == tree.root,
                let parent = tree.parent(at)
            else { return nil }
            at = parent
        }
        return nil
    }

    private func standfirst(in index: Int) -> Int? {
        let node = tree.nodes[index]
        let own = stats(index)
        guard own.text.length >= 30, own.text.length < 1_500, own.elements < 80, own.linkDensity < 0.5 else {
            return nil
        }
        let isHeader = node.tag == GUMBO_TAG_HEADER || node.flags.contains(.containsTitle)
        guard isHeader || node.hints.contains(.standfirst) else { return nil }
        let order = tree.preorder(index).map(Int.init)
        let isHeaded =
            node.flags.contains(.containsTitle)
            || isHeader && order.contains { tree.nodes[$0].tag == GUMBO_TAG_H1 && !tree.nodes[$0].isText }
        return order.first { isStandfirst($0, isHeaded: isHeaded) }
    }

    private func isStandfirst(_ index: Int, isHeaded: Bool) -> Bool {
        let node = tree.nodes[index]
        guard !node.isText, node.tag == GUMBO_TAG_P || node.tag == GUMBO_TAG_H2 || node.tag == GUMBO_TAG_H3 else {
            return false
        }
        let isCalled =
            node.hints.contains(.standfirst)
            || tree.parent(index).map { tree.nodes[$0].hints.contains(.standfirst) } == true
        guard isCalled || isHeaded else { return false }
        let own = stats(index)
        guard (30...600).contains(own.text.length), own.linkDensity < 0.3,
            // A "teaser" without links is an introduction too.
            node.hints.isDisjoint(with: ClassNameHints.boilerplate.union([.byline, .date])),
            own.links == 0 || !node.hints.contains(.related)
        else { return false }
        let text = tree.text(index)
        guard !DateLineParser.isDate(text), BylineParser.standaloneNames(text) == nil,
            !BoilerplatePhrases.isBoilerplate(text, hasLink: own.links > 0)
        else { return false }
        let isSentence = Self.hasSentence(text) || text.last.map { "?!؟".contains($0) } == true
        return isCalled || own.text.length >= 50 && isSentence || own.text.length >= 80 && node.tag.isHeading
    }
}
