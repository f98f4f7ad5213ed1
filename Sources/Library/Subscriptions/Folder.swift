public import News

/// A reader's folder with what lies in it; the folder is a section of `mine`.
public struct Folder: Sendable, Identifiable {
    public var id: SectionID
    public var title: String
    /// The titles from the outermost folder to this one; one element unless it came nested from an OPML file.
    public var path: [String]
    /// Ascending; *Other* comes last.
    public var position: Int
    public var unread: BoundedCount
    public var subscriptions: [Subscription]

    public init(
        id: SectionID, title: String, path: [String]? = nil, position: Int = 0, unread: BoundedCount = .none,
        subscriptions: [Subscription] = []
    ) {
        self.id = id
        self.title = title
        self.path = path ?? [title]
        self.position = position
        self.unread = unread
        self.subscriptions = subscriptions
    }
}
