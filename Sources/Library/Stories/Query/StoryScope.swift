import News

/// The subset of a reader's channels that a list covers.
enum StoryScope: Sendable, Equatable {
    /// All followed channels: the edition `mine`.
    case followed
    /// All channels the reader follows or reads through an edition.
    case all
    /// A folder of the reader.
    case folder(Int64)
    /// A section of another edition.
    case section(Int64)
    case channel(Int64)
    case edition(EditionID)

    /// The channels of a list; for `saved`, all the reader's channels.
    init(_ list: StoryList, _ transaction: Transaction) throws {
        switch list {
        case .section(let id): self = try Self.section(id.rawValue, transaction)
        case .channel(let id): self = .channel(id.rawValue)
        case .unread, .everything, .within(EditionID.mine, _): self = .followed
        case .saved, .within(nil, _): self = .all
        case .within(let edition?, _): self = .edition(edition)
        }
    }

    /// Folders and sections share one id space; the row tells which it is.
    private static func section(_ id: Int64, _ transaction: Transaction) throws -> StoryScope {
        let isEditions = try transaction.number(
            "select 1 from folder where id = ? and edition is not null", [.number(id)])
        return isEditions == nil ? .folder(id) : .section(id)
    }

    /// A condition on the subscription `u`, with a `?` for each of `arguments`. Excludes muted feeds, except from
    /// their own lists.
    var condition: String {
        isSingleChannel ? conditionIncludingMuted : conditionIncludingMuted + FeedMuteSQL.feedCondition
    }

    /// The same condition including muted feeds.
    var conditionIncludingMuted: String {
        switch self {
        case .followed: " and u.is_followed = 1"
        case .all: ""
        case .folder: " and u.folder_id = ? and u.is_followed = 1"
        case .section: " and u.channel_id in (select sc.channel_id from section_channel sc where sc.section_id = ?)"
        case .channel: " and u.channel_id = ?"
        case .edition:
            " and u.channel_id in (select sc.channel_id from folder f join section_channel sc on sc.section_id = f.id "
                + "where f.edition = ?)"
        }
    }

    /// A single channel needs no sorting.
    var isSingleChannel: Bool { if case .channel = self { true } else { false } }

    /// Whether it covers followed channels only.
    var isFollowedOnly: Bool {
        switch self {
        case .followed, .folder: true
        case .all, .section, .channel, .edition: false
        }
    }

    var arguments: [SQLValue] {
        switch self {
        case .followed, .all: []
        case .folder(let id), .section(let id), .channel(let id): [.number(id)]
        case .edition(let id): [.text(id.rawValue)]
        }
    }
}

/// Which stories of a list to return.
struct StoryFilter: Sendable {
    var isUnreadOnly = false
    /// Excludes stories that arrived later than this one, so that a list is stable while it is read.
    var asOf: Int64 = .max
}
