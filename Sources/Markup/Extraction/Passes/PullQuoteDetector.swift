import CGumbo

/// The detection of pull quotes, which are quotations set large beside the text, that repeat the text.
struct PullQuoteDetector {
    /// The letters and digits of the article if it has pull quotes, or else empty.
    private let words: String
    /// The bound on the searches in a page that is nothing but quotations.
    private var searchesLeft = 20

    init(_ tree: ArticleTree, in article: Int) {
        let hasQuotes = tree.preorder(article).contains { tree.nodes[Int($0)].hints.contains(.pullQuote) }
        words = hasQuotes ? BoilerplatePhrases.letters(tree.text(article, limit: 400_000)) : ""
    }

    /// Returns true if the text has the quotation's words a second time.
    mutating func isRepeated(_ tree: ArticleTree, _ index: Int, _ stats: NodeStatistics) -> Bool {
        guard searchesLeft > 0, stats.text.length < 600, stats.elements <= 40 else { return false }
        searchesLeft -= 1
        let quote = BoilerplatePhrases.letters(tree.text(index, limit: 2_048))
        guard !quote.isEmpty, let first = words.firstRange(of: quote) else { return false }
        return words[first.upperBound...].contains(quote)
    }
}
