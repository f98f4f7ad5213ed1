import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// A request for a page, with its edition, reader and preferences.
struct RequestScope: Sendable {
    let dependencies: WebDependencies
    /// The edition that the path names.
    let edition: Edition
    let reader: ReaderID
    let request: Request
    /// Which side effects the request may have.
    let intent: RequestIntent
    let preferences: Preferences
    let time: TimeFormatter
    /// A recent bulk action that can still be undone.
    let undo: UndoToken?
    /// Whether the page contains its style sheet (`AssetCatalog.inlinesStyles`).
    let inlinesStyles: Bool

    /// The same request in another edition, for pages that belong to none.
    func scoped(in edition: Edition) -> RequestScope {
        RequestScope(
            dependencies: dependencies, edition: edition, reader: reader, request: request, intent: intent,
            preferences: preferences, time: time, undo: undo, inlinesStyles: inlinesStyles)
    }

    /// The path of a page in this edition.
    func path(_ route: Route) -> String { route.path(in: edition.id) }

    var library: NewsLibrary { dependencies.library }
    var now: Date { time.now }
    var query: QueryParameters { QueryParameters(request.uri.query ?? "") }
    /// Path and query, the return path of forms.
    var currentURI: String { request.uri.string }

    /// How many rows a list shows at first, and adds with *Load more…*.
    var pageSize: Int { max(1, edition.options.pageSize) }

    /// Whether lists span all editions.
    var showsAllEditions: Bool { query["everywhere"] == "1" }

    /// The list's path with only its first rows, and without the status of loading more.
    var firstPagePath: String { Self.firstPagePath(of: currentURI) }

    /// The same for any path of the app.
    static func firstPagePath(of path: String) -> String {
        guard let mark = path.firstIndex(of: "?") else { return path }
        let kept = path[path.index(after: mark)...].split(separator: "&").filter {
            !$0.hasPrefix("depth=") && !$0.hasPrefix("older=")
        }
        return String(path[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// The list that the path shows, if showing it may refresh its sources.
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

    /// The part as a list of this edition, or of all editions.
    func list(_ part: StoryList.Part) -> StoryList {
        if showsAllEditions { return .within(nil, part) }
        guard edition.usesFolders else { return .within(edition.id, part) }
        return switch part {
        case .everything: .everything
        case .unread: .unread
        case .saved: dependencies.editions.count > 1 ? .within(edition.id, .saved) : .saved
        }
    }

    /// Whether a person navigates to a page on which stories are read; the edition opens there again. A page restored
    /// from the browser's cache counts as well; script reports it.
    var isReadingPage: Bool {
        guard intent.isUserNavigation || (intent.allowsSideEffects && intent.isRestoredFromCache) else { return false }
        // A story's menu, pictures and comments are overlays of the story.
        guard !["/menu", "/pictures", "/comments"].contains(where: { request.uri.path.hasSuffix($0) }) else {
            return false
        }
        let firstComponent = request.uri.path.split(separator: "/").dropFirst().first ?? ""
        return ["", "unread", "saved", "all", "feeds", "section", "feed", "story"].contains(firstComponent)
    }

    /// The layout of lists: the reader's choice, where the edition offers one.
    var listLayout: Preferences.Layout {
        switch edition.options.grid {
        case .none: .list
        case .optional: preferences.layout ?? .list
        case .preferred: preferences.layout ?? .grid
        }
    }

    /// How many rows to show: the query has the list's depth, so that a reload keeps the reader's position.
    var rowLimit: Int { max(pageSize, query.number("depth")?.int(clampedTo: 0...2000) ?? 0) }

    /// The path parameter as an id.
    static func pathID(_ name: String, of context: some RequestContext) -> Int64? {
        context.parameters.get(name).flatMap { UntrustedInteger(digits: $0)?.id }
    }
}
