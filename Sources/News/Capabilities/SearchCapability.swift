/// Searches an origin for stories.
public struct SearchCapability: Sendable {
    private let fetch: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse

    /// - Parameter fetch: from the first result or after a cursor.
    public init(_ fetch: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse) {
        self.fetch = fetch
    }

    /// Searches the whole site, in the origin's order.
    /// - Parameter cursor: an earlier `next` for the same words.
    public func stories(
        matching words: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse {
        try await fetch(words, cursor)
    }
}

/// A page of search results.
public struct SearchResponse: Sendable {
    public var stories: [FetchedStory]
    public var next: SourceCursor?

    public init(stories: [FetchedStory], next: SourceCursor? = nil) {
        self.stories = stories
        self.next = next
    }
}
