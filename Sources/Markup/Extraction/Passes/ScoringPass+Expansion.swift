import CGumbo

extension ScoringPass {
    /// Adds the other blocks of a text that is split into several: rows, sections, columns, each in its own wrappers.
    ///
    /// Examines the siblings of the chosen part and of its ancestors. A sibling belongs to the text if it is mostly
    /// prose, and is either built like the part or has a large share of the text.
    func expanded(_ parts: [Int]) -> [Int] {
        guard !parts.contains(tree.root) else { return parts }
        var (before, after): ([Int], [Int]) = ([], [])
        var chosen = parts.reduce(0) { $0 + stats($1).proseLength }
        var at = top
        for level in 0..<8 {
            guard let parent = tree.parent(at), parent != tree.root || level == 0 else { break }
            let siblings = tree.children(parent)
            guard siblings.count <= 400, let place = siblings.firstIndex(of: at) else { break }
            let known = level == 0 ? Set(parts) : []
            let belongs = siblings.map {
                known.contains($0) || $0 == at || isContinuation($0, of: at, chosen: chosen, isBeside: level == 0)
            }
            let first = belongs.firstIndex(of: true) ?? place
            let last = belongs.lastIndex(of: true) ?? place
            let added = siblings.indices.filter { index in
                index != place && (belongs[index] || index > first && index < last && joins(siblings[index]))
            }
            before = added.filter { $0 < place }.map { siblings[$0] } + (level == 0 ? [] : before)
            after = (level == 0 ? [] : after) + added.filter { $0 > place }.map { siblings[$0] }
            chosen += added.reduce(0) { $0 + stats(siblings[$1]).proseLength }
            let tag = tree.nodes[at].tag
            if tag == GUMBO_TAG_ARTICLE || tag == GUMBO_TAG_MAIN { break }
            at = parent
        }
        return before + [top] + after
    }

    private func isContinuation(_ sibling: Int, of part: Int, chosen: Int32, isBeside: Bool) -> Bool {
        let node = tree.nodes[sibling]
        guard !node.isText, node.tag != GUMBO_TAG_ARTICLE, node.tag != GUMBO_TAG_ASIDE, node.tag != GUMBO_TAG_NAV,
            node.tag != GUMBO_TAG_FOOTER, !node.tag.isHeading, !node.tag.isPhrasing,
            node.hints.isDisjoint(with: ClassNameHints.unlikely.union(.boilerplate).union(.related).union(.byline))
        else { return false }
        let own = stats(sibling)
        guard own.linkDensity < 0.3, own.inputs == 0, own.answers == 0, own.linkedHeadings == 0 else { return false }
        let isTwin = node.tag == tree.nodes[part].tag && firstName(sibling) == firstName(part)
        if isTwin, own.isProse || own.text.length > 0 && firstName(sibling) != nil { return true }
        if isTwin, isBeside, own.text.length < 600, own.elements < 60, Self.hasSentence(tree.text(sibling)) {
            return true
        }
        guard own.isProse else { return false }
        return own.proseLength >= 300 && own.proseLength * 3 >= chosen
    }

    /// Returns true for nodes to include between two parts: headings, pictures, lists, quotations.
    private func joins(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard !node.isText, node.tag != GUMBO_TAG_ASIDE, node.tag != GUMBO_TAG_NAV,
            node.hints.isDisjoint(with: ClassNameHints.unlikely.union(.boilerplate).union(.related))
        else { return false }
        return stats(index).linkDensity < 0.5 && stats(index).inputs == 0 && stats(index).linkedHeadings == 0
    }

    /// Returns the first class name, without the numbers that rows get.
    private func firstName(_ index: Int) -> Substring? {
        guard let name = className(index)?.split(separator: " ").first else { return nil }
        // The number of a column is its width.
        let stem = name.prefix { !$0.isNumber }
        return ["col", "span", "grid", "large", "medium", "small", "w-"].contains { stem.hasPrefix($0) } ? name : stem
    }
}
