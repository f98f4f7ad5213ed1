public import News
import Untrusted

/// A list of stories that a face can show.
public enum StoryList: Sendable, Hashable {
    /// One folder of the reader, `SectionID.other` for feeds without one; or one section of an edition.
    case section(SectionID)
    case channel(ChannelID)
    /// What is unread of all that the reader follows.
    case unread
    /// All that the reader saved, in whichever edition.
    case saved
    /// Everything from all that the reader follows.
    case everything
    /// Part of one edition; of all editions together, the reader's own among them, for nil.
    case within(EditionID?, Part)

    /// What of an edition a list shows.
    public enum Part: String, Sendable, CaseIterable { case everything = "all", unread, saved }

    /// Reads what `code` wrote; nil for anything else.
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

    /// As it stands in addresses: `s12`, `c7`, `unread`, `saved`, `all`, `all@mit-news`, `unread@`.
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

    /// Whether it shows what was saved, the newest mark first.
    public var isSaved: Bool {
        switch self {
        case .saved, .within(_, .saved): true
        default: false
        }
    }

    /// Whether it never shows what is read.
    public var isUnread: Bool {
        switch self {
        case .unread, .within(_, .unread): true
        default: false
        }
    }
}
