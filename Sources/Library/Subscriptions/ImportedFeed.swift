public import Markup
public import News

/// One channel of a list that is imported.
public struct ImportedFeed: Sendable {
    public var kind: SourceKind
    public var address: WebAddress
    public var title: String?
    public var site: WebAddress?
    /// Folder titles, outermost first; empty for none.
    public var folder: [String]

    public init(
        kind: SourceKind = .feed, address: WebAddress, title: String? = nil, site: WebAddress? = nil,
        folder: [String] = []
    ) {
        self.kind = kind
        self.address = address
        self.title = title
        self.site = site
        self.folder = folder
    }
}
