import News

/// Which of a reader's channels a list draws on.
enum StoryScope: Sendable, Equatable {
    /// All that the reader follows: the edition `mine`.
    case followed
    /// All that the reader reads, followed or through an edition.
    case all
    /// A folder of the reader.
    case folder(Int64)
    /// A section of another edition.
    case section(Int64)
    case channel(Int64)
    case edition(EditionID)

    /// The channels of a list that has some; `saved` reaches over everything that is read.
    init(_ list: StoryList, _ transaction: Transaction) throws {
        switch list {
        case .section(let id): self = try Self.section(id.rawValue, transaction)
        case .channel(let id): self = .channel(id.rawValue)
        case .unread, .everything, .within(EditionID.mine, _): self = .followed
        case .saved, .within(nil, _): self = .all
        case .within(let edition?, _): self = .edition(edition)
        }
    }

    /// Folders and sections share their numbers; the row says which it is.
    private static func section(_ id: Int64, _ transaction: Transaction) throws -> StoryScope {
        let isEditions = try transaction.number(
            "select 1 from folder where id = ? and edition is not null", [.number(id)])
        return isEditions == nil ? .folder(id) : .section(id)
    }

    /// A condition on the subscription `u`, with a `?` for `value` where there is one. Muted feeds stay away from
    /// everything but their own lists.
    var condition: String {
        isSingleChannel ? conditionIncludingMuted : conditionIncludingMuted + FeedMuteSQL.feedCondition
    }

    /// The same with muted feeds.
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

    /// Then there is nothing to put in order.
    var isSingleChannel: Bool { if case .channel = self { true } else { false } }

    /// Whether it draws on what the reader follows alone.
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

/// Which stories of a list are wanted.
struct StoryFilter: Sendable {
    var isUnreadOnly = false
    /// Stories that arrived later than this one stay out, so that a list holds still while it is read.
    var asOf: Int64 = .max
}
