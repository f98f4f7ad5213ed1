import News

/// The channels of a list, without the stories that are kept back in it.
struct StoryScope: Sendable, Equatable {
    enum Channels: Sendable, Equatable {
        /// All followed channels: the edition `mine`.
        case followed
        /// All channels that the reader follows or has in editions.
        case all
        case folder(Int64)
        case section(Int64)
        case channel(Int64)
        /// Channels that are named, without those that are muted.
        case channels([Int64])
        /// The channels of an edition, including sections that belong to this reader alone.
        case edition(EditionID, reader: Int64)
    }

    let channels: Channels
    /// The stories that are kept back; none in lists of marked stories, in a feed's own list and in searches.
    var keptBack = KeptBackFilter.none

    static let followed = StoryScope(channels: .followed), all = StoryScope(channels: .all)
    static func folder(_ id: Int64) -> StoryScope { StoryScope(channels: .folder(id)) }
    static func section(_ id: Int64) -> StoryScope { StoryScope(channels: .section(id)) }
    static func channel(_ id: Int64) -> StoryScope { StoryScope(channels: .channel(id)) }
    static func channels(_ ids: [Int64]) -> StoryScope { StoryScope(channels: .channels(ids)) }
    static func edition(_ id: EditionID, reader: Int64) -> StoryScope {
        StoryScope(channels: .edition(id, reader: reader))
    }

    private init(channels: Channels) { self.channels = channels }

    /// Creates the scope of a list; for `saved`, all the reader's channels.
    init(_ list: StoryList, for reader: Int64, _ transaction: Transaction) throws {
        switch list {
        case .section(let id): self = try Self.section(id.rawValue, reader, transaction)
        case .channel(let id): self = .channel(id.rawValue)
        case .unread, .everything, .within(EditionID.mine, _):
            self = try Self.followed.keepingBack(in: list.isMarked ? nil : .mine, reader, transaction)
        case .saved, .within(nil, _): self = .all
        case .within(let edition?, _):
            self = try Self.edition(edition, reader: reader).keepingBack(
                in: list.isMarked ? nil : edition, reader, transaction)
        case .search(_, let list):
            self = try Self(list, for: reader, transaction)
            keptBack = .none
        }
    }

    /// Returns the scope of a section or folder, which share one ID space. Another reader's section is treated, like a
    /// removed one, as an empty folder.
    private static func section(_ id: Int64, _ reader: Int64, _ transaction: Transaction) throws -> StoryScope {
        let edition = try transaction.text(
            """
            select edition from folder
            where id = ? and edition is not null and (reader_id is null or reader_id = ?)
            """, [.number(id), .number(reader)]
        ).map { EditionID(rawValue: $0) }
        let scope = edition == nil ? Self.folder(id) : .section(id)
        return try scope.keepingBack(in: edition ?? .mine, reader, transaction)
    }

    /// Returns the scope without the stories that the reader keeps back in an edition; nil for none.
    private func keepingBack(
        in edition: EditionID?, _ reader: Int64, _ transaction: Transaction
    ) throws -> StoryScope {
        guard let edition else { return self }
        return keepingBack(try KeptBackFilter(of: edition, for: reader, transaction))
    }

    func keepingBack(_ filter: KeptBackFilter) -> StoryScope {
        var scope = self
        scope.keptBack = filter
        return scope
    }

    /// Returns the condition that a list shows a story: it is neither muted for the reader in column `reader`, or in an
    /// argument, nor kept back.
    func storyCondition(_ story: StaticString, reader: StaticString = "?") -> String {
        MuteSQL.storyCondition(story, reader: reader) + keptBack.condition(story)
    }

    /// The SQL condition on the subscription `u`, to be used with `arguments`. Muted feeds are excluded, except from
    /// their own lists.
    var condition: String {
        isSingleChannel ? conditionIncludingMuted : conditionIncludingMuted + MuteSQL.feedCondition
    }

    var conditionIncludingMuted: String {
        switch channels {
        case .followed: " and u.is_followed = 1"
        case .all: ""
        case .folder: " and u.folder_id = ? and u.is_followed = 1"
        case .section: " and u.channel_id in (select sc.channel_id from section_channel sc where sc.section_id = ?)"
        case .channel: " and u.channel_id = ?"
        case .channels(let ids): " and u.channel_id in \(SQLList(ids).sql)"
        case .edition:
            " and u.channel_id in (select sc.channel_id from folder f join section_channel sc on sc.section_id = f.id "
                + "where f.edition = ? and (f.reader_id is null or f.reader_id = ?))"
        }
    }

    /// True if the scope is a single channel, which needs no sorting.
    var isSingleChannel: Bool { if case .channel = channels { true } else { false } }

    /// Returns the only channel of a list that can keep its origin's own order; nil for several channels, and for lists
    /// over all channels.
    func onlyChannel(for reader: Int64, _ transaction: Transaction) throws -> Int64? {
        switch channels {
        case .followed, .all, .channels, .edition: return nil
        case .folder, .section, .channel: break
        }
        let channels = try transaction.numbers(
            "select u.channel_id from subscription u where u.reader_id = ?\(condition) limit 2",
            [.number(reader)] + arguments)
        return channels.count == 1 ? channels[0] : nil
    }

    func sortKey(for reader: Int64, _ transaction: Transaction) throws -> StorySortKey {
        try StorySortKey(ofOnlyChannel: onlyChannel(for: reader, transaction), transaction)
    }

    var isFollowedOnly: Bool {
        switch channels {
        case .followed, .folder: true
        case .all, .section, .channel, .channels, .edition: false
        }
    }

    var arguments: [SQLValue] {
        switch channels {
        case .followed, .all: []
        case .folder(let id), .section(let id), .channel(let id): [.number(id)]
        case .channels(let ids): SQLList(ids).arguments
        case .edition(let id, let reader): [.text(id.rawValue), .number(reader)]
        }
    }
}

/// The filter and the order of a list.
struct StoryFilter: Sendable {
    var isUnreadOnly = false
    var order = StoryOrder.newestFirst
    /// The time in milliseconds from which read marks do not count yet, so that a page is stable while it is read.
    var readBefore: Int64 = .max
    /// The ID of the newest story to include. Later arrivals are excluded, so that a list is stable.
    var asOf: Int64 = .max
    /// True if stories of one cluster count as duplicates of each other.
    var joinsClusters = false

    /// The SQL of a story's group of duplicates: the joins of a statement with `cs`, and the column.
    var group: (join: String, column: String) {
        let join = "left join story_group g on g.story_id = cs.story_id"
        guard joinsClusters else { return (join, "g.group_id") }
        return (
            join + " left join story_cluster k on k.story_id = cs.story_id",
            "coalesce(k.cluster_id, g.group_id) as group_id"
        )
    }
}

/// The column of `channel_story` by which a list is sorted.
enum StorySortKey: String {
    case date = "shown_at"
    /// The origin's own order (`ChannelRanking`), in a list of a single channel that has one.
    case rank = "rank_key"

    init(ofOnlyChannel channel: Int64?, _ transaction: Transaction) throws {
        let isRanked = try channel.map {
            try transaction.exists(
                "select 1 from channel_story where channel_id = ? and rank_key is not null limit 1", [.number($0)])
        }
        self = isRanked == true ? .rank : .date
    }

    var column: String { "cs.\(rawValue)" }

    /// The SQL condition that lets SQLite use the partial index of stories with a rank key.
    var indexCondition: String { self == .rank ? "and \(column) is not null" : "" }
}
