public import Foundation
public import Markup

/// Finds out what can be followed at an address that a person typed.
public protocol Discovering: Sendable {
    /// The channels found, best first; each already looked at, with three stories to show.
    /// - Throws: `SourceError` when nothing could be read there.
    func discover(at address: WebAddress) async throws(SourceError) -> [FoundChannel]
}

/// Something that can be followed, with a taste of it.
public struct FoundChannel: Sendable {
    public var kind: SourceKind
    public var address: WebAddress
    public var facts: ChannelFacts
    /// At most three, newest first; empty when the channel was not looked at (only the first few are).
    public var preview: [ArrivingStory]
    /// How many stories it holds now.
    public var count: Int
    /// The newest story's publication.
    public var newestAt: Date?

    public init(
        kind: SourceKind, address: WebAddress, facts: ChannelFacts, preview: [ArrivingStory] = [], count: Int = 0,
        newestAt: Date? = nil
    ) {
        self.kind = kind
        self.address = address
        self.facts = facts
        self.preview = preview
        self.count = count
        self.newestAt = newestAt
    }
}
