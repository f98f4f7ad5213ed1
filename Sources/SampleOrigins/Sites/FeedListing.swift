/// A feed of the sample sites, as in a subscription list.
public struct FeedListing: Sendable, Hashable {
    public var title: String
    /// The feed's address.
    public var address: String
    /// The folder that the demo follows it in.
    public var folder: String?
    /// The site's address.
    public var site: String
}

/// Feeds offered at the first run.
public struct SampleFeedGroup: Sendable, Hashable {
    public var title: String
    public var about: String
    public var feeds: [FeedListing]
}
