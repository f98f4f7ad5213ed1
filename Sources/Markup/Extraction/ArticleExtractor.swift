import CGumbo

/// Finds a page's main article.
///
/// The method is that of browsers' reader views (Arc90's *Readability* and Mozilla's successor): paragraphs add to the
/// scores of their ancestors, the element with the highest score holds the article, its siblings are examined, and
/// lists of links and the like are removed. If that finds too little, more relaxed rules are tried. Every attempt is
/// linear in the size of the page. See docs/why/articles-found-by-points.md.
public struct ArticleExtractor: Sendable {
    /// Grows whenever the same page may give another result, so that stored pages are extracted again.
    public static let version = 2

    private let address: WebAddress

    /// - Parameter address: the page's address, which relative addresses are resolved against.
    public init(address: WebAddress) { self.address = address }

    /// Extracts the article of a page.
    /// - Throws: `ExtractionError.noArticle` when it has no article or is an interstitial page (`InterstitialKind`).
    public func article(in page: String) throws(ExtractionError) -> Article {
        var copy = page
        let outcome = copy.withUTF8 { source in
            HTMLParser.withTree(source, asDocument: true) { root, diagnostics in
                ArticleExtraction(
                    root: root, address: address, diagnostics: diagnostics, size: source.count,
                    interstitial: InterstitialKind(page: source)
                ).result()
            }
        }
        return try outcome.get()
    }
}

/// Why a page gave no article.
public enum ExtractionError: Error, Sendable, Equatable {
    /// The page has no article text; `why` is a sentence that says what the page seems to be.
    case noArticle(why: String)
}
