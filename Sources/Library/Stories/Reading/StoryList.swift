public import News
import Untrusted

/// A list of stories.
public enum StoryList: Sendable, Hashable {
    /// One folder of the reader, `SectionID.other` for feeds without one; or one section of an edition.
    case section(SectionID)
    case channel(ChannelID)
    /// Unread stories of all followed channels.
    case unread
    /// The reader's saved stories of all editions.
    case saved
    /// All stories of all followed channels.
    case everything
    /// Part of one edition; for nil, of all editions together, the reader's own included.
    case within(EditionID?, Part)

    /// Which stories of an edition a list shows.
    public enum Part: String, Sendable, CaseIterable { case everything = "all", unread, saved }

    /// Parses a `code`; nil for anything else.
    public init?(code: String) {
        switch code {
        case "unread": self = .unread
        case "saved": self = .saved
        case "all": self = .everything
        default:
            if let at = code.firstIndex(of: "@") {
                guard let part = Part(rawValue: String(code[..<at])) else { return nil }
                let edition = String(code[code.index(after: at)...])
                self = .within(edition.isEmpty ? nil : EditionID(rawValue: edition), part)
                return
            }
            guard let number = UntrustedInteger(digits: code.dropFirst())?.id else { return nil }
            switch code.first {
            case "s": self = .section(SectionID(rawValue: number))
            case "c": self = .channel(ChannelID(rawValue: number))
            default: return nil
            }
        }
    }

    /// The form used in URLs: `s12`, `c7`, `unread`, `saved`, `all`, `all@mit-news`, `unread@`.
    public var code: String {
        switch self {
        case .section(let id): "s\(id.rawValue)"
        case .channel(let id): "c\(id.rawValue)"
        case .unread: "unread"
        case .saved: "saved"
        case .everything: "all"
        case .within(let edition, let part): "\(part.rawValue)@\(edition?.rawValue ?? "")"
        }
    }

    /// Whether it shows saved stories, latest mark first.
    public var isSaved: Bool {
        switch self {
        case .saved, .within(_, .saved): true
        default: false
        }
    }

    /// Whether it never shows read stories.
    public var isUnread: Bool {
        switch self {
        case .unread, .within(_, .unread): true
        default: false
        }
    }
}
