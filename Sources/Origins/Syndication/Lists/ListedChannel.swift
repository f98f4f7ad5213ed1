public import Markup
public import News

/// One channel of a list of subscriptions that comes from or goes to another program.
public struct ListedChannel: Sendable, Hashable {
    public var kind: SourceKind
    public var address: WebAddress
    public var title: String?
    public var site: WebAddress?
    /// Folder titles, outermost first; empty for none.
    public var folders: [String]

    public init(
        kind: SourceKind = .feed, address: WebAddress, title: String? = nil, site: WebAddress? = nil,
        folders: [String] = []
    ) {
        self.kind = kind
        self.address = address
        self.title = title
        self.site = site
        self.folders = folders
    }
}
