/// A few feeds to begin with, offered at the first run.
public struct StarterShelf: Sendable, Hashable {
    public var title: String
    public var about: String
    public var feeds: [FeedListing]
}
