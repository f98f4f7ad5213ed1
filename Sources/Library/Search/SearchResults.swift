public import News

/// The results of a search.
public struct SearchResults: Sendable {
    /// A feed with results.
    public struct Feed: Sendable, Hashable {
        /// The title of the feed.
        public var title: String
        /// The number of its results.
        public var count: Int
    }

    /// The query as typed.
    public var query: String
    /// The matching stories.
    public var hits: [SearchHit]
    /// The number of all matching stories; a lower bound if `isCountBounded`.
    public var count = 0
    /// True if there are more matching stories than were counted.
    public var isCountBounded = false
    /// True if there are more matches than `hits`.
    public var hasMore = false
    /// The feeds with the most results, at most four.
    public var feeds: [Feed] = []
    /// The newest of all matching stories.
    public var newest: StoryID?
    /// The reason why nothing was searched; nil if something was.
    public var fault: SearchFault?

    /// True if the query has no word to search for.
    public var isEmptyQuery: Bool { fault == .needsWord }

    public init(query: String, hits: [SearchHit], fault: SearchFault? = nil) {
        self.query = query
        self.hits = hits
        self.fault = fault
    }
}

/// A matching story.
public struct SearchHit: Sendable {
    /// The row of the story.
    public var row: StoryRow
    /// The title with its matches.
    public var title: [SnippetPart]
    /// The text around the matches, or the beginning of the text.
    public var snippet: [SnippetPart]

    public init(row: StoryRow, title: [SnippetPart] = [], snippet: [SnippetPart] = []) {
        self.row = row
        self.title = title
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
