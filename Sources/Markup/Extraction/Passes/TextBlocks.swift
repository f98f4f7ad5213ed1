import CGumbo

/// The innermost blocks of an article that have text, in order: paragraphs, headings, list items, plain divisions.
struct TextBlocks {
    let article: Int
    private(set) var indices: [Int] = []
    let stats: [NodeStatistics]

    init(_ tree: inout ArticleTree, in article: Int) {
        self.article = article
        stats = tree.collectStatistics(article)
        let order = tree.preorder(article)
        var holdsBlock = [Bool](repeating: false, count: tree.nodes.count)
        for entry in order.reversed() {
            let index = Int(entry)
            let node = tree.nodes[index]
            guard !node.isText, index != article, node.breaksWord, node.tag != GUMBO_TAG_BR,
                stats[index].text.length > 0
            else { continue }
            if !holdsBlock[index] { indices.append(index) }
            var at = tree.parent(index)
            while let above = at, !holdsBlock[above] {
                holdsBlock[above] = true
                at = tree.parent(above)
            }
        }
        indices.reverse()
    }

    /// Drops the blocks that were removed from the tree since.
    mutating func update(_ tree: ArticleTree) {
        let left = Set(tree.preorder(article).map(Int.init))
        indices.removeAll { !left.contains($0) }
    }

    /// Returns true for one or more sentences of some length with few links.
    func isProse(_ index: Int, _ tree: ArticleTree) -> Bool {
        guard !tree.nodes[index].tag.isHeading, !tree.nodes[index].isCaption else { return false }
        return stats[index].text.weight >= 80 && stats[index].linkDensity < 0.3
    }
}
