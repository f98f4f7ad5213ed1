import CGumbo
public import URLs

/// Finds a page's main article, as browsers' reader views do (Arc90's *Readability*, Mozilla's successor).
///
/// Paragraphs score for their ancestors; the best element and related siblings form the article. If too little is
/// found, rules are relaxed. Linear. See docs/why/articles-found-by-points.md.
public struct ArticleExtractor: Sendable {
    /// Grows when results may change: stored pages are extracted again.
    public static let version = 2

    private let address: WebAddress

    /// - Parameter address: the base of relative addresses.
    public init(address: WebAddress) { self.address = address }

    /// - Throws: `ExtractionError.noArticle`, also for interstitials.
    public func article(in page: String) throws(ExtractionError) -> Article {
        var copy = page
        let outcome = copy.withUTF8 { source in
            HTMLParser.withTree(source, asDocument: true) { root, _ in
                ArticleExtraction(
                    root: root, address: address, size: source.count,
                    interstitial: InterstitialKind(page: source)
                ).result()
            }
        }
        return try outcome.get()
    }
}

/// Why a page gave no article.
public enum ExtractionError: Error, Sendable, Equatable {
    /// What the page seems to be.
    case noArticle(NonArticleKind)
}
