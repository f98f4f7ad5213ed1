/// A capability to search an origin for stories.
public struct SearchCapability: Sendable {
    private let fetch: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse

    /// - Parameter fetch: Searches for words, from the first result or after a cursor.
    public init(_ fetch: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse) {
        self.fetch = fetch
    }

    /// Searches the whole site and returns stories in the origin's order.
    /// - Parameter cursor: The `next` of an earlier response for the same words.
    public func stories(
        matching words: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse {
        try await fetch(words, cursor)
    }
}

/// A page of search results.
public struct SearchResponse: Sendable {
    /// The stories in the origin's order.
    public var stories: [FetchedStory]
    /// The cursor of the next page; nil at the end.
    public var next: SourceCursor?

    public init(stories: [FetchedStory], next: SourceCursor? = nil) {
        self.stories = stories
        self.next = next
    }
}
