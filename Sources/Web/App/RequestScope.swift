import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// One request for a page, with what is known of its reader.
struct RequestScope: Sendable {
    let dependencies: WebDependencies
    /// The newspaper that the address names.
    let edition: Edition
    let reader: ReaderID
    let request: Request
    /// What the request may cause beside the page.
    let intent: RequestIntent
    let preferences: Preferences
    let time: TimeFormatter
    /// A bulk act of the last seconds that can still be taken back.
    let undo: UndoToken?
    /// Whether the page carries its style sheet in itself (`AssetCatalog.inlinesStyles`).
    let inlinesStyles: Bool

    /// The same visit as one of another newspaper, for what belongs to none.
    func scoped(in edition: Edition) -> RequestScope {
        RequestScope(
            dependencies: dependencies, edition: edition, reader: reader, request: request, intent: intent,
            preferences: preferences, time: time, undo: undo, inlinesStyles: inlinesStyles)
    }

    /// The address of a page in the visit's own edition.
    func path(_ route: Route) -> String { route.path(in: edition.id) }

    var library: NewsLibrary { dependencies.library }
    var now: Date { time.now }
    var query: QueryParameters { QueryParameters(request.uri.query ?? "") }
    /// Path and query, for forms that lead back here.
    var currentURI: String { request.uri.string }

    /// How many rows a list of this edition shows at first, and adds with *Load more…*.
    var pageSize: Int { max(1, edition.options.pageSize) }

    /// Whether lists that belong to one edition are widened to all of them.
    var showsAllEditions: Bool { query["everywhere"] == "1" }

    /// The address of the list as it opens: with its first rows, and without what became of asking for more.
    var firstPagePath: String { Self.firstPagePath(of: currentURI) }

    /// The same of an address within the house.
    static func firstPagePath(of path: String) -> String {
        guard let mark = path.firstIndex(of: "?") else { return path }
        let kept = path[path.index(after: mark)...].split(separator: "&").filter {
            !$0.hasPrefix("depth=") && !$0.hasPrefix("older=")
        }
        return String(path[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// The list that the address shows, where its origins may have to be asked because it is shown.
    var displayedList: StoryList? {
        let parts = request.uri.path.split(separator: "/").dropFirst()
        let number = parts.dropFirst().first.flatMap { UntrustedInteger($0)?.id }
        switch (parts.first.map(String.init) ?? "", number, parts.count) {
        case ("", _, 0), ("all", _, 1), ("unread", _, 1): return list(.everything)
        case ("section", let id?, 2): return .section(SectionID(rawValue: id))
        case ("feed", let id?, 2): return .channel(ChannelID(rawValue: id))
        default: return nil
        }
    }

    /// What the reader asked for of the edition, or of all editions.
    func list(_ part: StoryList.Part) -> StoryList {
        if showsAllEditions { return .within(nil, part) }
        guard edition.usesFolders else { return .within(edition.id, part) }
        return switch part {
        case .everything: .everything
        case .unread: .unread
        case .saved: dependencies.editions.count > 1 ? .within(edition.id, .saved) : .saved
        }
    }

    /// Whether the request is a person's who goes to a page on which stories are read; such a page is where the edition
    /// opens again. Going back to a page that the browser had kept counts as well; script says so.
    var isReadingPage: Bool {
        guard intent.isUserNavigation || (intent.allowsSideEffects && intent.isRestoredFromCache) else { return false }
        // A story's menu and its pictures lie over the story.
        guard !["/menu", "/pictures", "/comments"].contains(where: { request.uri.path.hasSuffix($0) }) else {
            return false
        }
        let place = request.uri.path.split(separator: "/").dropFirst().first ?? ""
        return ["", "unread", "saved", "all", "feeds", "section", "feed", "story"].contains(place)
    }

    /// How lists are laid out: as the reader chose, where the edition offers a choice.
    var listLayout: Preferences.Layout {
        switch edition.options.grid {
        case .none: .list
        case .optional: preferences.layout ?? .list
        case .preferred: preferences.layout ?? .grid
        }
    }

    /// How many rows the address asks for: a list's depth is written into it, so that a reload stands at the same story.
    var rowLimit: Int { max(pageSize, query.number("depth")?.int(clampedTo: 0...2000) ?? 0) }

    /// The path parameter of that name as an id.
    static func pathID(_ name: String, of context: some RequestContext) -> Int64? {
        context.parameters.get(name).flatMap { UntrustedInteger(digits: $0)?.id }
    }
}
