/// The kind of a page without an article.
public enum NonArticleKind: Sendable, Hashable, Codable {
    case empty
    /// Sanitising removes everything.
    case noVisibleText
    /// A page whose text scripts or other pages would load.
    case noText
    case needsScript
    case signIn
    /// A front page or another list.
    case links
    case picturesOnly
    case interstitial(InterstitialKind)
    /// No page was given.
    case noPage

    /// A sentence for the reader.
    public var message: String {
        switch self {
        case .empty: "The page is empty."
        case .noVisibleText: "The page has no text that can be shown."
        case .noText: "The page has no text of its own; a script or other pages would have to load it."
        case .needsScript: "The page has no text of its own; a script in a browser would have to load it."
        case .signIn: "This is a sign-in page; the article is behind it."
        case .links: "This is a page of links, such as a front page; it has no article of its own."
        case .picturesOnly: "The page shows pictures without any text."
        case .interstitial(let kind): "This is no article but a page that \(kind.summary)."
        case .noPage: "There is no page."
        }
    }
}
