public import Fetching
public import Markup
public import News

/// Finds the feeds of an address that a person typed.
///
/// A feed is its own answer. Of a web page come the feeds its head names, then feed-like links of its body, then the
/// usual places; one request after the other, `mostRequests` in all.
public struct FeedDiscovery: Discovering {
    /// How many requests one discovery makes at most.
    public static let mostRequests = 8
    /// How many feeds are looked at for a preview.
    public static let mostPreviews = 3

    private let fetcher: Fetcher

    /// - Parameter fetcher: the way out.
    public init(fetcher: Fetcher) {
        self.fetcher = fetcher
    }

    /// The feeds found, best first, the first few with three stories each.
    ///
    /// - Throws: `SourceError`: why the address could not be asked, or what it is when no feed was found; sentences
    ///   name the host.
    public func discover(at address: WebAddress) async throws(SourceError) -> [FoundChannel] {
        var search = FeedSearch(fetcher: fetcher, requestsLeft: Self.mostRequests)
        return try await search.channels(at: address)
    }
}
