public import Markup

/// Where an edition's sections come from.
public enum EditionSections: Sendable, Hashable {
    /// The reader's folders, each with the channels that lie in it: only `mine`.
    case folders
    /// Named in the edition's file, in that order.
    case listed([EditionSection])
    /// One for each channel that a source offers at this address, in the source's order and with its names.
    /// - Parameter treatment: what some of them do differently, by the key that the source gives a channel.
    case offered(by: ChannelAddress, treatment: [String: SectionOptions])
}

/// A section named in an edition's file.
public struct EditionSection: Sendable, Hashable {
    /// Its name in addresses and in the database, which a change of title does not change: `campus`.
    public var key: String
    public var title: String
    /// Newest first, all of them together.
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

/// What a section does differently from others of its edition.
public struct SectionOptions: Sendable, Hashable {
    /// Its stories live elsewhere: a row leads to the page they point to, whatever text they have (MIT-11).
    public var opensExternally: Bool

    public init(opensExternally: Bool = false) { self.opensExternally = opensExternally }
}

/// A channel as an edition's file names it.
public struct ChannelAddress: Sendable, Hashable {
    public var kind: SourceKind
    /// Of the site or service; for a feed the channel's own address.
    public var site: WebAddress
    public var address: WebAddress

    public init(kind: SourceKind, site: WebAddress, address: WebAddress) {
        self.kind = kind
        self.site = site
        self.address = address
    }
}
