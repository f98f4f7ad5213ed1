import Fetching
import Markup
import News

/// Client of the official API: lists of ids, and one request per item (github.com/HackerNews/API).
struct HackerNewsAPI: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    /// Results of several item requests.
    struct ItemBatch: Sendable {
        var items: [Int: HackerNewsItem] = [:]
        /// Ids for which the API returned `null`.
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]

        /// The most telling failure: a back-off if there is one.
        var failure: SourceError? {
            failures.values.first { if case .busy = $0 { true } else { false } }
                ?? failures.min { $0.key < $1.key }?.value
        }
    }

    init(fetcher: Fetcher, addresses: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher, atOnce: FetchRequest.maxConcurrentPerHostLimit)
        self.endpoints = addresses
    }

    /// The ids of a list, in the site's order, without duplicates.
    func ids(of list: HackerNewsList) async throws(SourceError) -> [Int] {
        let value = try client.value(of: try await client.fetch(endpoints.listURL(list)))
        guard let elements = value.elements else { throw unreadable(value, instead: "a list of numbers") }
        var seen: Set<Int> = []
        return elements.compactMap(\.int).filter { seen.insert($0).inserted }
    }

    /// The ids of recently changed items.
    func changedIDs() async throws(SourceError) -> Set<Int> {
        let value = try client.value(of: try await client.fetch(endpoints.updatesURL))
        guard let elements = value["items"]?.elements else { throw unreadable(value, instead: "a list of changes") }
        return Set(elements.compactMap(\.int))
    }

    /// One item; nil if the API has none.
    /// - Throws: `SourceError`; `.unreadable` also if another item was returned, which would otherwise be fetched again
    ///   and again.
    func item(_ id: Int) async throws(SourceError) -> HackerNewsItem? {
        let value = try client.value(of: try await client.fetch(endpoints.itemURL(id)))
        if value == .null { return nil }
        guard let item = HackerNewsItem(value), item.id == id else { throw unreadable(value, instead: "item \(id)") }
        return item
    }

    /// Several items, `FetchRequest.maxConcurrentPerHostLimit` at a time. Stops at the first back-off.
    func items(_ ids: [Int]) async -> ItemBatch {
        var batch = ItemBatch()
        await withTaskGroup(of: (Int, Result<HackerNewsItem?, SourceError>).self) { group in
            var waiting = ids.makeIterator()
            func next() {
                guard let id = waiting.next() else { return }
                group.addTask { (id, await result(of: id)) }
            }
            for _ in 0..<FetchRequest.maxConcurrentPerHostLimit { next() }
            for await (id, result) in group {
                switch result {
                case .success(let item?): batch.items[id] = item
                case .success(nil): batch.unknownIDs.insert(id)
                case .failure(let error): batch.failures[id] = error
                }
                next()
            }
        }
        return batch
    }

    private func result(of id: Int) async -> Result<HackerNewsItem?, SourceError> {
        do { return .success(try await item(id)) } catch { return .failure(error) }
    }

    /// A user's profile; nil for users without public activity.
    func user(_ name: String) async throws(SourceError) -> JSONValue? {
        let value = try client.value(of: try await client.fetch(endpoints.userURL(name)))
        if value == .null { return nil }
        guard value["id"] != nil else { throw unreadable(value, instead: "a person") }
        return value
    }

    private func unreadable(_ value: JSONValue, instead wanted: String) -> SourceError {
        let site = WebAddress(endpoints.apiRoot)?.host ?? endpoints.apiRoot
        let what = JSONAPIClient.errorMessage(of: value).map { "an error: \($0)" } ?? "something that is not \(wanted)."
        return .unreadable(why: "\(site) answered with \(what)")
    }
}
