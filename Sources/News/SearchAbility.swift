/// The ability of a source to look for stories at its origin (decision 1: a value, nil where there is none).
public struct SearchAbility: Sendable {
    private let ask: @Sendable (String, Cursor?) async throws(SourceError) -> SearchAnswer

    /// - Parameter ask: asks the origin for the stories that fit the words, from the first or after a cursor.
    public init(_ ask: @escaping @Sendable (String, Cursor?) async throws(SourceError) -> SearchAnswer) {
        self.ask = ask
    }

    /// The stories of the whole site that fit, in the origin's order.
    /// - Parameters:
    ///   - words: as a person wrote them.
    ///   - cursor: `next` of an earlier answer to the same words; nil for the beginning.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    public func stories(
        matching words: String, after cursor: Cursor? = nil
    ) async throws(SourceError) -> SearchAnswer {
        try await ask(words, cursor)
    }
}

/// What an origin found.
public struct SearchAnswer: Sendable {
    public var stories: [ArrivingStory]
    /// Where there are more; nil at the end.
    public var next: Cursor?
    /// What was odd and yet read.
    public var complaints: [String]

    public init(stories: [ArrivingStory], next: Cursor? = nil, complaints: [String] = []) {
        self.stories = stories
        self.next = next
        self.complaints = complaints
    }
}
