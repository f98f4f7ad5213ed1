public import News
public import URLs

/// A channel that a reader follows, or reads through an edition.
public struct Subscription: Sendable, Identifiable {
    /// The ID of the channel.
    public var id: ChannelID
    /// The reader's own title, else the origin's, else the host.
    public var title: String
    /// The reader's own title; nil for none.
    public var ownTitle: String?
    /// The kind of the channel's source.
    public var kind: SourceKind
    /// The address that is fetched.
    public var address: WebAddress
    /// The address of the channel's website.
    public var site: WebAddress?
    /// The origin's description of the channel.
    public var description: String?
    /// The channel's icon.
    public var icon: PictureID?
    /// The folder of the subscription; `.other` for none.
    public var section: SectionID
    /// The title of the folder; nil without one.
    public var sectionTitle: String?
    /// The number of unread stories.
    public var unread: BoundedCount
    /// The channel's recent results and next poll.
    public var health: ChannelHealth
    /// True if the reader follows the channel, false if it is only read through an edition.
    public var isFollowed: Bool
    /// The choice whether stories show the full text of their pages.
    public var fullText: FullTextChoice

    public init(
        id: ChannelID, title: String, ownTitle: String? = nil, kind: SourceKind = .feed, address: WebAddress,
        site: WebAddress? = nil, description: String? = nil, icon: PictureID? = nil, section: SectionID = .other,
        sectionTitle: String? = nil, unread: BoundedCount = .zero, health: ChannelHealth, isFollowed: Bool = true,
        fullText: FullTextChoice = .automatic
    ) {
        self.id = id
        self.title = title
        self.ownTitle = ownTitle
        self.kind = kind
        self.address = address
        self.site = site
        self.description = description
        self.icon = icon
        self.section = section
        self.sectionTitle = sectionTitle
        self.unread = unread
        self.health = health
        self.isFollowed = isFollowed
        self.fullText = fullText
    }
}

/// A section of the edition `mine`.
public struct Folder: Sendable, Identifiable {
    /// The ID of the section; `.other` for *Other*.
    public var id: SectionID
    /// The title of the folder.
    public var title: String
    /// The titles of the folder and its parents, outermost first; there are several only in folders from OPML.
    public var path: [String]
    /// The number of unread stories.
    public var unread: BoundedCount
    /// The subscriptions in the folder, sorted by title.
    public var subscriptions: [Subscription]

    public init(
        id: SectionID, title: String, path: [String]? = nil, unread: BoundedCount = .zero,
        subscriptions: [Subscription] = []
    ) {
        self.id = id
        self.title = title
        self.path = path ?? [title]
        self.unread = unread
        self.subscriptions = subscriptions
    }
}
