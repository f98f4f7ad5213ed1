import Library
import Markup
import News

/// Every address of the newspaper: used both to register and to write links, so that a page never links to nothing.
enum Route: Sendable {
    case today, unread, saved, feeds, newsstand, sections, keyboardShortcuts, settings, editions, about
    case section(SectionID, depth: Int)
    case everything(depth: Int)
    case channel(ChannelID, depth: Int)
    case feedDetails(ChannelID)
    /// - Parameter asGiven: as its channel gave it, where there is a whole text.
    case story(StoryID, in: StoryList?, asGiven: Bool = false)
    /// All pictures of a story.
    case gallery(StoryID, in: StoryList?)
    /// A page outside, shown here; its menu; the question before its original opens.
    case linkedPage(LinkedPageURL), share(LinkedPageURL), externalLink(LinkedPageURL)
    /// What is muted; and choosing what to mute.
    case mutes, newMute
    /// What can be done with a story.
    case storyMenu(StoryID, in: StoryList?)
    /// What people say under a story.
    case comments(StoryID, in: StoryList?)
    /// Somebody who writes at a source, and what of them is shown.
    case profile(Int64, String, ProfileTab)
    case search(String)
    case addFeed(String)
    case exportOPML
    case action(Action)

    /// What a POST does.
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
        case .keyboardShortcuts: "\(root)/keys"
        case .settings: "\(root)/settings"
        case .editions: "\(root)/settings/editions"
        case .about: "\(root)/settings/about"
        case .section(let id, let depth): Self.withDepth("\(root)/section/\(id.rawValue)", depth)
        case .everything(let depth): Self.withDepth("\(root)/all", depth)
        case .channel(let id, let depth): Self.withDepth("\(root)/feed/\(id.rawValue)", depth)
        case .feedDetails(let id): "\(root)/feed/\(id.rawValue)/about"
        case .story(let id, let list, let isAsGiven):
            "\(root)/story/\(id.rawValue)" + (list.map { "?in=\($0.code)" } ?? "")
                + (isAsGiven ? (list == nil ? "?" : "&") + "text=given" : "")
        case .linkedPage(let link): "\(root)/\(link.path("outside"))"
        case .share(let link): "\(root)/\(link.path("share"))"
        case .externalLink(let link): "\(root)/\(link.path("leave"))"
        case .mutes: "\(root)/settings/muted"
        case .newMute: "\(root)/mute"
        case .gallery(let id, let list):
            "\(root)/story/\(id.rawValue)/pictures" + (list.map { "?in=\($0.code)" } ?? "")
        case .storyMenu(let id, let list):
            "\(root)/story/\(id.rawValue)/menu" + (list.map { "?in=\($0.code)" } ?? "")
        case .comments(let id, let list):
            "\(root)/story/\(id.rawValue)/comments" + (list.map { "?in=\($0.code)" } ?? "")
        case .profile(let source, let name, let shelf):
            "\(root)/person/\(source)?name=\(QueryParameters.encoded(name))"
                + (shelf == .about ? "" : "&show=\(shelf.rawValue)")
        case .search(let words): "\(root)/search" + (words.isEmpty ? "" : "?q=\(QueryParameters.encoded(words))")
        case .addFeed(let address):
            "\(root)/add" + (address.isEmpty ? "" : "?address=\(QueryParameters.encoded(address))")
        case .exportOPML: "\(root)/feeds.opml"
        case .action(let act): "\(root)/act/\(act.rawValue)"
        }
    }

    /// - Parameter depth: how many rows; 0 for the first step.
    private static func withDepth(_ path: String, _ depth: Int) -> String {
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
