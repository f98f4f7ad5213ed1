import Markup
public import News
public import URLs

/// A feed that is stored here, as a search by name finds it.
public struct KnownFeed: Sendable, Identifiable {
    /// The ID of the channel.
    public var id: ChannelID
    /// The reader's own title, else the origin's, else the host.
    public var title: String
    /// The address that is fetched.
    public var address: WebAddress
    /// The channel's icon.
    public var icon: PictureID?
    /// True if the reader follows the feed.
    public var isFollowed: Bool
    /// The title of the folder of a followed feed; nil without one.
    public var folderTitle: String?
    /// An edition that shows the feed; nil if none does.
    public var edition: EditionID?
}

/// A search for feeds by words of their names or hosts. Each word must begin a word of the name, or be part of the host.
public struct FeedNameSearch: Sendable {
    private let words: [String]
    private let normalized: String

    /// The maximum number of words that count.
    private static let maxWords = 12

    public init(_ typed: String) {
        words = Array(TextNormalizer.words(String(typed.prefix(300))).prefix(Self.maxWords))
        normalized = words.joined(separator: " ")
    }

    /// Returns the rank of a feed, 0 for the best; nil if it does not match.
    public func rank(title: String, host: String) -> Int? {
        guard !words.isEmpty else { return nil }
        let titleWords = TextNormalizer.words(title)
        let host = TextNormalizer.normalize(host)
        let isNamed = words.allSatisfy { word in titleWords.contains { $0.hasPrefix(word) } }
        guard isNamed || words.allSatisfy({ word in titleWords.contains { $0.hasPrefix(word) } || host.contains(word) })
        else { return nil }
        let name = titleWords.joined(separator: " ")
        return name == normalized ? 0 : name.hasPrefix(normalized) ? 1 : isNamed ? 2 : 3
    }
}

/// A query for the feeds that a reader follows or has followed, and for those of editions; not for those that only
/// another reader has.
struct KnownFeedQuery {
    let transaction: Transaction
    let reader: Int64

    func feeds() throws -> [KnownFeed] {
        try transaction.all(
            """
            select c.id, coalesce(u.title, c.title) as title, c.address, c.icon_id, coalesce(u.is_followed, 0) as is_followed,
              case when u.folder_id <> 0 then f.title end as folder_title,
              (select e.edition from section_channel sc join folder e on e.id = sc.section_id
               where sc.channel_id = c.id and (e.reader_id is null or e.reader_id = ?) limit 1) as edition
            from channel c join source s on s.id = c.source_id
            left join subscription u on u.channel_id = c.id and u.reader_id = ?
            left join folder f on f.id = u.folder_id
            where c.is_result_list = 0
              and (u.channel_id is not null
                or not exists (select 1 from subscription o where o.channel_id = c.id)
                or exists (select 1 from section_channel sc join folder e on e.id = sc.section_id
                  where sc.channel_id = c.id and e.reader_id is null))
              and s.kind <> '\(SourceKind.pack.rawValue)'
              and not exists (select 1 from edition d where d.directory_channel_id = c.id)
            """, [.number(reader), .number(reader)]
        ) { row -> KnownFeed? in
            guard let address = WebAddress(row.text("address")) else { return nil }
            let edition = row.optionalText("edition").map { EditionID(rawValue: $0) }
            let isFollowed = row.bool("is_followed")
            return KnownFeed(
                id: ChannelID(rawValue: row.number("id")), title: row.text("title"), address: address,
                icon: row.optionalNumber("icon_id").map { PictureID(rawValue: $0) }, isFollowed: isFollowed,
                folderTitle: isFollowed ? row.optionalText("folder_title") : nil, edition: edition)
        }.compactMap(\.self)
    }
}
