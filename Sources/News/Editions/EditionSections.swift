public import Markup

/// Where an edition's sections come from.
public enum EditionSections: Sendable, Hashable {
    /// The reader's folders with their channels: only in `mine`.
    case folders
    /// The sections of the edition's file, in its order.
    case listed([EditionSection])
    /// One section per channel that a source offers at this address, in its order and with its titles.
    /// - Parameter treatment: options of individual sections, by the source's channel key.
    case offered(by: ChannelAddress, treatment: [String: SectionOptions])
}

/// A section of an edition's file.
public struct EditionSection: Sendable, Hashable {
    /// Its key in URLs and in the database, independent of the title: `campus`.
    public var key: String
    public var title: String
    /// Its channels; their stories are merged newest first.
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

/// Options of a section that differ from the rest of its edition.
public struct SectionOptions: Sendable, Hashable {
    /// Its stories live on other sites: a row links to the external page, whatever text the story has.
    public var opensExternally: Bool

    public init(opensExternally: Bool = false) { self.opensExternally = opensExternally }
}

/// A channel in an edition's file.
public struct ChannelAddress: Sendable, Hashable {
    public var kind: SourceKind
    /// The address of the site or service; for a feed the feed's own.
    public var site: WebAddress
    public var address: WebAddress

    public init(kind: SourceKind, site: WebAddress, address: WebAddress) {
        self.kind = kind
        self.site = site
        self.address = address
    }
}
