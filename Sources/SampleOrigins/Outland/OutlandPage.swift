/// One page of the outland, and how it should be read.
public struct OutlandPage: Sendable {
    /// What a reader of the page should find.
    public struct Reading: Sendable, Equatable {
        public var title: String?
        public var byline: String?
        /// The text's first and last words.
        public var first: String?
        public var last: String?
        public var words: Int?
        public var pictures: Int?
        /// Words that the sentence holds in which it is said that there is no text.
        public var refusal: String?
    }

    /// Path and query.
    public var path: String
    public var reading: Reading
    /// Whether the list of all pages names it.
    public var isListed: Bool
    var page: SamplePage
    /// Seconds before it answers.
    var delay: Int
}
