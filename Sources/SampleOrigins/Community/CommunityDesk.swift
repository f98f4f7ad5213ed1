internal import Foundation
internal import Synchronization

/// What the community was told of its manners.
final class CommunityBook: Sendable {
    private let current = Mutex(CommunityManners())

    var manners: CommunityManners { current.withLock { $0 } }
    func change(_ work: (inout CommunityManners) -> Void) { current.withLock { work(&$0) } }
}

/// Answers for the community: its official interface below `/v0`, its search service below `/api/v1`, and
/// its website.
struct CommunityDesk: Sendable {
    let directory: SiteDirectory
    let told: @Sendable () -> [(title: String, url: String)]
    let book: CommunityBook
    let now: @Sendable () -> Date
    private let made = Records()

    /// Made at the first question, as the town's addresses are known only then.
    private final class Records: Sendable {
        let value = Mutex<CommunityRecords?>(nil)
    }

    init(
        directory: SiteDirectory, book: CommunityBook, now: @escaping @Sendable () -> Date,
        told: @escaping @Sendable () -> [(title: String, url: String)]
    ) {
        self.directory = directory
        self.book = book
        self.now = now
        self.told = told
    }

    var records: CommunityRecords {
        made.value.withLock { kept in
            if let kept { return kept }
            let new = CommunityRecords(startAt: directory.startAt, told: told())
            kept = new
            return new
        }
    }

    var view: CommunityView {
        CommunityView(records: records, now: now(), countsHidden: book.manners.countsHidden)
    }

    func page(_ path: String, _ query: String?) -> SamplePage? {
        let fields = Self.fields(query)
        if path.hasPrefix("/v0/"), path.hasSuffix(".json") {
            var page = interface(String(path.dropFirst(4).dropLast(5)))
            page.tellsChanges = true
            return page
        }
        if path.hasPrefix("/api/v1/") { return search(String(path.dropFirst(8)), fields) }
        if let page = oldSearch(path, fields) { return page }
        let pages = CommunityPages(view: view, manners: book.manners)
        guard let html = pages.page(path, fields) else {
            return path == "/item" ? SamplePage("No such item.", contentType: "text/html; charset=utf-8") : nil
        }
        var page = SamplePage(html, contentType: "text/html; charset=utf-8", cacheControl: "private; max-age=0")
        page.hasEntityTag = false
        return page
    }

    private func oldSearch(_ path: String, _ fields: [String: String]) -> SamplePage? {
        let service = CommunityOldSearch(view: view)
        switch path {
        case "/bigrss": return SamplePage(service.feed, contentType: "application/rss+xml")
        case "/api.hnsearch.com/items/_bulk/get_multi":
            return json(service.items((fields["ids"] ?? "").split(separator: ",").map(String.init)))
        case "/api.hnsearch.com/items/_search":
            return json(
                service.comments(
                    of: fields["filter[fields][discussion.sigid]"] ?? fields["filter%5Bfields%5D%5Bdiscussion.sigid%5D"]
                        ?? "",
                    start: Int(fields["start"] ?? "") ?? 0, limit: Int(fields["limit"] ?? "") ?? 10))
        default: return nil
        }
    }

    static func fields(_ query: String?) -> [String: String] {
        var fields: [String: String] = [:]
        for part in (query ?? "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            let value = pair.count > 1 ? pair[1].replacing("+", with: " ") : ""
            fields[String(pair[0])] = String(value).removingPercentEncoding ?? ""
        }
        return fields
    }

    private func json(_ value: JSONText, status: Int = 200) -> SamplePage {
        var page = SamplePage(value.written, contentType: "application/json; charset=utf-8", status: status)
        // Neither service gives anything to ask with.
        page.hasEntityTag = false
        return page
    }

    // MARK: The official interface

    private func interface(_ path: String) -> SamplePage {
        let view = view
        let wire = CommunityWire(view: view)
        if path == "updates" { return json(wire.updates) }
        if path == "maxitem" { return json(.number(view.records.items.keys.max() ?? 0)) }
        if path.hasPrefix("item/") { return json(wire.item(Int(path.dropFirst(5)) ?? 0)) }
        if path.hasPrefix("user/") {
            return json(wire.person(String(path.dropFirst(5)).removingPercentEncoding ?? ""))
        }
        guard path.hasSuffix("stories"), let list = view.list(String(path.dropLast(7))) else { return json(.nothing) }
        var ids = list.map(\.id)
        if book.manners.hasHoles, ids.count > 4 { ids.insert(999, at: 4) }
        return json(.list(ids.map(JSONText.number)))
    }

    // MARK: The search service

    private func search(_ path: String, _ fields: [String: String]) -> SamplePage {
        let search = CommunitySearch(view: view, manners: book.manners)
        let missing = json(.object([("status", .number(404)), ("error", .text("Not Found"))]), status: 404)
        if path.hasPrefix("items/") { return search.tree(Int(path.dropFirst(6)) ?? 0).map { json($0) } ?? missing }
        if path.hasPrefix("users/") { return search.person(String(path.dropFirst(6))).map { json($0) } ?? missing }
        guard path == "search" || path == "search_by_date" else { return missing }
        do {
            return json(try search.result(fields, isByDate: path == "search_by_date"))
        } catch {
            return json(.object([("message", .text(error.words)), ("code", .number(400))]), status: 400)
        }
    }
}
