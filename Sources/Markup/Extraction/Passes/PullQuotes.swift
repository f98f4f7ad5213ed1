import CGumbo

/// Quotations set large beside the text; those that the text has too are shown once.
struct PullQuotes {
    /// Letters and digits of the article, if it has such quotations.
    private let words: String
    /// Bounds the searches of a page that is nothing but quotations.
    private var searchesLeft = 20

    init(_ tree: PageTree, in article: Int) {
        let hasQuotes = tree.preorder(article).contains { tree.nodes[Int($0)].hints.contains(.pullQuote) }
        words = hasQuotes ? BoilerplatePhrases.letters(tree.text(article, limit: 400_000)) : ""
    }

    /// Returns true if the words stand in the text a second time.
    mutating func isRepeated(_ tree: PageTree, _ index: Int, _ stats: NodeStatistics) -> Bool {
        guard searchesLeft > 0, stats.text.length < 600, stats.elements <= 40 else { return false }
        searchesLeft -= 1
        let quote = BoilerplatePhrases.letters(tree.text(index, limit: 2_048))
        guard !quote.isEmpty, let first = words.firstRange(of: quote) else { return false }
        return words[first.upperBound...].contains(quote)
    }
}
