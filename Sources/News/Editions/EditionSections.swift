public import URLs

/// Where sections come from.
public enum EditionSections: Sendable, Hashable {
    /// The reader's folders; only in `mine`.
    case folders
    /// From the edition's file, in order.
    case listed([EditionSection])
    /// One section per channel that a source offers, with its order and titles.
    /// - Parameter options: by the source's channel key.
    case offered(by: ChannelAddress, options: [String: SectionOptions])
}

/// From an edition's file.
public struct EditionSection: Sendable, Hashable {
    /// In URLs and the database, independent of the title: `campus`.
    public var key: String
    public var title: String
    /// Merged newest first.
    public var channels: [ChannelAddress]
    public var options: SectionOptions

    public init(
        key: String, title: String, channels: [ChannelAddress], options: SectionOptions = SectionOptions()
    ) {
        self.key = key
        self.title = title
        self.channels = channels
        self.options = options
    }
}

/// Options of one section.
public struct SectionOptions: Sendable, Hashable {
    /// Rows link to the external page, whatever text the story has.
    public var opensExternally: Bool

    public init(opensExternally: Bool = false) { self.opensExternally = opensExternally }
}

/// From an edition's file.
public struct ChannelAddress: Sendable, Hashable {
    public var kind: SourceKind
    /// The site or service; for a feed, its own address.
    public var site: WebAddress
    public var address: WebAddress

    public init(kind: SourceKind, site: WebAddress, address: WebAddress) {
        self.kind = kind
        self.site = site
        self.address = address
    }
}
