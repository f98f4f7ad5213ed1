import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Untrusted

/// A request for a page with its edition, reader and preferences.
struct RequestScope: Sendable {
    let dependencies: WebDependencies
    let edition: Edition
    var client: ClientInfo
    let identity: ReaderIdentity
    let request: Request
    let preferences: Preferences
    let time: TimeFormatter
    /// The action whose undo this page offers.
    var undo: UndoToken?
    /// True if the page inlines its style sheet (`AssetCatalog.inlinesStyles`).
    let inlinesStyles: Bool
    /// The edition's unread count for the tab bar; nil without a tab for it, or if no page is written.
    var tabUnread: BoundedCount?
    /// The sidebar; nil for pages without one, or if no page is written.
    var sidebar: Sidebar?
    /// True if the sidebar is there and not folded, so that wide pages are narrower.
    var hasOpenSidebar = false
    /// The parameters in the path.
    var parameters = Parameters()
    /// The properties of the requested page.
    var page = PageTraits()

    func scoped(in edition: Edition) -> RequestScope {
        RequestScope(
            dependencies: dependencies, edition: edition, client: client, identity: identity, request: request,
            preferences: preferences, time: time, undo: undo, inlinesStyles: inlinesStyles)
    }

    func path(_ route: Route) -> String { route.path(in: edition.id) }

    /// True if the edition has a pack, or the browser stores pages for offline reading: `offline.js` records that in a
    /// cookie.
    var loadsOfflineScript: Bool { edition.pack != nil || RequestCookies(of: request)["along"] != nil }

    /// Returns true if the browser's cookie says that content of the edition is stored on the device.
    func hasAlong(_ edition: Edition) -> Bool {
        let noted = RequestCookies(of: request)["along"] ?? ""
        return noted.split(separator: ".").contains(edition.id.rawValue[...])
    }

    /// The newspapers in the reader's order, without those that the reader has left out; the one of this page is among
    /// them.
    var shownEditions: [Edition] {
        preferences.editions.ordered(dependencies.editions).filter {
            preferences.editions.shows($0) || $0.id == edition.id
        }
    }

    var reader: ReaderID { identity.reader }
    /// True if the request is sent by script, which accepts JSON.
    var wantsJSON: Bool { request.headers[.accept]?.contains("application/json") ?? false }
    var intent: RequestIntent { client.intent }
    var library: NewsLibrary { dependencies.library }
    var now: Date { time.now }
    var query: QueryParameters { QueryParameters(request.uri.query ?? "") }
    /// The path and query, used as the return path of forms.
    var currentURI: String { request.uri.string }

    /// The number of rows shown at first and added by *Load more…*.
    var pageSize: Int { max(1, edition.options.pageSize) }

    var showsAllEditions: Bool { query["everywhere"] == "1" }

    /// The path without the row limit and the status of loading more.
    var firstPagePath: String { Self.firstPagePath(of: currentURI) }

    static func firstPagePath(of path: String) -> String {
        guard let queryStart = path.firstIndex(of: "?") else { return path }
        let kept = path[path.index(after: queryStart)...].split(separator: "&").filter {
            !$0.hasPrefix("depth=") && !$0.hasPrefix("older=")
        }
        return String(path[..<queryStart]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// Returns a parameter of the path.
    func parameter(_ name: String) -> String? { parameters.get(name) }

    /// Returns a parameter of the path that is a number.
    func number(_ name: String) -> Int64? { parameter(name).flatMap { UntrustedInteger(digits: $0)?.id } }

    /// Returns a parameter of the path that is an id.
    /// - Throws: `.notThere` if it is no number.
    func id(_ name: String = "id") throws(LibraryError) -> Int64 {
        guard let id = number(name) else { throw .notThere }
        return id
    }

    /// The list on this page whose sources may be refreshed when it is shown; nil for other pages.
    var displayedList: StoryList? { page.list(self) }

    /// Returns the list in this edition, or in all editions.
    func list(_ part: StoryList.Part) -> StoryList {
        if showsAllEditions { return .within(nil, part) }
        guard edition.usesFolders else { return .within(edition.id, part) }
        return switch part {
        case .everything: .everything
        case .unread: .unread
        case .ticked: .within(edition.id, .ticked)
        case .saved: dependencies.editions.count > 1 ? .within(edition.id, .saved) : .saved
        }
    }

    /// The start of the time slot in which a weighed front page's stories were weighed; nil on other pages. In the next
    /// slot the page may differ without any change in the data.
    var frontPageSlot: Date? {
        let front = edition.options.front
        guard front.order == .weighed, page.isFrontPage else { return nil }
        return front.slotStart(at: now)
    }

    /// True if the edition opens again at this page. Pages that the browser restored from its cache, as reported by
    /// script, count too.
    var isReadingPage: Bool {
        guard page.isReadingPage else { return false }
        return intent.isUserNavigation || (intent.allowsSideEffects && intent.isRestoredFromCache)
    }

    var listLayout: Preferences.Layout {
        switch edition.options.grid {
        case .none: .list
        case .optional: preferences.layout ?? .list
        case .preferred: preferences.layout ?? .grid
        }
    }

    /// The number of rows shown. The query has it, so that a reload keeps the position.
    var rowLimit: Int { max(pageSize, query.number("depth")?.int(clampedTo: 0...2000) ?? 0) }

    static func pathID(_ name: String, of context: some RequestContext) -> Int64? {
        context.parameters.get(name).flatMap { UntrustedInteger(digits: $0)?.id }
    }
}
