public import News

/// What a search at origins found.
public struct OriginFinds: Sendable {
    /// An origin that could not be searched.
    public struct Failure: Sendable {
        /// Of the site or service.
        public var host: String
        public var error: SourceError

        public init(host: String, error: SourceError) {
            self.host = host
            self.error = error
        }
    }

    public var words: String
    /// In the origins' own order; they are kept, so that each can be opened.
    public var rows: [StoryRow]
    /// Asked with for more; nil at the end.
    public var next: String?
    public var failures: [Failure]

    public init(words: String, rows: [StoryRow] = [], next: String? = nil, failures: [Failure] = []) {
        self.words = words
        self.rows = rows
        self.next = next
        self.failures = failures
    }
}
