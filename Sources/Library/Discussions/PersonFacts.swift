public import News

/// What a page says of somebody who writes at an origin.
public struct PersonFacts: Sendable {
    public var source: StorySource
    public var name: String
    /// Who they are; nil where that was not asked for, or the origin tells nothing.
    public var person: Person?
    /// What they submitted, newest first.
    public var stories: [StoryRow]
    /// What they said, newest first.
    public var comments: [SaidFact]
    /// Where there is more; nil at the end.
    public var next: Cursor?
    /// Whether the origin was asked, or what it said a moment ago is known.
    public var isAsked: Bool
    /// Why the origin did not tell; nil when all went well.
    public var failure: SourceError?

    /// A comment apart from its thread.
    public struct SaidFact: Sendable {
        public var said: SaidComment
        /// Its story, where that is kept here; its own place in the thread, where that is.
        public var place: ThreadFacts.KeptPlace?

        public init(said: SaidComment, place: ThreadFacts.KeptPlace? = nil) {
            self.said = said
            self.place = place
        }
    }

    public init(source: StorySource, name: String) {
        self.source = source
        self.name = name
        (stories, comments) = ([], [])
        isAsked = true
    }
}
