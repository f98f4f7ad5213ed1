internal import Foundation
internal import Synchronization

/// A handler of the official API below `/v0`, the search API below `/api/v1`, and the website.
struct CommunityHandler: Sendable {
    let directory: SiteDirectory
    let linkedStories: @Sendable () -> [(title: String, url: String)]
    let state: CommunityState
    let now: @Sendable () -> Date
    /// The clock for texts written by members.
    let memberNow: @Sendable () -> Date
    private let datasetCache = DatasetCache()

    /// A cache of the dataset, which is created at the first request, when other sites' addresses are known.
    private final class DatasetCache: Sendable {
        let value = Mutex<CommunityDataset?>(nil)
    }

    init(
        directory: SiteDirectory, state: CommunityState, now: @escaping @Sendable () -> Date,
        memberNow: @escaping @Sendable () -> Date,
        linkedStories: @escaping @Sendable () -> [(title: String, url: String)]
    ) {
        self.directory = directory
        self.state = state
        self.now = now
        self.memberNow = memberNow
        self.linkedStories = linkedStories
    }

    var dataset: CommunityDataset { updateDataset { $0 } }

    /// Changes the dataset that all requests read.
    @discardableResult
    func updateDataset<Result: Sendable>(_ work: (inout CommunityDataset) -> Result) -> Result {
        datasetCache.value.withLock { kept in
            var dataset = kept ?? CommunityDataset(startAt: directory.startAt, linkedStories: linkedStories())
            kept = nil
            defer { kept = dataset }
            return work(&dataset)
        }
    }

    /// The dataset with the members among the users, at the current time.
    var snapshot: CommunitySnapshot {
        let behaviour = state.behaviour
        var dataset = dataset
        for (member, record) in state.members {
            dataset.setUser(
                CommunityUser(
                    name: member.name, joinedAt: directory.startAt.addingTimeInterval(-400 * 86_400),
                    karma: member.karma, about: CommunityTextFormatter.html(record.profile["about"] ?? "")))
        }
        return CommunitySnapshot(
            dataset: dataset, now: now(), memberNow: memberNow(), countsHiddenComments: behaviour.countsHiddenComments,
            flaggedStories: behaviour.flaggedStories, deadStories: behaviour.deadStories)
    }

    func resource(_ request: RequestRecord) -> SampleResource? {
        let (path, fields) = (request.path, Self.queryFields(request.query))
        if path.hasPrefix("/v0/"), path.hasSuffix(".json") {
            var resource = officialAPI(String(path.dropFirst(4).dropLast(5)))
            resource.supportsEventStream = true
            return resource
        }
        if path.hasPrefix("/api/v1/") { return searchAPI(String(path.dropFirst(8)), fields) }
        if let resource = hnSearchAPI(path, fields) { return resource }
        let members = CommunityMemberHandler(self, request)
        if let response = members.response() { return response }
        guard let html = members.renderer.html(path, fields) else {
            return path == "/item" ? SampleResource("No such item.", contentType: "text/html; charset=utf-8") : nil
        }
        var resource = SampleResource(html, contentType: "text/html; charset=utf-8", cacheControl: "private; max-age=0")
        resource.hasEntityTag = false
        return resource
    }

    func renderer(for request: RequestRecord, _ viewer: CommunityViewer?) -> CommunityHTMLRenderer {
        let page = request.path == "/" ? "news" : String(request.target.dropFirst())
        return CommunityHTMLRenderer(
            snapshot: snapshot, behaviour: state.behaviour, viewer: viewer,
            goto: page.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "news",
            records: Dictionary(state.members.map { ($0.member.name, $0.record) }) { first, _ in first })
    }

    private func hnSearchAPI(_ path: String, _ fields: [String: String]) -> SampleResource? {
        let api = CommunityHNSearchAPI(snapshot: snapshot)
        switch path {
        case "/bigrss": return SampleResource(api.feed, contentType: "application/rss+xml")
        case "/api.hnsearch.com/items/_bulk/get_multi":
            return json(api.items((fields["ids"] ?? "").split(separator: ",").map(String.init)))
        case "/api.hnsearch.com/items/_search":
            return json(
                api.comments(
                    of: fields["filter[fields][discussion.sigid]"] ?? fields["filter%5Bfields%5D%5Bdiscussion.sigid%5D"]
                        ?? "",
                    start: Int(fields["start"] ?? "") ?? 0, limit: Int(fields["limit"] ?? "") ?? 10))
        default: return nil
        }
    }

    static func queryFields(_ query: String?) -> [String: String] {
        var fields: [String: String] = [:]
        for part in (query ?? "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            let value = pair.count > 1 ? pair[1].replacing("+", with: " ") : ""
            fields[String(pair[0])] = String(value).removingPercentEncoding ?? ""
        }
        return fields
    }

    private func json(_ value: OrderedJSON, status: Int = 200) -> SampleResource {
        var resource = SampleResource(value.serialized, contentType: "application/json; charset=utf-8", status: status)
        // Neither API sends validators.
        resource.hasEntityTag = false
        return resource
    }

    // MARK: The official API

    private func officialAPI(_ path: String) -> SampleResource {
        let snapshot = snapshot
        let api = CommunityAPI(snapshot: snapshot)
        if path == "updates" { return json(api.updates) }
        if path == "maxitem" { return json(.number(snapshot.dataset.items.keys.max() ?? 0)) }
        if path.hasPrefix("item/") { return json(api.item(Int(path.dropFirst(5)) ?? 0)) }
        if path.hasPrefix("user/") {
            return json(api.user(String(path.dropFirst(5)).removingPercentEncoding ?? ""))
        }
        guard path.hasSuffix("stories"), let list = snapshot.list(String(path.dropLast(7))) else { return json(.null) }
        var ids = list.map(\.id)
        if state.behaviour.listsUnknownIDs, ids.count > 4 { ids.insert(999, at: 4) }
        return json(.array(ids.map(OrderedJSON.number)))
    }

    // MARK: The search API

    private func searchAPI(_ path: String, _ fields: [String: String]) -> SampleResource {
        let search = CommunitySearchAPI(snapshot: snapshot, behaviour: state.behaviour)
        let missing = json(.object([("status", .number(404)), ("error", .string("Not Found"))]), status: 404)
        if path.hasPrefix("items/") { return search.tree(Int(path.dropFirst(6)) ?? 0).map { json($0) } ?? missing }
        if path.hasPrefix("users/") { return search.user(String(path.dropFirst(6))).map { json($0) } ?? missing }
        guard path == "search" || path == "search_by_date" else { return missing }
        do {
            return json(try search.result(fields, isByDate: path == "search_by_date"))
        } catch {
            return json(.object([("message", .string(error.message)), ("code", .number(400))]), status: 400)
        }
    }
}
