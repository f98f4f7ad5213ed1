import CGumbo

/// Finds a page's main article.
///
/// The method is that of the reader views of browsers (Arc90's *Readability* and what Mozilla made of it): paragraphs give
/// points to what holds them, the element with most points holds the article, its siblings are looked at, and what is
/// left is rid of lists of links and the like. When that finds too little, milder rules have a look. Every look is linear
/// in the size of the page.
public struct ArticleExtractor: Sendable {
    /// Grows whenever the same page may come out different, so that kept pages can be read again.
    public static let version = 2

    private let address: WebAddress

    /// - Parameter address: where the page was found; what relative addresses are resolved against.
    public init(address: WebAddress) { self.address = address }

    /// Reads a page.
    /// - Throws: `ExtractionError.noArticle` when it has no text worth showing, or only says why it shows none (`InterstitialKind`).
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
    /// The page has no text worth showing; `why` is a sentence that says what it seems to be instead.
    case noArticle(why: String)
}
