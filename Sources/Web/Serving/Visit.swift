import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// One request for a page, with what is known of its reader.
struct Visit: Sendable {
    let house: House
    /// The newspaper that the address names.
    let edition: Edition
    let reader: ReaderID
    let request: Request
    /// What the request may cause beside the page.
    let intent: RequestIntent
    let preferences: Preferences
    let time: TimeWords
    /// A bulk act of the last seconds that can still be taken back.
    let undo: UndoTicket?
    /// Whether the page carries its style sheet in itself (`AssetShelf.isFirstLook`).
    let isFirstLook: Bool

    /// The same visit as one of another newspaper, for what belongs to none.
    func seen(in edition: Edition) -> Visit {
        Visit(
            house: house, edition: edition, reader: reader, request: request, intent: intent,
            preferences: preferences, time: time, undo: undo, isFirstLook: isFirstLook)
    }

    /// The address of a page in the visit's own edition.
    func path(_ route: Route) -> String { route.path(in: edition.id) }

    var library: NewsLibrary { house.library }
    var now: Date { time.now }
    var query: Query { Query(request.uri.query ?? "") }
    /// Path and query, for forms that lead back here.
    var here: String { request.uri.string }

    /// How many rows a list of this edition shows at first, and adds with *Load more…*.
    var step: Int { max(1, edition.options.step) }

    /// Whether lists that belong to one edition are widened to all of them.
    var isEverywhere: Bool { query["everywhere"] == "1" }

    /// The address of the list as it opens: with its first rows, and without what became of asking for more.
    var beginning: String { Self.beginning(of: here) }

    /// The same of an address within the house.
    static func beginning(of path: String) -> String {
        guard let mark = path.firstIndex(of: "?") else { return path }
        let kept = path[path.index(after: mark)...].split(separator: "&").filter {
            !$0.hasPrefix("depth=") && !$0.hasPrefix("older=")
        }
        return String(path[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// The list that the address shows, where its origins may have to be asked because it is shown.
    var appearing: StoryList? {
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
        if isEverywhere { return .within(nil, part) }
        guard edition.isReadersOwn else { return .within(edition.id, part) }
        return switch part {
        case .everything: .everything
        case .unread: .unread
        case .saved: house.editions.count > 1 ? .within(edition.id, .saved) : .saved
        }
    }

    /// Whether the request is a person's who goes to a page on which stories are read; such a page is where the edition
    /// opens again. Going back to a page that the browser had kept counts as well; script says so.
    var isReading: Bool {
        guard intent.isPersonsNavigation || (intent.mayHaveEffects && intent.isShownAgain) else { return false }
        // A story's menu and its pictures lie over the story.
        guard !["/menu", "/pictures", "/comments"].contains(where: { request.uri.path.hasSuffix($0) }) else {
            return false
        }
        let place = request.uri.path.split(separator: "/").dropFirst().first ?? ""
        return ["", "unread", "saved", "all", "feeds", "section", "feed", "story"].contains(place)
    }

    /// How lists are laid out: as the reader chose, where the edition offers a choice.
    var layout: Preferences.Layout {
        switch edition.options.grid {
        case .none: .list
        case .offered: preferences.layout ?? .list
        case .first: preferences.layout ?? .grid
        }
    }

    /// How many rows the address asks for: a list's depth is written into it, so that a reload stands at the same story.
    var depth: Int { max(step, query.number("depth")?.int(clampedTo: 0...2000) ?? 0) }

    /// The path parameter of that name as an id.
    static func id(_ name: String, of context: some RequestContext) -> Int64? {
        context.parameters.get(name).flatMap { UntrustedInteger(digits: $0)?.id }
    }
}
