/// A story that was found.
public struct SearchHit: Sendable {
    public var row: StoryRow
    /// The text around the first words found; the beginning of the text when only the title holds them.
    public var snippet: [SnippetPart]

    public init(row: StoryRow, snippet: [SnippetPart] = []) {
        self.row = row
        self.snippet = snippet
    }
}
