/// One line of a list of subscriptions: a folder or a feed.
public struct OPMLOutline: Sendable, Hashable {
    /// What an outline stands for.
    public indirect enum Kind: Sendable, Hashable {
        /// A folder, with what it holds in order.
        case folder([OPMLOutline])
        /// A feed: its address, its site's page, and its type as written ("rss").
        case feed(address: String, site: String?, type: String?)
    }

    /// Plain text: title, else text, else site, else address.
    public var title: String
    /// Folder or feed.
    public var kind: Kind
    /// Every other attribute as written, so that another program's settings survive a round trip.
    public var attributes: [String: String]

    /// A line by hand.
    public init(title: String, kind: Kind, attributes: [String: String] = [:]) {
        self.title = title
        self.kind = kind
        self.attributes = attributes
    }

    /// What a folder holds; nothing for a feed.
    public var children: [OPMLOutline] {
        if case .folder(let children) = kind { children } else { [] }
    }
}
