import Foundation
import HTTPTypes
import Hummingbird
import Library
import News

/// One request for a page, with what is known of its reader.
struct Visit: Sendable {
    let house: House
    let reader: ReaderID
    let request: Request
    let preferences: Preferences
    let time: TimeWords
    /// A bulk act of the last seconds that can still be taken back.
    let undo: UndoTicket?

    var library: NewsLibrary { house.library }
    var now: Date { time.now }
    var query: Query { Query(request.uri.query ?? "") }
    /// Path and query, for forms that lead back here.
    var here: String { request.uri.string }

    /// How many rows the address asks for: a list's depth is written into it, so that a reload stands at the same story.
    var depth: Int { min(2000, max(Route.step, Int(query.number("depth") ?? 0))) }

    /// The path parameter of that name as an id.
    static func id(_ name: String, of context: some RequestContext) -> Int64? {
        context.parameters.get(name, as: Int64.self)
    }

    /// A navigation a person made in this house, not a prefetch or a foreign page's embedding: the only GET that may
    /// mark a story read (decision 19).
    var isPersonsNavigation: Bool {
        let headers = request.headers
        guard request.method == .get, headers[.secPurpose] == nil, headers[.purpose] == nil else { return false }
        guard let mode = headers[.secFetchMode] else { return false }
        let site = headers[.secFetchSite]
        return mode == "navigate" && (site == "same-origin" || site == "none")
    }
}
