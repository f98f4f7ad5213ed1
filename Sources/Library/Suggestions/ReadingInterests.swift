public import News

/// The subjects and publishers that a reader's opened and saved stories have in common.
public struct ReadingInterests: Sendable, Hashable {
    /// The number of opened and of saved stories; one that is both counts in both.
    public struct Count: Sendable, Hashable {
        /// The number of opened stories.
        public var opened = 0
        /// The number of saved or ticked stories.
        public var saved = 0
        /// The number of stories.
        public var stories = 0

        public init(opened: Int = 0, saved: Int = 0, stories: Int = 0) {
            self.opened = opened
            self.saved = saved
            self.stories = stories
        }
    }

    /// A word that titles have in common.
    public struct Word: Sendable, Hashable {
        /// The word as most titles write it.
        public var text: String
        /// True if the titles write it as a name.
        public var isName: Bool
        /// The number of stories with the word.
        public var count: Count

        public init(text: String, isName: Bool, count: Count) {
            self.text = text
            self.isName = isName
            self.count = count
        }
    }

    /// A channel that the reader does not follow.
    public struct Channel: Sendable, Hashable {
        /// The ID of the channel.
        public var id: ChannelID
        /// The reader's title of the channel, or else the origin's.
        public var title: String
        /// The number of its stories.
        public var count: Count

        public init(id: ChannelID, title: String, count: Count) {
            self.id = id
            self.title = title
            self.count = count
        }
    }

    /// The words, the most frequent first.
    public var words: [Word] = []
    /// The channels, the most frequent first.
    public var channels: [Channel] = []
    /// The sites to which stories lead, by host without "www".
    public var hosts: [String: Count] = [:]

    public init() {}
}
