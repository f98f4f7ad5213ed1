/// A feed in a subscription list.
public struct FeedListing: Sendable, Hashable {
    public var title: String
    /// Address of the feed.
    public var address: String
    /// The demo's folder.
    public var folder: String?
    /// Address of the website.
    public var site: String
}

/// Feeds offered at first run.
public struct SampleFeedGroup: Sendable, Hashable {
    public var title: String
    public var about: String
    public var feeds: [FeedListing]
}
