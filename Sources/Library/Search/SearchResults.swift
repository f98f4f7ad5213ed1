/// The results of a search, newest first.
public struct SearchResults: Sendable {
    public var query: String
    public var hits: [SearchHit]
    public var hasMore: Bool
    /// Whether the query contains no word to search for.
    public var isEmptyQuery: Bool

    public init(query: String, hits: [SearchHit], hasMore: Bool = false, isEmptyQuery: Bool = false) {
        self.query = query
        self.isEmptyQuery = isEmptyQuery
        self.hits = hits
        self.hasMore = hasMore
    }
}

/// A story that matches.
public struct SearchHit: Sendable {
    public var row: StoryRow
    /// The text around the first match; the beginning of the text when only the title matches.
    public var snippet: [SnippetPart]

    public init(row: StoryRow, snippet: [SnippetPart] = []) {
        self.row = row
        self.snippet = snippet
    }
}

/// A run of a snippet's text that either is a match or is not.
public struct SnippetPart: Sendable, Hashable {
    public var text: String
    public var isMatch: Bool

    public init(text: String, isMatch: Bool) {
        self.text = text
        self.isMatch = isMatch
    }
}
