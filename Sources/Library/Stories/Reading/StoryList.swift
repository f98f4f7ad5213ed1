public import News
import Untrusted

/// A list of stories.
public enum StoryList: Sendable, Hashable {
    /// A reader's folder (`SectionID.other` for channels without a folder), or a section of an edition.
    case section(SectionID)
    /// The stories of one channel.
    case channel(ChannelID)
    /// The unread stories of all followed channels.
    case unread
    /// The saved stories of all editions.
    case saved
    /// All stories of all followed channels.
    case everything
    /// A part of one edition; for nil, of all editions including `mine`.
    case within(EditionID?, Part)
    /// The stories of another list that a query finds.
    indirect case search(String, in: StoryList)

    /// A subset of an edition's stories.
    public enum Part: String, Sendable, CaseIterable { case everything = "all", unread, saved, ticked }

    /// Parses a `code`; nil if malformed.
    public init?(code: String) {
        switch code {
        case "unread": self = .unread
        case "saved": self = .saved
        case "all": self = .everything
        default:
            if code.hasPrefix("q:") {
                let parts = code.dropFirst(2).split(separator: ":", maxSplits: 1)
                // A search of a search is none of ours.
                guard parts.count == 2, !parts[0].hasPrefix("q"), let list = StoryList(code: String(parts[0])) else {
                    return nil
                }
                self = .search(String(parts[1]), in: list)
                return
            }
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

    /// The code for URLs: `s12`, `c7`, `unread`, `saved`, `all`, `all@mit-news`, `unread@`, `q:all:harbour`. That of a
    /// search is still to be encoded.
    public var code: String {
        switch self {
        case .section(let id): "s\(id.rawValue)"
        case .channel(let id): "c\(id.rawValue)"
        case .unread: "unread"
        case .saved: "saved"
        case .everything: "all"
        case .within(let edition, let part): "\(part.rawValue)@\(edition?.rawValue ?? "")"
        case .search(let query, let list): "q:\(list.code):\(query)"
        }
    }

    /// The mark of the listed stories, in a list sorted by the time of marking; nil for a list of channels.
    public var markKind: MarkKind? {
        switch self {
        case .saved, .within(_, .saved): .saved
        case .within(_, .ticked): .ticked
        default: nil
        }
    }

    /// True if the list contains saved or ticked stories.
    public var isMarked: Bool { markKind != nil }

    /// True if the list never contains read stories.
    public var isUnread: Bool {
        switch self {
        case .unread, .within(_, .unread): true
        default: false
        }
    }
}
