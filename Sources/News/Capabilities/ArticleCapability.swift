public import Markup

/// A request for a web page as an article.
public struct ArticleRequest: Sendable {
    public var address: WebAddress
    /// The state of the last response, for a conditional request.
    public var sourceState: SourceState?

    public init(address: WebAddress, sourceState: SourceState? = nil) {
        self.address = address
        self.sourceState = sourceState
    }
}

/// The result of an `ArticleRequest`.
public struct ArticleResponse: Sendable {
    public enum Content: Sendable {
        /// The page's article.
        case fullText(FullText)
        /// The page has no article: its title, and a sentence that says what it is instead.
        case notAnArticle(title: String?, why: String)
        /// Not modified since `ArticleRequest.sourceState`.
        case unchanged
    }

    public var content: Content
    public var sourceState: SourceState?
    /// HTTP freshness (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// False for `no-store`.
    public var isStorable: Bool
    public var status: Int?

    public init(
        _ content: Content, sourceState: SourceState? = nil, freshSeconds: Int? = nil, isStorable: Bool = true,
        status: Int? = nil
    ) {
        self.content = content
        self.sourceState = sourceState
        self.freshSeconds = freshSeconds
        self.isStorable = isStorable
        self.status = status
    }
}

/// Fetches any web page as an article. Full texts of feed stories are fetched the same way.
public struct ArticleCapability: Sendable {
    private let fetch: @Sendable (ArticleRequest) async throws(SourceError) -> ArticleResponse

    /// - Parameter fetch: fetches the page and its continuation pages, and extracts the article.
    public init(_ fetch: @escaping @Sendable (ArticleRequest) async throws(SourceError) -> ArticleResponse) {
        self.fetch = fetch
    }

    /// Fetches a page.
    /// - Throws: `SourceError`; its messages name the host.
    public func read(_ page: ArticleRequest) async throws(SourceError) -> ArticleResponse { try await fetch(page) }
}
