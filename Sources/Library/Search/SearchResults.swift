/// The results of a search, newest first.
public struct SearchResults: Sendable {
    /// The query as typed.
    public var query: String
    /// The matching stories.
    public var hits: [SearchHit]
    /// True if there are more matches.
    public var hasMore: Bool
    /// True if the query has no word to search for.
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
    /// The row of the story.
    public var row: StoryRow
    /// The text around the first match, or the beginning of the text.
    public var snippet: [SnippetPart]

    public init(row: StoryRow, snippet: [SnippetPart] = []) {
        self.row = row
        self.snippet = snippet
    }
}

/// A part of a snippet, matching or not.
public struct SnippetPart: Sendable, Hashable {
    /// The text of the part.
    public var text: String
    /// True if the part matches the query.
    public var isMatch: Bool

    public init(text: String, isMatch: Bool) {
        self.text = text
        self.isMatch = isMatch
    }
}
