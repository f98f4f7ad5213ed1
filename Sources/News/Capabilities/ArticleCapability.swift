import Failures
public import URLs

/// A request for a web page.
public struct ArticleRequest: Sendable {
    public var address: WebAddress
    /// For a conditional request.
    public var sourceState: SourceState?

    public init(address: WebAddress, sourceState: SourceState? = nil) {
        self.address = address
        self.sourceState = sourceState
    }
}

/// The response to an `ArticleRequest`.
public struct ArticleResponse: Sendable {
    /// What the page has.
    public enum Content: Sendable {
        case fullText(FullText)
        /// With what the page is instead.
        case notAnArticle(title: String?, FailureCause)
        /// Not modified since the request's `sourceState`.
        case unchanged
    }

    public var content: Content
    public var sourceState: SourceState?
    /// HTTP freshness (RFC 9111); nil when not given.
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

/// Fetches any web page as an article.
public struct ArticleCapability: Sendable {
    private let fetch: @Sendable (ArticleRequest) async throws(SourceError) -> ArticleResponse

    /// Refuses every request.
    public static let unavailable = ArticleCapability { (request) async throws(SourceError) in
        throw .notAllowed(FailureCause(.noFullText, at: request.address.host))
    }

    /// - Parameter fetch: also fetches continuation pages.
    public init(_ fetch: @escaping @Sendable (ArticleRequest) async throws(SourceError) -> ArticleResponse) {
        self.fetch = fetch
    }

    /// Fetches an article.
    /// - Throws: `SourceError`; its causes name the host.
    public func article(for request: ArticleRequest) async throws(SourceError) -> ArticleResponse {
        try await fetch(request)
    }

    /// Fetches the text of a story's page.
    /// - Throws: `SourceError`; `.unreadable` when the page has no story.
    public func fullText(of page: WebAddress) async throws(SourceError) -> FullText {
        switch try await fetch(ArticleRequest(address: page)).content {
        case .fullText(let text): return text
        case .notAnArticle(_, let cause): throw .unreadable(cause)
        case .unchanged:
            throw .unreadable(FailureCause(.transport(.malformed(.unexpectedNotModified)), at: page.host))
        }
    }
}
