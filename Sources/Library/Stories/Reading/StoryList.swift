public import News
import Untrusted

/// A list of stories.
public enum StoryList: Sendable, Hashable {
    /// A reader's folder (`SectionID.other` without one), or an edition's section.
    case section(SectionID)
    case channel(ChannelID)
    /// Of all followed channels.
    case unread
    /// Of all editions.
    case saved
    /// Of all followed channels.
    case everything
    /// Part of one edition; for nil, of all, `mine` included.
    case within(EditionID?, Part)

    /// Which stories to show.
    public enum Part: String, Sendable, CaseIterable { case everything = "all", unread, saved, ticked }

    /// Parses a `code`.
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

    /// For URLs: `s12`, `c7`, `unread`, `saved`, `all`, `all@mit-news`, `unread@`.
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

    /// The mark of the stories that it shows, latest mark first; nil for a list of channels.
    public var markKind: MarkKind? {
        switch self {
        case .saved, .within(_, .saved): .saved
        case .within(_, .ticked): .ticked
        default: nil
        }
    }

    /// Shows saved or ticked stories.
    public var isMarked: Bool { markKind != nil }

    /// Never shows read stories.
    public var isUnread: Bool {
        switch self {
        case .unread, .within(_, .unread): true
        default: false
        }
    }
}
