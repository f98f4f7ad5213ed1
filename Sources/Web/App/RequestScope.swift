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
    /// Offered on this page.
    let undo: UndoToken?
    /// Whether the page inlines its style sheet (`AssetCatalog.inlinesStyles`).
    let inlinesStyles: Bool
    /// The newspaper's number, for the bar; nil without a tab for it, or where no page is written.
    var tabUnread: BoundedCount?

    func scoped(in edition: Edition) -> RequestScope {
        RequestScope(
            dependencies: dependencies, edition: edition, client: client, identity: identity, request: request,
            preferences: preferences, time: time, undo: undo, inlinesStyles: inlinesStyles)
    }

    func path(_ route: Route) -> String { route.path(in: edition.id) }

    /// Whether the page can be read without a network, or something else that is on this device: `offline.js` notes that
    /// in a cookie.
    var loadsOfflineScript: Bool { edition.pack != nil || RequestCookies(of: request)["along"] != nil }

    /// Whether this browser says that something of the edition is on the device.
    func hasAlong(_ edition: Edition) -> Bool {
        let noted = RequestCookies(of: request)["along"] ?? ""
        return noted.split(separator: ".").contains(edition.id.rawValue[...])
    }

    var reader: ReaderID { identity.reader }
    /// Whether script asks.
    var wantsJSON: Bool { request.headers[.accept]?.contains("application/json") ?? false }
    var intent: RequestIntent { client.intent }
    var library: NewsLibrary { dependencies.library }
    var now: Date { time.now }
    var query: QueryParameters { QueryParameters(request.uri.query ?? "") }
    /// Path and query; the return path of forms.
    var currentURI: String { request.uri.string }

    /// Rows shown at first and added by *Load more…*.
    var pageSize: Int { max(1, edition.options.pageSize) }

    var showsAllEditions: Bool { query["everywhere"] == "1" }

    /// The path without the depth and the status of loading more.
    var firstPagePath: String { Self.firstPagePath(of: currentURI) }

    static func firstPagePath(of path: String) -> String {
        guard let queryStart = path.firstIndex(of: "?") else { return path }
        let kept = path[path.index(after: queryStart)...].split(separator: "&").filter {
            !$0.hasPrefix("depth=") && !$0.hasPrefix("older=")
        }
        return String(path[..<queryStart]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// The list at this path, if showing it may refresh its sources.
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

    /// The list in this edition, or in all editions.
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

    /// On a weighed front page, when its stories were weighed: later it may be another page without any change.
    var frontPageSlot: Date? {
        let front = edition.options.front
        guard front.order == .weighed, request.uri.path.split(separator: "/").count < 2 else { return nil }
        return front.slotStart(at: now)
    }

    /// Whether the edition opens again at this page. Pages restored from the browser's cache, which script reports,
    /// count too.
    var isReadingPage: Bool {
        guard intent.isUserNavigation || (intent.allowsSideEffects && intent.isRestoredFromCache) else { return false }
        // Overlays of a story.
        guard !["/menu", "/pictures", "/comments"].contains(where: { request.uri.path.hasSuffix($0) }) else {
            return false
        }
        let firstComponent = request.uri.path.split(separator: "/").dropFirst().first ?? ""
        return [
            "", "unread", "ticked", "saved", "all", "feeds", "section", "feed", "story", "page", "photographs", "map",
        ].contains(firstComponent)
    }

    var listLayout: Preferences.Layout {
        switch edition.options.grid {
        case .none: .list
        case .optional: preferences.layout ?? .list
        case .preferred: preferences.layout ?? .grid
        }
    }

    /// The query has the depth, so that a reload keeps the position.
    var rowLimit: Int { max(pageSize, query.number("depth")?.int(clampedTo: 0...2000) ?? 0) }

    static func pathID(_ name: String, of context: some RequestContext) -> Int64? {
        context.parameters.get(name).flatMap { UntrustedInteger(digits: $0)?.id }
    }
}
