public import News
public import URLs

/// A story's source in the catalog.
public struct StorySource: Sendable, Hashable {
    /// The database ID of the source.
    public var id: Int64
    /// The kind that selects the implementation.
    public var kind: SourceKind
    /// The address of the source's site.
    public var site: WebAddress

    public init(id: Int64, kind: SourceKind, site: WebAddress) {
        self.id = id
        self.kind = kind
        self.site = site
    }
}

extension StorySource {
    /// Returns the source of a story; nil if the story is unknown or this version cannot parse the address.
    static func find(story: Int64, _ transaction: Transaction) throws -> StorySource? {
        try transaction.first(
            "select s.id, s.kind, s.address from story t join source s on s.id = t.source_id where t.id = ?",
            [.number(story)]
        ) { Self.decode($0) } ?? nil
    }

    static func find(_ source: Int64, _ transaction: Transaction) throws -> StorySource? {
        try transaction.first("select id, kind, address from source where id = ?", [.number(source)]) {
            Self.decode($0)
        } ?? nil
    }

    /// Reads the columns id, kind and address; nil if this version cannot parse the address.
    static func decode(_ row: SQLRow) -> StorySource? {
        WebAddress(row.text("address")).map {
            StorySource(id: row.number("id"), kind: SourceKind(rawValue: row.text("kind")), site: $0)
        }
    }
}
