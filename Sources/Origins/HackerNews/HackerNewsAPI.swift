import Fetching
import JSON
import Markup
import News
import URLs

/// A client of the official API (github.com/HackerNews/API).
struct HackerNewsAPI: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    struct ItemBatch: Sendable {
        var items: [Int: HackerNewsItem] = [:]
        /// The ids for which the API returned `null`.
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]

        /// The error to report: a back-off if there is one, else that of the lowest id.
        var failure: SourceError? {
            failures.values.first { if case .busy = $0 { true } else { false } }
                ?? failures.min { $0.key < $1.key }?.value
        }
    }

    init(fetcher: Fetcher, endpoints: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher, maxConcurrentPerHost: FetchRequest.maxConcurrentPerHostLimit)
        self.endpoints = endpoints
    }

    /// Fetches the ids of a list in the site's order, without duplicates.
    func ids(of list: HackerNewsList) async throws(SourceError) -> [Int] {
        let value = try client.value(of: try await client.fetch(endpoints.listURL(list)))
        guard let elements = value.elements else { throw unreadableError(value, expected: .numbers) }
        var seen: Set<Int> = []
        return elements.compactMap(\.int).filter { seen.insert($0).inserted }
    }

    func changedIDs() async throws(SourceError) -> Set<Int> {
        let value = try client.value(of: try await client.fetch(endpoints.updatesURL))
        guard let elements = value["items"]?.elements else {
            throw unreadableError(value, expected: .changes)
        }
        return Set(elements.compactMap(\.int))
    }

    /// Fetches an item; returns nil if the API does not have the item.
    /// - Throws: `SourceError`; `.unreadable` also if the response holds another item, to avoid endless retries.
    func item(_ id: Int) async throws(SourceError) -> HackerNewsItem? {
        let response: FetchResponse
        // Mirrors of the API return 404 where the official API returns `null`.
        do { response = try await client.fetch(endpoints.itemURL(id)) } catch .notThere { return nil }
        let value = try client.value(of: response)
        if value == .null { return nil }
        guard let item = HackerNewsItem(value), item.id == id else {
            throw unreadableError(value, expected: .item(id))
        }
        return item
    }

    /// Fetches items, at most `FetchRequest.maxConcurrentPerHostLimit` at a time.
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

    /// Fetches a user; returns nil for users without public activity.
    func user(_ name: String) async throws(SourceError) -> JSONValue? {
        let value = try client.value(of: try await client.fetch(endpoints.userURL(name)))
        if value == .null { return nil }
        guard value["id"] != nil else { throw unreadableError(value, expected: .person) }
        return value
    }

    private func unreadableError(_ value: JSONValue, expected: FailureCause.ExpectedContent) -> SourceError {
        let site = WebAddress(endpoints.apiRoot)?.host ?? endpoints.apiRoot
        return JSONAPIClient.unexpected(value, expected: expected, at: site)
    }
}
