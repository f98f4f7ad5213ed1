import URLs

/// The authors marked by adjacent `itemprop=author` and `rel=author` elements; the byline in the text is often only one
/// of these.
struct AnnotatedAuthors {
    private(set) var names: [String] = []

    /// The maximum distance of authors in letters, as in "Ida Brandt, our reporter at the harbour, and Al Kemp".
    private static let maximumDistance: Int32 = 80

    init(_ tree: ArticleTree, address: WebAddress) {
        let marked = tree.nodes.indices.filter { tree.nodes[$0].flags.contains(.author) }
        guard marked.count > 1, marked.count <= 1_000 else { return }
        let surroundings = HeadlineSurroundings(tree, address: address)
        var end: Int32?
        for index in marked where !surroundings.isOutsideArticle(index) && !isInAuthor(tree, index) {
            if let end, surroundings.lettersBefore(index) - end > Self.maximumDistance { break }
            end = surroundings.lettersUpTo(endOf: index)
            let name = tree.preorder(index).dropFirst().first { tree.nodes[Int($0)].flags.contains(.name) }
            let text = tree.text(name.map(Int.init) ?? index, limit: 400)
            guard !text.isEmpty, text.utf16.count < 100 else { continue }
            names.append(BylineParser.names(in: text))
            if names.count >= AuthorNames.maximumCount { break }
        }
    }

    private func isInAuthor(_ tree: ArticleTree, _ index: Int) -> Bool {
        var at = tree.parent(index)
        for _ in 0..<6 {
            guard let above = at else { return false }
            if tree.nodes[above].flags.contains(.author) { return true }
            at = tree.parent(above)
        }
        return false
    }
}
