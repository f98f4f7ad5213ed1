public import Foundation

/// What one round of refreshing did.
public struct RefreshSummary: Sendable {
    /// A channel whose request failed.
    public struct Failure: Sendable, Hashable {
        public var title: String
        public var words: String
        public init(title: String, words: String) {
            self.title = title
            self.words = words
        }
    }

    /// Channels that were asked.
    public var asked = 0
    /// Stories that were not known before.
    public var newStories = 0
    /// Channels that brought new stories.
    public var new = 0
    /// Channels that brought only changed ones.
    public var changed = 0
    public var unchanged = 0
    /// Channels whose origins asked us to wait, in this round or before it.
    public var waiting = 0
    /// Channels that were followed lately, never asked, and are not due yet; counted by whole rounds.
    public var unread = 0
    /// When the last of those is due.
    public var unreadUntil: Date?
    public var failed: [Failure] = []
    /// Why the round stopped early, when the database failed.
    public var trouble: LibraryError?

    public init() {}
}
