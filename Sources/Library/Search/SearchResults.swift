/// Search results, newest first.
public struct SearchResults: Sendable {
    public var query: String
    public var hits: [SearchHit]
    public var hasMore: Bool
    /// No word to search for.
    public var isEmptyQuery: Bool

    public init(query: String, hits: [SearchHit], hasMore: Bool = false, isEmptyQuery: Bool = false) {
        self.query = query
        self.isEmptyQuery = isEmptyQuery
        self.hits = hits
        self.hasMore = hasMore
    }
}

/// A matching story.
public struct SearchHit: Sendable {
    public var row: StoryRow
    /// Around the first match, else the beginning.
    public var snippet: [SnippetPart]

    public init(row: StoryRow, snippet: [SnippetPart] = []) {
        self.row = row
        self.snippet = snippet
    }
}

/// A part of a snippet, matching or not.
public struct SnippetPart: Sendable, Hashable {
    public var text: String
    public var isMatch: Bool

    public init(text: String, isMatch: Bool) {
        self.text = text
        self.isMatch = isMatch
    }
}
