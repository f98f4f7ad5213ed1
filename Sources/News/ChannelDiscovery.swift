public import Foundation
public import URLs

/// Finds the channels at an address.
public protocol ChannelDiscovery: Sendable {
    /// The channels, best first, each with up to three stories.
    /// - Throws: `SourceError` when nothing could be read.
    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel]
}

/// A channel found, with a preview.
public struct DiscoveredChannel: Sendable {
    public var kind: SourceKind
    public var address: WebAddress
    public var metadata: ChannelMetadata
    /// At most three stories, newest first; empty when not fetched.
    public var preview: [FetchedStory]
    public var storyCount: Int
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
