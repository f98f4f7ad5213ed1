import Fetching
import Markup
import News

/// The official interface: lists of numbers, and what each number means, one question each
/// (github.com/HackerNews/API).
struct HackerNewsAPI: Sendable {
    let client: JSONAPIClient
    let endpoints: HackerNewsEndpoints

    /// What became of many questions at once.
    struct ItemBatch: Sendable {
        var items: [Int: HackerNewsItem] = [:]
        /// Numbers that the interface knows nothing of (`null`).
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]

        /// The failure that says most: that we shall wait, if that is one of them.
        var failure: SourceError? {
            failures.values.first { if case .busy = $0 { true } else { false } }
                ?? failures.min { $0.key < $1.key }?.value
        }
    }

    init(fetcher: Fetcher, addresses: HackerNewsEndpoints) {
        client = JSONAPIClient(fetcher: fetcher, atOnce: FetchRequest.maxConcurrentPerHostLimit)
        self.endpoints = addresses
    }

    /// The numbers of a list, in the site's order, each once.
    func ids(of list: HackerNewsList) async throws(SourceError) -> [Int] {
        let value = try client.value(of: try await client.fetch(endpoints.listURL(list)))
        guard let elements = value.elements else { throw unreadable(value, instead: "a list of numbers") }
        var seen: Set<Int> = []
        return elements.compactMap(\.int).filter { seen.insert($0).inserted }
    }

    /// The numbers whose items changed lately.
    func changedIDs() async throws(SourceError) -> Set<Int> {
        let value = try client.value(of: try await client.fetch(endpoints.updatesURL))
        guard let elements = value["items"]?.elements else { throw unreadable(value, instead: "a list of changes") }
        return Set(elements.compactMap(\.int))
    }

    /// One item; nil where the interface knows of none.
    /// - Throws: `SourceError`; `.unreadable` also for another item than was asked for, which would be asked for again.
    func item(_ id: Int) async throws(SourceError) -> HackerNewsItem? {
        let value = try client.value(of: try await client.fetch(endpoints.itemURL(id)))
        if value == .null { return nil }
        guard let item = HackerNewsItem(value), item.id == id else { throw unreadable(value, instead: "item \(id)") }
        return item
    }

    /// Many items, `FetchRequest.mostAtOnce` at a time. A host that asks for peace ends it early.
    func items(_ ids: [Int]) async -> ItemBatch {
        var answers = ItemBatch()
        await withTaskGroup(of: (Int, Result<HackerNewsItem?, SourceError>).self) { group in
            var waiting = ids.makeIterator()
            func next() {
                guard let id = waiting.next() else { return }
                group.addTask { (id, await result(of: id)) }
            }
            for _ in 0..<FetchRequest.maxConcurrentPerHostLimit { next() }
            for await (id, result) in group {
                switch result {
                case .success(let item?): answers.items[id] = item
                case .success(nil): answers.unknownIDs.insert(id)
                case .failure(let error): answers.failures[id] = error
                }
                next()
            }
        }
        return answers
    }

    private func result(of id: Int) async -> Result<HackerNewsItem?, SourceError> {
        do { return .success(try await item(id)) } catch { return .failure(error) }
    }

    /// What somebody says of themselves; nil where nobody of that name has done anything in public.
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
