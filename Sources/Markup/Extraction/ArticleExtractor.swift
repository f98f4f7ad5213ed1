import CGumbo
public import URLs

/// Finds a page's main article, as browsers' reader views do (Arc90's *Readability*, Mozilla's successor).
///
/// Paragraphs score for their ancestors; the best element and related siblings form the article. If too little is
/// found, rules are relaxed. Linear. See docs/why/articles-found-by-points.md.
public struct ArticleExtractor: Sendable {
    /// Grows when results may change: stored pages are extracted again.
    public static let version = 3

    private let address: WebAddress

    /// - Parameter address: the base of relative addresses.
    public init(address: WebAddress) { self.address = address }

    /// - Throws: `ExtractionError.noArticle`, also for interstitials.
    public func article(in page: String) throws(ExtractionError) -> Article {
        try withExtraction(of: page) { $0.result() }.get()
    }

    /// The reason for every block of the page why it is in the article or not; nil for a page without a body.
    public func explanation(of page: String) -> ArticleExplanation? { withExtraction(of: page) { $0.explanation() } }

    private func withExtraction<Value>(of page: String, _ body: (ArticleExtraction) -> Value) -> Value {
        var copy = page
        return copy.withUTF8 { source in
            HTMLParser.withTree(source, asDocument: true) { root, _ in
                body(
                    ArticleExtraction(
                        root: root, address: address, source: source))
            }
        }
    }
}

/// Why a page gave no article.
public enum ExtractionError: Error, Sendable, Equatable {
    /// What the page seems to be.
    case noArticle(NonArticleKind)
}
