import Library
import Markup
import News

/// Every path of the app, for links and forms; `Routes` registers their handlers.
enum Route: Sendable {
    case today, unread, saved, feeds, newsstand, sections, keyboardShortcuts, settings, editions, about
    case section(SectionID, depth: Int)
    case everything(depth: Int)
    case channel(ChannelID, depth: Int)
    case feedDetails(ChannelID)
    /// - Parameter asGiven: shows the feed's text although there is a full text.
    case story(StoryID, in: StoryList?, asGiven: Bool = false)
    /// A story's pictures.
    case gallery(StoryID, in: StoryList?)
    /// A linked page, its menu, and the prompt before the original opens.
    case linkedPage(LinkedPageURL), share(LinkedPageURL), externalLink(LinkedPageURL)
    /// The list of mutes, and the form for a new one.
    case mutes, newMute
    /// A story's menu.
    case storyMenu(StoryID, in: StoryList?)
    /// A story's comments.
    case comments(StoryID, in: StoryList?)
    /// An author's profile at a source, with the tab that is shown.
    case profile(Int64, String, ProfileTab)
    case search(String)
    case addFeed(String)
    case exportOPML
    case action(Action)

    /// The action of a POST; the raw value is the last path component.
    enum Action: String, Sendable, CaseIterable {
        case marks, read, open, loadMore = "older", undo, refresh, follow, unfollow, settle, retry, fullText = "whole"
        case importOPML = "import"
        case starterFeeds = "shelf", preferences, folder
        case forgetSearches = "forget-searches"
        case forgetSearch = "forget-search"
        case endSession = "end-session"
        case endOtherSessions = "end-others"
        case mute, unmute, readingProgress = "place", linkedPage = "outside", comments, relatedDiscussions = "mentions"
    }

    /// The path within an edition, percent-encoded. Every page's path begins with its edition, which is the scope of
    /// the installed web app.
    func path(in edition: EditionID) -> String {
        let root = "/\(edition.rawValue)"
        return switch self {
        case .today: "\(root)/"
        case .unread: "\(root)/unread"
        case .saved: "\(root)/saved"
        case .feeds: "\(root)/feeds"
        case .newsstand: "\(root)/newsstand"
        case .sections: "\(root)/sections"
        case .keyboardShortcuts: "\(root)/keys"
        case .settings: "\(root)/settings"
        case .editions: "\(root)/settings/editions"
        case .about: "\(root)/settings/about"
        case .section(let id, let depth): Self.withDepth("\(root)/section/\(id.rawValue)", depth)
        case .everything(let depth): Self.withDepth("\(root)/all", depth)
        case .channel(let id, let depth): Self.withDepth("\(root)/feed/\(id.rawValue)", depth)
        case .feedDetails(let id): "\(root)/feed/\(id.rawValue)/about"
        case .story(let id, let list, let isAsGiven):
            "\(root)/story/\(id.rawValue)\(Self.query(list))"
                + (isAsGiven ? (list == nil ? "?" : "&") + "text=given" : "")
        case .linkedPage(let link): "\(root)/\(link.path("outside"))"
        case .share(let link): "\(root)/\(link.path("share"))"
        case .externalLink(let link): "\(root)/\(link.path("leave"))"
        case .mutes: "\(root)/settings/muted"
        case .newMute: "\(root)/mute"
        case .gallery(let id, let list): "\(root)/story/\(id.rawValue)/pictures\(Self.query(list))"
        case .storyMenu(let id, let list): "\(root)/story/\(id.rawValue)/menu\(Self.query(list))"
        case .comments(let id, let list): "\(root)/story/\(id.rawValue)/comments\(Self.query(list))"
        case .profile(let source, let name, let tab):
            "\(root)/person/\(source)?name=\(QueryParameters.encoded(name))"
                + (tab == .about ? "" : "&show=\(tab.rawValue)")
        case .search(let words): "\(root)/search" + (words.isEmpty ? "" : "?q=\(QueryParameters.encoded(words))")
        case .addFeed(let address):
            "\(root)/add" + (address.isEmpty ? "" : "?address=\(QueryParameters.encoded(address))")
        case .exportOPML: "\(root)/feeds.opml"
        case .action(let action): "\(root)/act/\(action.rawValue)"
        }
    }

    /// The query that names the list from which a story is opened.
    private static func query(_ list: StoryList?) -> String { list.map { "?in=\($0.code)" } ?? "" }

    /// - Parameter depth: how many rows; 0 for the first page.
    private static func withDepth(_ path: String, _ depth: Int) -> String {
        depth <= 0 ? path : "\(path)?depth=\(depth)"
    }

    /// Writes the path of `story(id, in: list)` without building a string, as every row of a list has one.
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
