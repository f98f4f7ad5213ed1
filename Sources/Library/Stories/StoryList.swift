public import News

/// A list of stories that a face can show, in `mine`.
public enum StoryList: Sendable, Hashable {
    /// One folder of the reader; `SectionID.other` for feeds without one.
    case section(SectionID)
    case channel(ChannelID)
    case unread
    case saved
    /// Everything from every subscription.
    case everything

    /// Reads what `code` wrote; nil for anything else.
    public init?(code: String) {
        switch code {
        case "unread": self = .unread
        case "saved": self = .saved
        case "all": self = .everything
        default:
            guard let number = Int64(code.dropFirst()), number >= 0, !code.contains("+") else { return nil }
            switch code.first {
            case "s": self = .section(SectionID(rawValue: number))
            case "c": self = .channel(ChannelID(rawValue: number))
            default: return nil
            }
        }
    }

    /// As it stands in addresses: `s12`, `c7`, `unread`, `saved`, `all`.
    public var code: String {
        switch self {
        case .section(let id): "s\(id.rawValue)"
        case .channel(let id): "c\(id.rawValue)"
        case .unread: "unread"
        case .saved: "saved"
        case .everything: "all"
        }
    }
}
