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
    /// Tolerated problems.
    public var diagnostics: [String]

    public init(stories: [FetchedStory], next: SourceCursor? = nil, diagnostics: [String] = []) {
        self.stories = stories
        self.next = next
        self.diagnostics = diagnostics
    }
}

/// Fetches one story by key.
public struct SingleStoryCapability: Sendable {
    private let fetch: @Sendable (String) async throws(SourceError) -> FetchedStory

    /// - Parameter fetch: takes the key.
    public init(_ fetch: @escaping @Sendable (String) async throws(SourceError) -> FetchedStory) { self.fetch = fetch }

    /// Fetches a story's present state.
    /// - Throws: `SourceError`; `.notThere` or `.gone` when the origin no longer has it.
    public func story(_ key: String) async throws(SourceError) -> FetchedStory { try await fetch(key) }
}
