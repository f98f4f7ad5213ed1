public import Foundation
public import Markup

/// Finds out what can be followed at an address that a person typed.
public protocol ChannelDiscovery: Sendable {
    /// The channels found, best first; each already looked at, with three stories to show.
    /// - Throws: `SourceError` when nothing could be read there.
    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel]
}

/// Something that can be followed, with a taste of it.
public struct DiscoveredChannel: Sendable {
    public var kind: SourceKind
    public var address: WebAddress
    public var metadata: ChannelMetadata
    /// At most three, newest first; empty when the channel was not looked at (only the first few are).
    public var preview: [FetchedStory]
    /// How many stories it holds now.
    public var storyCount: Int
    /// The newest story's publication.
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
