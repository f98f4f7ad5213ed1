public import URLs

/// The definition of an edition's sections.
public enum EditionSections: Sendable, Hashable {
    /// The reader's folders; only in `mine`.
    case folders
    /// The sections listed in the edition's file, in order.
    case listed([EditionSection])
    /// One section for each channel that a source offers, with the source's order and titles.
    /// - Parameter options: The options by the source's channel key.
    case offered(by: ChannelAddress, options: [String: SectionOptions])
}

/// A section in an edition's file.
public struct EditionSection: Sendable, Hashable {
    /// The key in URLs and the database, independent of the title: `campus`.
    public var key: String
    /// The title of the section.
    public var title: String
    /// The channels, whose stories are merged newest first.
    public var channels: [ChannelAddress]
    /// The options of the section.
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

/// The options of one section.
public struct SectionOptions: Sendable, Hashable {
    /// True if rows link to the external page, whether or not the story has a text.
    public var opensExternally: Bool

    public init(opensExternally: Bool = false) { self.opensExternally = opensExternally }
}

/// The address of a channel in an edition's file.
public struct ChannelAddress: Sendable, Hashable {
    /// The kind of source.
    public var kind: SourceKind
    /// The site or service; for a feed, the feed's own address.
    public var site: WebAddress
    /// The address of the channel.
    public var address: WebAddress

    public init(kind: SourceKind, site: WebAddress, address: WebAddress) {
        self.kind = kind
        self.site = site
        self.address = address
    }
}
