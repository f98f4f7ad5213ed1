/// Why a page gave no article.
public enum ExtractionError: Error, Sendable, Equatable {
    /// The page has no text worth showing; `why` is a sentence that says what it seems to be instead.
    case noArticle(why: String)
}
