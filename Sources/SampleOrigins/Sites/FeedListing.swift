/// A feed of the town, as one who follows it would note it.
public struct FeedListing: Sendable, Hashable {
    public var title: String
    /// The feed's address.
    public var address: String
    /// The folder that the demo follows it in.
    public var folder: String?
    /// The site's address.
    public var site: String
}

/// A few feeds to begin with, offered at the first run.
public struct SampleFeedGroup: Sendable, Hashable {
    public var title: String
    public var about: String
    public var feeds: [FeedListing]
}
