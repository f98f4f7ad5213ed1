public import Foundation
public import URLs

/// A type that finds the channels at an address.
public protocol ChannelDiscovery: Sendable {
    /// Returns the channels, best first, each with up to three stories.
    /// - Throws: `SourceError` if nothing could be read.
    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel]
}

/// A discovered channel with a preview.
public struct DiscoveredChannel: Sendable {
    /// The kind of source that reads the channel.
    public var kind: SourceKind
    /// The address of the channel.
    public var address: WebAddress
    /// The channel's description of itself.
    public var metadata: ChannelMetadata
    /// At most three stories, newest first; empty if none were fetched.
    public var preview: [FetchedStory]
    /// The number of stories in the response.
    public var storyCount: Int
    /// The date of the newest story; nil if unknown.
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
