import CGumbo

extension ArticleTree {
    /// Turns consecutive line breaks into a paragraph break.
    mutating func replaceLineBreaks() {
        let breaks = preorder(root).filter {
            nodes[Int($0)].tag == GUMBO_TAG_BR && !nodes[Int($0)].isText
        }
        for entry in breaks {
            let line = Int(entry)
            guard parent(line) != nil, removeBreaks(after: line) else { continue }
            let paragraph = makeElement(GUMBO_TAG_P)
            replace(line, by: paragraph)
            while let follower = next(paragraph) {
                if nodes[follower].tag == GUMBO_TAG_BR, let after = nextVisible(from: next(follower)),
                    nodes[after].tag == GUMBO_TAG_BR
                {
                    break
                }
                guard nodes[follower].isText || Self.isPhrasing(self, follower, depth: 0) else { break }
                detach(follower)
                attach(follower, to: paragraph)
            }
            trimEnd(of: paragraph)
            if let container = parent(paragraph), nodes[container].tag == GUMBO_TAG_P {
                nodes[container].tag = GUMBO_TAG_DIV
            }
        }
    }

    private mutating func removeBreaks(after line: Int) -> Bool {
        var removed = false
        // A restart of the search would scan the white space again.
        var at = nextVisible(from: next(line))
        while let line = at, nodes[line].tag == GUMBO_TAG_BR, !nodes[line].isText {
            removed = true
            at = nextVisible(from: next(line))
            detach(line)
        }
        return removed
    }

    /// Returns the node itself or the next one that is not white space.
    private func nextVisible(from index: Int?) -> Int? {
        var at = index
        while let node = at, nodes[node].isText, nodes[node].textMeasure.length == 0 { at = next(node) }
        return at
    }

    /// Returns true for white space or a line break.
    func isBlank(_ index: Int) -> Bool {
        let node = nodes[index]
        return node.isText ? node.textMeasure.length == 0 : node.tag == GUMBO_TAG_BR
    }

    mutating func trimEnd(of paragraph: Int) {
        while nodes[paragraph].lastChild >= 0, isBlank(Int(nodes[paragraph].lastChild)) {
            detach(Int(nodes[paragraph].lastChild))
        }
    }

    /// Returns true for inline content; usable before flags are set, and limited in depth.
    static func isPhrasing(_ tree: ArticleTree, _ index: Int, depth: Int) -> Bool {
        let tag = tree.nodes[index].tag
        if tag.isPhrasing { return true }
        guard tag.mayBePhrasing, depth < 8 else { return false }
        var at = tree.firstElement(index)
        while let child = at {
            guard isPhrasing(tree, child, depth: depth + 1) else { return false }
            at = tree.nextElement(child)
        }
        return true
    }
}
