import Library
import Markup
import News

/// Every address of the newspaper: used both to register and to write links, so that a page never links to nothing.
enum Route: Sendable {
    case today, unread, saved, feeds, newsstand, sections, keys, settings, editions, about
    case section(SectionID, depth: Int)
    case everything(depth: Int)
    case channel(ChannelID, depth: Int)
    case channelFacts(ChannelID)
    /// - Parameter asGiven: as its channel gave it, where there is a whole text.
    case story(StoryID, in: StoryList?, asGiven: Bool = false)
    /// All pictures of a story.
    case pictures(StoryID, in: StoryList?)
    /// A page outside, shown here; its menu; the question before its original opens.
    case outside(OutsideLink), share(OutsideLink), leave(OutsideLink)
    /// What is muted; and choosing what to mute.
    case mutes, mute
    /// What can be done with a story.
    case storyMenu(StoryID, in: StoryList?)
    /// What people say under a story.
    case comments(StoryID, in: StoryList?)
    /// Somebody who writes at a source, and what of them is shown.
    case person(Int64, String, PersonShelf)
    case search(String)
    case add(String)
    case export
    case act(Act)

    /// What a POST does.
    enum Act: String, Sendable, CaseIterable {
        case marks, read, open, older, undo, refresh, follow, unfollow, settle, retry, whole
        case carryIn = "import"
        case shelf, preferences, folder
        case forgetSearches = "forget-searches"
        case forgetSearch = "forget-search"
        case endSession = "end-session"
        case endOthers = "end-others"
        case mute, unmute, place, outside, comments, mentions
    }

    /// The address within an edition, percent-encoded, as it stands in a link. Every page's address begins with its
    /// edition, which is the app's scope on a phone (decision 17).
    func path(in edition: EditionID) -> String {
        let root = "/\(edition.rawValue)"
        return switch self {
        case .today: "\(root)/"
        case .unread: "\(root)/unread"
        case .saved: "\(root)/saved"
        case .feeds: "\(root)/feeds"
        case .newsstand: "\(root)/newsstand"
        case .sections: "\(root)/sections"
        case .keys: "\(root)/keys"
        case .settings: "\(root)/settings"
        case .editions: "\(root)/settings/editions"
        case .about: "\(root)/settings/about"
        case .section(let id, let depth): Self.deep("\(root)/section/\(id.rawValue)", depth)
        case .everything(let depth): Self.deep("\(root)/all", depth)
        case .channel(let id, let depth): Self.deep("\(root)/feed/\(id.rawValue)", depth)
        case .channelFacts(let id): "\(root)/feed/\(id.rawValue)/about"
        case .story(let id, let list, let isAsGiven):
            "\(root)/story/\(id.rawValue)" + (list.map { "?in=\($0.code)" } ?? "")
                + (isAsGiven ? (list == nil ? "?" : "&") + "text=given" : "")
        case .outside(let link): "\(root)/\(link.path("outside"))"
        case .share(let link): "\(root)/\(link.path("share"))"
        case .leave(let link): "\(root)/\(link.path("leave"))"
        case .mutes: "\(root)/settings/muted"
        case .mute: "\(root)/mute"
        case .pictures(let id, let list):
            "\(root)/story/\(id.rawValue)/pictures" + (list.map { "?in=\($0.code)" } ?? "")
        case .storyMenu(let id, let list):
            "\(root)/story/\(id.rawValue)/menu" + (list.map { "?in=\($0.code)" } ?? "")
        case .comments(let id, let list):
            "\(root)/story/\(id.rawValue)/comments" + (list.map { "?in=\($0.code)" } ?? "")
        case .person(let source, let name, let shelf):
            "\(root)/person/\(source)?name=\(Query.encoded(name))" + (shelf == .about ? "" : "&show=\(shelf.rawValue)")
        case .search(let words): "\(root)/search" + (words.isEmpty ? "" : "?q=\(Query.encoded(words))")
        case .add(let address): "\(root)/add" + (address.isEmpty ? "" : "?address=\(Query.encoded(address))")
        case .export: "\(root)/feeds.opml"
        case .act(let act): "\(root)/act/\(act.rawValue)"
        }
    }

    /// - Parameter depth: how many rows; 0 for the first step.
    private static func deep(_ path: String, _ depth: Int) -> String {
        depth <= 0 ? path : "\(path)?depth=\(depth)"
    }

    /// A story's address, written in pieces, since every row of a list has one: the same as `path(in:)` of
    /// `story(id, in: list)`.
    static func writeStory(_ id: StoryID, in list: StoryList?, of edition: EditionID, into w: inout HTMLWriter) {
        w.raw("/")
        w.text(edition.rawValue)
        w.raw("/story/")
        w.number(Int(id.rawValue))
        guard let list else { return }
        w.raw("?in=")
        w.text(list.code)
    }
}
