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
    /// The title of the source's only channel; nil if it has several.
    public var title: String?

    public init(id: Int64, kind: SourceKind, site: WebAddress, title: String? = nil) {
        self.id = id
        self.kind = kind
        self.site = site
        self.title = title
    }
}

extension StorySource {
    /// Returns the column `source_title` for a select that has the table `source` under an alias.
    static func titleColumn(of source: String) -> String {
        """
        (select case when count(*) = 1 then min(source_channel.title) end from channel source_channel
          where source_channel.source_id = \(source).id) as source_title
        """
    }

    /// Returns the source of a story; nil if the story is unknown or this version cannot parse the address.
    static func find(story: Int64, _ transaction: Transaction) throws -> StorySource? {
        try transaction.first(
            """
            select s.id, s.kind, s.address, \(titleColumn(of: "s"))
            from story t join source s on s.id = t.source_id where t.id = ?
            """,
            [.number(story)]
        ) { Self.decode($0) } ?? nil
    }

    static func find(_ source: Int64, _ transaction: Transaction) throws -> StorySource? {
        try transaction.first(
            "select s.id, s.kind, s.address, \(titleColumn(of: "s")) from source s where s.id = ?", [.number(source)]
        ) {
            Self.decode($0)
        } ?? nil
    }

    /// Reads the columns id, kind, address and `titleColumn`; nil if this version cannot parse the address.
    static func decode(_ row: SQLRow) -> StorySource? {
        WebAddress(row.text("address")).map {
            StorySource(
                id: row.number("id"), kind: SourceKind(rawValue: row.text("kind")), site: $0,
                title: row.optionalText("source_title"))
        }
    }
}
