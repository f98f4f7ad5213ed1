import News

/// Which of a reader's channels a list draws on.
enum Scope: Sendable, Equatable {
    /// All that the reader follows: the edition `mine`.
    case everything
    /// All that the reader reads, followed or through an edition.
    case anywhere
    /// A folder of the reader.
    case folder(Int64)
    /// A section of another edition.
    case section(Int64)
    case channel(Int64)
    case edition(EditionID)

    /// The channels of a list that has some; `saved` reaches over everything that is read.
    init(_ list: StoryList, _ session: Session) throws {
        switch list {
        case .section(let id): self = try Self.section(id.rawValue, session)
        case .channel(let id): self = .channel(id.rawValue)
        case .unread, .everything, .within(EditionID.mine, _): self = .everything
        case .saved, .within(nil, _): self = .anywhere
        case .within(let edition?, _): self = .edition(edition)
        }
    }

    /// Folders and sections share their numbers; the row says which it is.
    private static func section(_ id: Int64, _ session: Session) throws -> Scope {
        let isEditions = try session.number("select 1 from folder where id = ? and edition is not null", [.number(id)])
        return isEditions == nil ? .folder(id) : .section(id)
    }

    /// A condition on the subscription `u`, with a `?` for `value` where there is one. Muted feeds stay away from
    /// everything but their own lists.
    var condition: String {
        isOneChannel ? wide : wide + FeedMutes.condition
    }

    /// The same with muted feeds.
    var wide: String {
        switch self {
        case .everything: " and u.is_followed = 1"
        case .anywhere: ""
        case .folder: " and u.folder_id = ? and u.is_followed = 1"
        case .section: " and u.channel_id in (select sc.channel_id from section_channel sc where sc.section_id = ?)"
        case .channel: " and u.channel_id = ?"
        case .edition:
            " and u.channel_id in (select sc.channel_id from folder f join section_channel sc on sc.section_id = f.id "
                + "where f.edition = ?)"
        }
    }

    /// Then there is nothing to put in order.
    var isOneChannel: Bool { if case .channel = self { true } else { false } }

    /// Whether it draws on what the reader follows alone.
    var isFollowed: Bool {
        switch self {
        case .everything, .folder: true
        case .anywhere, .section, .channel, .edition: false
        }
    }

    var value: [SQLValue] {
        switch self {
        case .everything, .anywhere: []
        case .folder(let id), .section(let id), .channel(let id): [.number(id)]
        case .edition(let id): [.words(id.rawValue)]
        }
    }
}
