import Library
import Markup
import News
import Packs

/// A link within the app, printed by the `PathPattern` of its endpoint.
enum Route: Sendable {
    /// A page whose path has no parameters.
    case page(PathPattern)
    /// The settings of the text's look.
    /// - Parameter returnPath: the path that the form leads back to without script.
    case textSettings(returnPath: String?)
    case section(SectionID, depth: Int)
    case everything(depth: Int)
    case channel(ChannelID, depth: Int)
    case feedDetails(ChannelID)
    /// A story's page.
    /// - Parameter showsFeedText: true to show the feed's text instead of the full text.
    case story(StoryID, in: StoryList?, showsFeedText: Bool = false)
    case gallery(StoryID, in: StoryList?)
    /// A topic's page.
    case cluster(StoryID)
    /// An issue of the digest, by its day.
    case digest(String)
    /// A linked page, its menu, and the prompt before opening the original.
    case linkedPage(LinkedPageURL), share(LinkedPageURL), externalLink(LinkedPageURL)
    case storyMenu(StoryID, in: StoryList?)
    case comments(StoryID, in: StoryList?), commentMenu(StoryID, CommentID, in: StoryList?)
    case profile(Int64, String, ProfileTab)
    case search(String, everywhere: Bool = false)
    case addFeed(String)
    case importReport(String), savedImport(String)
    /// Pages of an edition with a pack: a page by its slug, the photographs, one photograph by its name.
    case packPage(String), photographs(from: Int), photograph(String)
    /// A picture of the pack.
    case packMedium(PackMediumID)
    /// The form of a page of the pack, by its slug.
    case packEditorPage(String)
    case writing(WritingRoute)
    /// The stories that a list keeps back.
    case keptBack(StoryList)
    case action(ActionName)

    static let today = page(.today), unread = page(.unread), ticked = page(.ticked), saved = page(.saved)
    static let feeds = page(.feeds), newsstand = page(.newsstand), sections = page(.sections), map = page(.map)
    static let settings = page(.settings), editions = page(.editions), mutes = page(.mutes)
    static let topics = page(.topics), places = page(.places), apiKey = page(.apiKey)

    /// Returns the percent-encoded path, which begins with the edition.
    func path(in edition: EditionID) -> String { "/\(edition.rawValue)/\(relativePath)" }

    private var relativePath: String {
        switch self {
        case .section(let id, let depth): Self.withDepth(PathPattern.section.path(id.rawValue), depth)
        case .everything(let depth): Self.withDepth(PathPattern.everything.text, depth)
        case .channel(let id, let depth): Self.withDepth(PathPattern.channel.path(id.rawValue), depth)
        case .feedDetails(let id): PathPattern.feedDetails.path(id.rawValue)
        case .story(let id, let list, let feedText):
            PathPattern.story.path(id.rawValue) + Self.query(list, feedText)
        case .cluster(let id): PathPattern.cluster.path(id.rawValue)
        case .digest(let slug): PathPattern.digestIssue.path(QueryParameters.encoded(slug))
        case .gallery(let id, let list): PathPattern.gallery.path(id.rawValue) + Self.query(list)
        case .storyMenu(let id, let list): PathPattern.storyMenu.path(id.rawValue) + Self.query(list)
        case .comments(let id, let list): PathPattern.comments.path(id.rawValue) + Self.query(list)
        case .commentMenu(let id, let comment, let list):
            PathPattern.commentMenu.path(id.rawValue, comment.rawValue) + Self.query(list)
        case .linkedPage(let link): link.path(.linkedPage)
        case .share(let link): link.path(.linkedPageMenu)
        case .externalLink(let link): link.path(.externalLink)
        case .profile(let source, let name, let tab):
            PathPattern.profile.path(source) + Self.field("name", name)
                + (tab == .about ? "" : "&show=\(tab.rawValue)")
        case .search(let words, let everywhere): Self.searchPath(words, everywhere)
        case .addFeed(let address): PathPattern.addFeed.text + Self.field("address", address)
        case .savedImport(let id): PathPattern.savedImport.text + Self.field("id", id)
        case .importReport(let id): PathPattern.importReport.text + Self.field("id", id)
        case .textSettings(let path): PathPattern.textSettings.text + Self.field("back", path ?? "")
        case .keptBack(let list): PathPattern.keptBack.text + Self.query(list)
        case .writing(let page): page.path
        case .action(let action): PathPattern.action.path(action.rawValue)
        case .packPage, .photographs, .photograph, .packMedium, .packEditorPage: packPath
        case .page(let path): path.text
        }
    }

    /// The path of a page or picture of a pack; that of the photographs for other pages.
    private var packPath: String {
        switch self {
        case .packPage(let slug): PathPattern.packPage.path(slug)
        case .photograph(let name): PathPattern.photograph.path(QueryParameters.encoded(name))
        case .packMedium(let id): PathPattern.packMedium.path(id.hex)
        case .packEditorPage(let slug): PathPattern.packEditorPage.path(slug)
        case .photographs(let first) where first > 0: PathPattern.photographsFrom.path(Int64(first) + 1)
        default: PathPattern.photographs.text
        }
    }

    /// Returns a query of one field; an empty string if the value is empty.
    private static func field(_ name: String, _ value: String) -> String {
        value.isEmpty ? "" : "?\(name)=\(QueryParameters.encoded(value))"
    }

    private static func query(_ list: StoryList?, _ showsFeedText: Bool = false) -> String {
        let fields = [list.map { "in=\(encodedCode(of: $0))" }, showsFeedText ? "text=given" : nil].compactMap(\.self)
        return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    }

    /// Returns a list's code as it is in a query. That of a search has the reader's words.
    private static func encodedCode(of list: StoryList) -> String {
        if case .search = list { QueryParameters.encoded(list.code) } else { list.code }
    }

    private static func searchPath(_ words: String, _ everywhere: Bool) -> String {
        let path = PathPattern.search.text + field("q", words)
        return everywhere ? "\(path)\(words.isEmpty ? "?" : "&")everywhere=1" : path
    }

    /// Returns the path with the row limit.
    /// - Parameter depth: the number of rows; 0 for the first page.
    private static func withDepth(_ path: String, _ depth: Int) -> String {
        depth <= 0 ? path : "\(path)?depth=\(depth)"
    }

    /// Writes the path of `story(id, in: list)` without building a string, since every row has one.
    static func writeStory(_ id: StoryID, in list: StoryList?, of edition: EditionID, into w: inout HTMLWriter) {
        w.raw("/")
        w.text(edition.rawValue)
        w.raw("/")
        PathPattern.story.write(Int(id.rawValue), into: &w)
        guard let list else { return }
        w.raw("?in=")
        w.text(encodedCode(of: list))
    }
}

extension StoryList {
    var route: Route {
        switch self {
        case .section(let id): .section(id, depth: 0)
        case .channel(let id): .channel(id, depth: 0)
        case .unread: .unread
        case .saved: .saved
        case .everything: .everything(depth: 0)
        case .within(_, .unread): .unread
        case .within(_, .saved): .saved
        case .within(_, .ticked): .ticked
        case .within(_, .everything): .today
        case .search(let words, in: .within(nil, _)): .search(words, everywhere: true)
        case .search(let words, in: _): .search(words)
        }
    }
}
