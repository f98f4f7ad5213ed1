import Failures
public import URLs

/// A request for a web page.
public struct ArticleFetchRequest: Sendable {
    /// The address of the page.
    public var address: WebAddress
    /// The state for a conditional request; nil for an unconditional one.
    public var sourceState: SourceState?

    public init(address: WebAddress, sourceState: SourceState? = nil) {
        self.address = address
        self.sourceState = sourceState
    }
}

/// The response to an `ArticleFetchRequest`.
public struct ArticleResponse: Sendable {
    /// The content of a page.
    public enum Content: Sendable {
        case fullText(FullText)
        /// A page without an article; the cause states what it is instead.
        case notAnArticle(title: String?, FailureCause)
        /// A page that was not modified since the request's `sourceState`.
        case unchanged
    }

    /// The content of the page.
    public var content: Content
    /// The state for the next request; nil for none.
    public var sourceState: SourceState?
    /// The HTTP freshness lifetime (RFC 9111); nil if not stated.
    public var freshSeconds: Int?
    /// True if the page may be stored; false for `no-store`.
    public var isStorable: Bool
    /// The HTTP status; nil if unknown.
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

/// A capability to fetch any web page as an article.
public protocol ArticleCapability: Sendable {
    /// Fetches an article together with its continuation pages.
    /// - Throws: `SourceError`; its causes name the host.
    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse
}

extension ArticleCapability {
    /// Fetches the text of a story's page.
    /// - Throws: `SourceError`; `.unreadable` if the page has no story.
    public func fullText(of page: WebAddress) async throws(SourceError) -> FullText {
        switch try await article(for: ArticleFetchRequest(address: page)).content {
        case .fullText(let text): return text
        case .notAnArticle(_, let cause): throw .unreadable(cause)
        case .unchanged:
            throw .unreadable(FailureCause(.transport(.malformed(.unexpectedNotModified)), at: page.host))
        }
    }
}

/// A capability that refuses every request.
struct UnavailableArticles: ArticleCapability {
    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        throw .notAllowed(FailureCause(.noFullText, at: request.address.host))
    }
}
