import CGumbo
public import URLs

/// An extractor of a page's main article, like browsers' reader views (Arc90's *Readability*, Mozilla's successor).
///
/// Paragraphs score for their ancestors; the best element and related siblings form the article. If too little is
/// found, the rules are relaxed. Takes linear time. See docs/why/articles-found-by-points.md.
public struct ArticleExtractor: Sendable {
    /// The version, to be increased when results may change: stored pages are extracted again.
    public static let version = 3

    private let address: WebAddress

    /// Creates an extractor.
    /// - Parameter address: the page's address, the base of relative addresses.
    public init(address: WebAddress) { self.address = address }

    /// Extracts the article of a page.
    /// - Throws: `ExtractionError.noArticle`, also for interstitials.
    public func article(in page: String) throws(ExtractionError) -> Article {
        try withExtraction(of: page) { $0.result() }.get()
    }

    /// Returns for every block of the page why it is in the article or not; nil for a page without a body.
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

/// A reason why a page gave no article.
public enum ExtractionError: Error, Sendable, Equatable {
    /// A page without an article; the value is the probable kind of page.
    case noArticle(NonArticleKind)
}
