import Library
import News

/// Every address of the newspaper: used both to register and to write links, so that a page never links to nothing.
enum Route: Sendable {
    case today, unread, saved, feeds, newsstand, keys, settings
    case section(SectionID, depth: Int)
    case everything(depth: Int)
    case channel(ChannelID, depth: Int)
    case channelFacts(ChannelID)
    case story(StoryID, in: StoryList?)
    case search(String)
    case add(String)
    case export
    case act(Act)

    /// What a POST does.
    enum Act: String, Sendable, CaseIterable {
        case marks, read, undo, refresh, follow, unfollow, settle, retry
        case carryIn = "import"
        case shelf, preferences, folder
        case forgetSearches = "forget-searches"
    }

    /// The prefix of everything that belongs to the edition `mine`.
    static let edition = "/mine"
    /// How many rows a list shows at first, and adds with *Load more…*.
    static let step = 20

    /// The address, percent-encoded, as it stands in a link.
    var path: String {
        switch self {
        case .today: "\(Self.edition)/"
        case .unread: "\(Self.edition)/unread"
        case .saved: "\(Self.edition)/saved"
        case .feeds: "\(Self.edition)/feeds"
        case .newsstand: "\(Self.edition)/newsstand"
        case .keys: "\(Self.edition)/keys"
        case .settings: "\(Self.edition)/settings"
        case .section(let id, let depth): Self.deep("\(Self.edition)/section/\(id.rawValue)", depth)
        case .everything(let depth): Self.deep("\(Self.edition)/all", depth)
        case .channel(let id, let depth): Self.deep("\(Self.edition)/feed/\(id.rawValue)", depth)
        case .channelFacts(let id): "\(Self.edition)/feed/\(id.rawValue)/about"
        case .story(let id, let list):
            "\(Self.edition)/story/\(id.rawValue)" + (list.map { "?in=\($0.code)" } ?? "")
        case .search(let words): "\(Self.edition)/search" + (words.isEmpty ? "" : "?q=\(Query.encoded(words))")
        case .add(let address): "\(Self.edition)/add" + (address.isEmpty ? "" : "?address=\(Query.encoded(address))")
        case .export: "\(Self.edition)/feeds.opml"
        case .act(let act): "\(Self.edition)/act/\(act.rawValue)"
        }
    }

    private static func deep(_ path: String, _ depth: Int) -> String {
        depth <= step ? path : "\(path)?depth=\(depth)"
    }
}
