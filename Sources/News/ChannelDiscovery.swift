public import Foundation
public import Markup

/// Finds the channels that can be subscribed to at an address.
public protocol ChannelDiscovery: Sendable {
    /// Returns the channels found, best first, each with up to three stories.
    /// - Throws: `SourceError` when nothing could be read there.
    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel]
}

/// A channel that can be subscribed to, with a preview.
public struct DiscoveredChannel: Sendable {
    public var kind: SourceKind
    public var address: WebAddress
    public var metadata: ChannelMetadata
    /// At most three stories, newest first; empty when the channel was not fetched (only the first few are).
    public var preview: [FetchedStory]
    /// How many stories it has now.
    public var storyCount: Int
    /// When its newest story was published.
    public var newestAt: Date?

    public init(
        kind: SourceKind, address: WebAddress, metadata: ChannelMetadata, preview: [FetchedStory] = [],
        storyCount: Int = 0,
        newestAt: Date? = nil
    ) {
        self.kind = kind
        self.address = address
        self.metadata = metadata
        self.preview = preview
        self.storyCount = storyCount
        self.newestAt = newestAt
    }
}
