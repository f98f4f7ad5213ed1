import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// A loader of lists from the official API.
struct HackerNewsListLoader: Sendable {
    let api: HackerNewsAPI
    let mapper: HackerNewsMapper
    let now: @Sendable () -> Date

    static let pageSize = 30
    /// The time in seconds that a list stays fresh; the API states none.
    static let defaultFreshSeconds = 180
    private static let maxDiagnostics = 20
    private static let format = "Hacker News API"

    /// Loads the first page of a list. If there is a previous state, only new, changed and outdated items are fetched.
    func firstPage(_ list: HackerNewsList, previous state: SourceState?) async throws(SourceError) -> ChannelResponse {
        let all = try await api.ids(of: list)
        let known = HackerNewsListState(state)
        let page = Array(all.prefix(Self.pageSize))
        let idsToFetch = await staleIDs(page, known)
        let batch = await api.items(idsToFetch)
        if let failure = batch.failure, batch.items.isEmpty, known == nil || isBusy(failure) { throw failure }
        var kept = (known?.byID ?? [:]).filter { page.contains($0.key) && !batch.unknownIDs.contains($0.key) }
        for (id, item) in batch.items { kept[id] = .init(item: item, askedAt: now().wholeSeconds) }
        let items = page.compactMap { kept[$0]?.item }
        let options = await pollOptions(of: items.filter { batch.items[$0.id] != nil }, known: known)
        var next = HackerNewsListState()
        next.ids = page
        next.items =
            page.compactMap { kept[$0] }
            + options.map { .init(item: $0.value, askedAt: 0) }
            .sorted { $0.item.id < $1.item.id }
        next.list = ContentHash.of(Array(all.map(String.init).joined(separator: ",").utf8))
        let isSame = known.map { $0.ids == page && $0.items.map(\.item) == next.items.map(\.item) } ?? false
        let rest = Array(all.dropFirst(Self.pageSize))
        var response = ChannelResponse(
            stories: isSame && known?.list == next.list
                ? nil : items.compactMap { story($0, options, isKept: batch.items[$0.id] == nil) },
            next: HackerNewsCursor(offset: page.count, ids: rest).cursor,
            metadata: ChannelMetadata(site: mapper.endpoints.base, format: Self.format),
            sourceState: SourceState(encoding: next),
            pollingHints: PollingHints(viewFreshSeconds: Self.defaultFreshSeconds),
            diagnostics: diagnostics(batch), status: 200)
        response.firstRank = 0
        return response
    }

    /// Maps an item to a story.
    /// - Parameter isKept: true if the item is from an earlier response; another list or the thread may have newer
    ///   counts.
    private func story(_ item: HackerNewsItem, _ options: [Int: HackerNewsItem], isKept: Bool) -> FetchedStory? {
        var story = mapper.story(item, options: options)
        story?.hasOldCounts = isKept
        return story
    }

    /// Loads a further page. The cursor holds the ids, so a list that has moved repeats and skips no stories.
    func page(after cursor: SourceCursor) async throws(SourceError) -> ChannelResponse {
        guard let position = HackerNewsCursor(cursor) else {
            throw .notAllowed(FailureCause(.invalidNextPage, at: mapper.endpoints.host))
        }
        let page = Array(position.ids.prefix(Self.pageSize))
        let batch = await api.items(page)
        if let failure = batch.failure, batch.items.isEmpty || isBusy(failure) { throw failure }
        let items = page.compactMap { batch.items[$0] }
        let options = await pollOptions(of: items, known: nil)
        let rest = HackerNewsCursor(
            offset: position.offset + page.count, ids: Array(position.ids.dropFirst(Self.pageSize)))
        var response = ChannelResponse(
            stories: items.compactMap { mapper.story($0, options: options) }, next: rest.cursor,
            diagnostics: diagnostics(batch), status: 200)
        response.firstRank = position.offset
        return response
    }

    private func staleIDs(_ page: [Int], _ known: HackerNewsListState?) async -> [Int] {
        guard let known else { return page }
        let kept = known.byID
        guard page.contains(where: { kept[$0] != nil }) else { return page }
        // The age alone decides if the list of changes is unavailable.
        var changed: Set<Int> = []
        do { changed = try await api.changedIDs() } catch {}
        let now = now()
        return page.filter { id in
            guard let item = kept[id] else { return true }
            let age = now.wholeSeconds.subtracting(saturating: item.askedAt)
            return changed.contains(id) || age < 0 || age >= HackerNewsListState.maxAge(item.item, now: now)
        }
    }

    /// Fetches the poll options of new and changed polls only.
    private func pollOptions(
        of items: [HackerNewsItem], known: HackerNewsListState?
    ) async -> [Int: HackerNewsItem] {
        var options: [Int: HackerNewsItem] = [:]
        for kept in known?.items ?? [] where kept.item.type == "pollopt" { options[kept.item.id] = kept.item }
        let parts = items.flatMap { $0.parts.prefix(HackerNewsListLoader.pageSize) }
        guard !parts.isEmpty else { return options }
        return options.merging(await api.items(parts).items) { $1 }
    }

    private func isBusy(_ error: SourceError) -> Bool { if case .busy = error { true } else { false } }

    private func diagnostics(_ batch: HackerNewsAPI.ItemBatch) -> [String] {
        let failed = batch.failures.keys.sorted().map { "Story \($0) could not be had" }
        return Array(failed.prefix(Self.maxDiagnostics))
    }
}

/// The position in a list: the ids left since the first request, and the number of stories before them.
struct HackerNewsCursor {
    var offset: Int
    var ids: [Int]

    private static let prefix = "n"
    /// The maximum offset; lists have 500 ids.
    private static let maxOffset = 1_000_000

    init(offset: Int, ids: [Int]) {
        self.offset = offset
        self.ids = ids
    }

    init?(_ cursor: SourceCursor) {
        let parts = cursor.rawValue.split(separator: ".")
        guard parts.first == Self.prefix[...], parts.count > 2,
            let offset = UntrustedInteger(digits: parts[1])?.int(in: 0...Self.maxOffset)
        else { return nil }
        self.offset = offset
        ids = parts.dropFirst(2).compactMap { UntrustedInteger($0, radix: 36)?.int(in: JSONValue.exactIntegers) }
    }

    /// The cursor as text; nil at the end of the list.
    var cursor: SourceCursor? {
        guard !ids.isEmpty else { return nil }
        return SourceCursor(
            rawValue: "\(Self.prefix).\(offset)." + ids.map { String($0, radix: 36) }.joined(separator: "."))
    }
}

enum HackerNewsList: String, CaseIterable {
    case top, new, best, ask, show
    case jobs = "job"

    /// Creates the list that a page of the site shows; nil if the API does not have the list.
    init?(page: WebAddress) {
        guard page.query == nil || page.query == "" else { return nil }
        switch page.path {
        case "/", "", "/news": self = .top
        case "/newest": self = .new
        case "/best": self = .best
        case "/ask": self = .ask
        case "/show": self = .show
        case "/jobs": self = .jobs
        default: return nil
        }
    }
}
