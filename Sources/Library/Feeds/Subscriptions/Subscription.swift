public import News
public import URLs

/// A channel that a reader follows, or reads through an edition.
public struct Subscription: Sendable, Identifiable {
    /// The channel's.
    public var id: ChannelID
    /// The reader's own, else the origin's, else the host.
    public var title: String
    public var ownTitle: String?
    public var kind: SourceKind
    public var address: WebAddress
    public var site: WebAddress?
    public var about: String?
    public var icon: PictureID?
    public var section: SectionID
    /// Nil without folder.
    public var sectionTitle: String?
    public var unread: BoundedCount
    public var health: ChannelHealth
    /// False if only read through an edition.
    public var isFollowed: Bool
    /// Whether stories show the full text of their pages.
    public var fullText: FullTextChoice

    public init(
        id: ChannelID, title: String, ownTitle: String? = nil, kind: SourceKind = .feed, address: WebAddress,
        site: WebAddress? = nil, about: String? = nil, icon: PictureID? = nil, section: SectionID = .other,
        sectionTitle: String? = nil, unread: BoundedCount = .zero, health: ChannelHealth, isFollowed: Bool = true,
        fullText: FullTextChoice = .automatic
    ) {
        self.id = id
        self.title = title
        self.ownTitle = ownTitle
        self.kind = kind
        self.address = address
        self.site = site
        self.about = about
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
    public var id: SectionID
    public var title: String
    /// Outermost first; several only from OPML.
    public var path: [String]
    public var unread: BoundedCount
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
