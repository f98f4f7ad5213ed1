public import Markup

/// A page of the web that a person wants to read here.
public struct ArticleRequest: Sendable {
    public var address: WebAddress
    /// What was said to remember at its last answer, so that it is asked whether it has changed.
    public var sourceState: SourceState?

    public init(address: WebAddress, sourceState: SourceState? = nil) {
        self.address = address
        self.sourceState = sourceState
    }
}

/// What a page gave.
public struct ArticleResponse: Sendable {
    public enum Content: Sendable {
        /// Its text.
        case fullText(FullText)
        /// It has none to show: what it is called, and a sentence that says what it is instead.
        case notAnArticle(title: String?, why: String)
        /// It is as it was when `ArticleRequest.memory` was made.
        case unchanged
    }

    public var content: Content
    public var sourceState: SourceState?
    /// HTTP freshness (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// False when the origin asked that the page be kept nowhere (`no-store`).
    public var isStorable: Bool
    public var status: Int?

    public init(
        _ reading: Content, sourceState: SourceState? = nil, freshSeconds: Int? = nil, isStorable: Bool = true,
        status: Int? = nil
    ) {
        self.content = reading
        self.sourceState = sourceState
        self.freshSeconds = freshSeconds
        self.isStorable = isStorable
        self.status = status
    }
}

/// The way to any page outside, politely (decision 1: a value). Whole texts of feeds' stories come the same way.
public struct ArticleCapability: Sendable {
    private let fetch: @Sendable (ArticleRequest) async throws(SourceError) -> ArticleResponse

    /// - Parameter ask: fetches the page, and those it goes on to, and reads them.
    public init(_ ask: @escaping @Sendable (ArticleRequest) async throws(SourceError) -> ArticleResponse) {
        self.fetch = ask
    }

    /// What the page holds.
    /// - Throws: `SourceError` when it could not be had; its sentences name the host.
    public func read(_ page: ArticleRequest) async throws(SourceError) -> ArticleResponse { try await fetch(page) }
}
