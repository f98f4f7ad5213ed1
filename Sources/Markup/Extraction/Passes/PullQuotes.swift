import CGumbo

/// Quotations set large beside the text; those that the text has too are shown once.
struct PullQuotes {
    /// Letters and digits of the article, if it has such quotations.
    private let words: String

    init(_ tree: PageTree, in article: Int) {
        let hasQuotes = tree.preorder(article).contains { tree.nodes[Int($0)].hints.contains(.pullQuote) }
        words = hasQuotes ? Self.letters(tree.text(article, limit: 400_000)) : ""
    }

    /// Whether the words stand in the text a second time.
    func isRepeated(_ tree: PageTree, _ index: Int, _ stats: NodeStatistics) -> Bool {
        guard stats.text.length < 600, stats.elements <= 40 else { return false }
        let quote = Self.letters(tree.text(index, limit: 2_048))
        guard !quote.isEmpty, let first = words.firstRange(of: quote) else { return false }
        return words[first.upperBound...].contains(quote)
    }

    private static func letters(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }
}
