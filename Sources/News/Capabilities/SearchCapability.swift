/// A source's capability to search its origin for stories.
public struct SearchCapability: Sendable {
    private let fetch: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse

    /// - Parameter fetch: searches the origin, from the first result or after a cursor.
    public init(_ fetch: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse) {
        self.fetch = fetch
    }

    /// Searches the whole site; returns stories in the origin's order.
    /// - Parameters:
    ///   - words: the query as a person wrote it.
    ///   - cursor: `next` of an earlier response to the same words; nil for the first page.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    public func stories(
        matching words: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse {
        try await fetch(words, cursor)
    }
}

/// A page of search results.
public struct SearchResponse: Sendable {
    public var stories: [FetchedStory]
    /// The cursor for more; nil at the end.
    public var next: SourceCursor?
    /// Tolerated problems.
    public var diagnostics: [String]

    public init(stories: [FetchedStory], next: SourceCursor? = nil, diagnostics: [String] = []) {
        self.stories = stories
        self.next = next
        self.diagnostics = diagnostics
    }
}

/// A source's capability to fetch one story by its key.
public struct SingleStoryCapability: Sendable {
    private let fetch: @Sendable (String) async throws(SourceError) -> FetchedStory

    /// - Parameter fetch: fetches the story with a key.
    public init(_ fetch: @escaping @Sendable (String) async throws(SourceError) -> FetchedStory) { self.fetch = fetch }

    /// Fetches the story's present state.
    /// - Parameter key: `FetchedStory.key` from this source.
    /// - Throws: `SourceError`; `.notThere` or `.gone` when the origin no longer has it.
    public func story(_ key: String) async throws(SourceError) -> FetchedStory { try await fetch(key) }
}
