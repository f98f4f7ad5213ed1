import Fetching
import Markup
import News
import URLs

/// Client of the official API (github.com/HackerNews/API).
struct HackerNewsAPI: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    struct ItemBatch: Sendable {
        var items: [Int: HackerNewsItem] = [:]
        /// Ids answered with `null`.
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]

        /// Prefers a back-off, then the lowest id.
        var failure: SourceError? {
            failures.values.first { if case .busy = $0 { true } else { false } }
                ?? failures.min { $0.key < $1.key }?.value
        }
    }

    init(fetcher: Fetcher, endpoints: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher, maxConcurrentPerHost: FetchRequest.maxConcurrentPerHostLimit)
        self.endpoints = endpoints
    }

    /// In the site's order, without duplicates.
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

    /// Nil if the API has none.
    /// - Throws: `SourceError`; `.unreadable` also for another item's id, to avoid endless retries.
    func item(_ id: Int) async throws(SourceError) -> HackerNewsItem? {
        let response: FetchResponse
        // Mirrors of the API say 404 where the official one has `null`.
        do { response = try await client.fetch(endpoints.itemURL(id)) } catch .notThere { return nil }
        let value = try client.value(of: response)
        if value == .null { return nil }
        guard let item = HackerNewsItem(value), item.id == id else {
            throw unreadableError(value, expected: .item(id))
        }
        return item
    }

    /// `FetchRequest.maxConcurrentPerHostLimit` at a time.
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

    /// Nil for users without public activity.
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
