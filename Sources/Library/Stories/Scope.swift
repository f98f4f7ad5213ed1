import News

/// Which of a reader's channels a list draws on.
enum Scope: Sendable, Equatable {
    case everything
    case folder(Int64)
    case channel(Int64)

    /// The channels of a list that has some; `saved` and `unread` reach over everything.
    init(_ list: StoryList) {
        switch list {
        case .section(let id): self = .folder(id.rawValue)
        case .channel(let id): self = .channel(id.rawValue)
        case .unread, .saved, .everything: self = .everything
        }
    }

    /// A condition on the subscription `u`, with a `?` for `value` where there is one.
    var condition: String {
        switch self {
        case .everything: ""
        case .folder: " and u.folder_id = ?"
        case .channel: " and u.channel_id = ?"
        }
    }

    /// Then there is nothing to put in order.
    var isOneChannel: Bool { if case .channel = self { true } else { false } }

    var value: [SQLValue] {
        switch self {
        case .everything: []
        case .folder(let id), .channel(let id): [.number(id)]
        }
    }
}
