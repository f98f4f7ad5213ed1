/// A capability to search an origin for stories.
public protocol SearchCapability: Sendable {
    /// Searches the whole site and returns stories in the origin's order.
    /// - Parameter cursor: The `next` of an earlier response for the same words; nil for the first results.
    func stories(matching words: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse
}

extension SearchCapability {
    /// Searches the whole site and returns the first results.
    public func stories(matching words: String) async throws(SourceError) -> SearchResponse {
        try await stories(matching: words, after: nil)
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
