/// The ability of a source to look for stories at its origin (decision 1: a value, nil where there is none).
public struct SearchCapability: Sendable {
    private let fetch: @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse

    /// - Parameter ask: asks the origin for the stories that fit the words, from the first or after a cursor.
    public init(_ ask: @escaping @Sendable (String, SourceCursor?) async throws(SourceError) -> SearchResponse) {
        self.fetch = ask
    }

    /// The stories of the whole site that fit, in the origin's order.
    /// - Parameters:
    ///   - words: as a person wrote them.
    ///   - cursor: `next` of an earlier answer to the same words; nil for the beginning.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    public func stories(
        matching words: String, after cursor: SourceCursor? = nil
    ) async throws(SourceError) -> SearchResponse {
        try await fetch(words, cursor)
    }
}

/// What an origin found.
public struct SearchResponse: Sendable {
    public var stories: [FetchedStory]
    /// Where there are more; nil at the end.
    public var next: SourceCursor?
    /// What was odd and yet read.
    public var diagnostics: [String]

    public init(stories: [FetchedStory], next: SourceCursor? = nil, diagnostics: [String] = []) {
        self.stories = stories
        self.next = next
        self.diagnostics = diagnostics
    }
}

/// The ability of a source to fetch one story by its key (decision 1: a value, nil where there is none).
public struct SingleStoryCapability: Sendable {
    private let fetch: @Sendable (String) async throws(SourceError) -> FetchedStory

    /// - Parameter ask: asks the origin for the story with a key.
    public init(_ ask: @escaping @Sendable (String) async throws(SourceError) -> FetchedStory) { self.fetch = ask }

    /// The story as the origin has it now.
    /// - Parameter key: `FetchedStory.key` as this source gave it.
    /// - Throws: `SourceError`; `.notThere` or `.gone` when the origin has it no more.
    public func story(_ key: String) async throws(SourceError) -> FetchedStory { try await fetch(key) }
}
