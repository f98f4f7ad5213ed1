/// A feed in a subscription list.
public struct FeedListing: Sendable, Hashable {
    /// The title in the list.
    public var title: String
    /// The URL of the feed.
    public var address: String
    /// The folder in the demo; nil for none.
    public var folder: String?
    /// The URL of the website.
    public var site: String
}

/// A group of feeds offered at first run.
public struct SampleFeedGroup: Sendable, Hashable {
    /// The title of the group.
    public var title: String
    /// A sentence about the group.
    public var about: String
    /// The name of the drawing on the group's card.
    public var cover: String
    /// The feeds of the group.
    public var feeds: [FeedListing]
}
