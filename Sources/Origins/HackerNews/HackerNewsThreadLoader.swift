import Foundation
import JSON
import News
import Untrusted

/// A loader of whole threads in the site's order.
///
/// The search API returns all comments at once, but misordered, minutes late, and sometimes without replies to deleted
/// comments. The official API is exact, at one request per comment. The site's page has everything and the votes too,
/// but requires long pauses. So the loader fetches and reports the tree first, then the page if the site's pause is
/// over, then items of the official API where both may be wrong, and some more items if the count is short. Either API
/// alone suffices.
struct HackerNewsThreadLoader: Sendable {
    let api: HackerNewsAPI
    let algolia: AlgoliaClient
    let mapper: HackerNewsMapper
    /// The reader of the site's pages; nil to use the APIs only.
    let pages: HackerNewsThreadPageReader?
    let now: @Sendable () -> Date

    /// The number of comments per batch; the loader checks after each batch whether to continue.
    private static let batchSize = 60
    /// The number of comments in the first progress report, for threads without a tree.
    private static let firstProgressCount = 60
    /// The number of comments to fetch in search of one that is counted but not listed; the limits of the total follow.
    private static let searchedPerMissing = 8
    private static let minSearched = 16
    private static let maxSearched = 240
    private static let searchBatchSize = 12

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        guard let id = UntrustedInteger(request.storyKey)?.int(in: JSONValue.exactIntegers) else { throw .notThere }
        let known = HackerNewsThreadState(request.sourceState)
        async let earlyTree = known == nil ? fetchTree(id) : nil
        let storyResult = await fetchStory(id)
        let item: HackerNewsItem
        switch storyResult {
        case .failure(let error): return try await treeOnlyResponse(request, id, await earlyTree, because: error)
        case .success(nil): throw .notThere
        case .success(let found?): item = found
        }
        if let known, request.reason != .manual, known.isUnchanged(item, at: nowSeconds) {
            return await unchangedResponse(item, known)
        }
        if item.kids.isEmpty {
            return await response(HackerNewsThreadBuilder(story: id, author: item.by), item, LoadState(), known)
        }
        var tree = await earlyTree
        if known != nil { tree = await self.fetchTree(id) }
        return try await assemble(item, tree, known, request.reason, progress)
    }

    // MARK: Requests

    private func fetchStory(_ id: Int) async -> Result<HackerNewsItem?, SourceError> {
        do { return .success(try await api.item(id)) } catch { return .failure(error) }
    }

    private func fetchTree(_ id: Int) async -> Result<JSONValue, SourceError>? {
        do { return .success(try await algolia.tree(id)) } catch { return .failure(error) }
    }

    private struct LoadState {
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]
        var diagnostics: [String] = []
        var reusesRememberedOrder = false
        var pageLabels: StoryLabels?
    }

    private func assemble(
        _ item: HackerNewsItem, _ tree: Result<JSONValue, SourceError>?, _ known: HackerNewsThreadState?,
        _ reason: RefreshReason, _ progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        var builder = HackerNewsThreadBuilder(story: item.id, author: item.by)
        builder.setRanking(item.kids, below: item.id)
        builder.marks = known?.rememberedMarks ?? [:]
        var state = LoadState()
        let hasTree = merge(tree, &builder, &state)
        let shown = hasTree ? builder.readableCount : 0
        if hasTree { await progress(partialResponse(builder, item)) }
        // The page is fetched only if a reader waits for the thread.
        if reason != .due, let page = await pages?.page(of: item.id, expected: item.descendants ?? 0) {
            builder.merge(page)
            state.pageLabels = page.labels
        }
        let isMostlyKnown = builder.readableCount > 0
        if isMostlyKnown { await verify(&builder, known, &state) }
        await fetchListed(
            item, batchSize: isMostlyKnown ? nil : Self.batchSize, shown: shown, &builder, &state, progress)
        if isMostlyKnown {
            await fetchMissing((item.descendants ?? 0).subtracting(saturating: known?.gap ?? 0), &builder, &state)
        }
        if builder.nodes.isEmpty, let failure = state.failures.min(by: { $0.key < $1.key })?.value { throw failure }
        return await response(builder, item, state, known)
    }

    /// Merges the tree.
    /// - Returns: true if the tree has readable comments.
    private func merge(
        _ tree: Result<JSONValue, SourceError>?, _ builder: inout HackerNewsThreadBuilder, _ state: inout LoadState
    ) -> Bool {
        switch tree {
        case .success(let value):
            builder.merge(tree: value)
            return builder.readableCount > 0
        case .failure(let error):
            let code = error.code.rawValue
            state.diagnostics.append("The search service did not help (\(code)), so comments came one by one")
            return false
        case nil: return false
        }
    }

    /// Fetches the comments again where the tree may be wrong.
    private func verify(
        _ builder: inout HackerNewsThreadBuilder, _ known: HackerNewsThreadState?, _ state: inout LoadState
    ) async {
        let uncertain = builder.uncertainIDs(previous: known?.rememberedOrder(at: nowSeconds) ?? [:])
        for (id, kids) in uncertain.known { builder.setRanking(kids, below: id) }
        state.reusesRememberedOrder = !uncertain.known.isEmpty
        await fetch(uncertain.toFetch, &builder, &state)
    }

    /// Fetches listed comments that are not yet loaded.
    /// - Parameters:
    ///   - batchSize: nil to fetch all at once.
    ///   - shown: the number of comments in the last progress report.
    private func fetchListed(
        _ item: HackerNewsItem, batchSize: Int?, shown: Int, _ builder: inout HackerNewsThreadBuilder,
        _ state: inout LoadState, _ progress: DiscussionProgress
    ) async {
        var shown = shown
        while true {
            let missing = builder.missingIDs(excluding: state.unknownIDs.union(state.failures.keys))
            if missing.isEmpty { return }
            await fetch(Array(missing.prefix(batchSize ?? missing.count)), &builder, &state)
            if isRateLimited(state) { return }
            // The report size doubles each time, so that rendering costs no more than fetching.
            if builder.readableCount >= max(Self.firstProgressCount, 2 * shown) {
                shown = builder.readableCount
                await progress(partialResponse(builder, item))
            }
        }
    }

    /// Searches for comments that are counted but not listed: below recently changed comments, then below the newest,
    /// since missing replies are mostly new. Comments still missing come with a later tree, or are hidden.
    /// - Parameter expectedCount: the stated count minus the comments that were unavailable at the last full load.
    private func fetchMissing(_ expectedCount: Int, _ builder: inout HackerNewsThreadBuilder, _ state: inout LoadState)
        async
    {
        let missing = expectedCount.subtracting(saturating: builder.readableCount)
        guard missing > 0, !isRateLimited(state) else { return }
        let changed = await changedIDs()
        let recent = builder.unverifiedIDs.filter { changed.contains($0) }
        await fetch(Array(recent.prefix(Self.maxSearched)), &builder, &state)
        await fetchAllListed(&builder, &state)
        let budget = max(Self.minSearched, min(missing, Self.maxSearched) * Self.searchedPerMissing)
        var unverified = builder.unverifiedIDs.prefix(min(budget, Self.maxSearched))
        while builder.readableCount < expectedCount, !unverified.isEmpty, !isRateLimited(state) {
            await fetch(Array(unverified.prefix(Self.searchBatchSize)), &builder, &state)
            unverified = unverified.dropFirst(Self.searchBatchSize)
            await fetchAllListed(&builder, &state)
        }
    }

    /// Fetches the list of changes. If this fails, the result is empty, and only the newest comments are searched.
    private func changedIDs() async -> Set<Int> {
        do { return try await api.changedIDs() } catch { return [] }
    }

    /// Fetches all listed comments, including those that the fetched comments list in turn.
    private func fetchAllListed(_ builder: inout HackerNewsThreadBuilder, _ state: inout LoadState) async {
        while !isRateLimited(state) {
            let missing = builder.missingIDs(excluding: state.unknownIDs.union(state.failures.keys))
            if missing.isEmpty { return }
            await fetch(missing, &builder, &state)
        }
    }

    private func fetch(_ ids: [Int], _ builder: inout HackerNewsThreadBuilder, _ state: inout LoadState) async {
        guard !ids.isEmpty else { return }
        let batch = await api.items(ids)
        for id in ids {
            guard let item = batch.items[id], item.type == "comment" else { continue }
            builder.merge(item, moderationState: mapper.moderationState(item))
        }
        state.unknownIDs.formUnion(batch.unknownIDs)
        state.unknownIDs.formUnion(batch.items.values.filter { $0.type != "comment" }.map(\.id))
        state.failures.merge(batch.failures) { $1 }
    }

    private func isRateLimited(_ state: LoadState) -> Bool {
        state.failures.values.contains { if case .busy = $0 { true } else { false } }
    }

    private var nowSeconds: Int { now().wholeSeconds }

    // MARK: Responses

    private func comments(_ builder: HackerNewsThreadBuilder) -> [FetchedComment] {
        builder.comments { node, author in
            mapper.comment(
                id: node.id, parent: node.parent, by: node.by, html: node.html, publishedAt: node.publishedAt,
                moderationState: node.moderationState, storyAuthor: author)
        }
    }

    private func partialResponse(_ builder: HackerNewsThreadBuilder, _ item: HackerNewsItem) -> DiscussionResponse {
        let comments = comments(builder)
        return DiscussionResponse(
            comments: comments, story: mapper.story(item),
            missingCount: max(0, (item.descendants ?? 0) - comments.count))
    }

    private func response(
        _ builder: HackerNewsThreadBuilder, _ item: HackerNewsItem, _ state: LoadState, _ known: HackerNewsThreadState?
    ) async -> DiscussionResponse {
        let comments = comments(builder)
        let fingerprint = HackerNewsThreadState.fingerprint(of: comments)
        let ranked = builder.rankedChildren.filter {
            $0.key != item.id && ($0.value.count > 1 || builder.nodes[$0.key]?.by == nil)
        }
        var newState = HackerNewsThreadState(
            print: fingerprint, top: item.kids, count: item.descendants, askedAt: nowSeconds,
            ranked: Dictionary(uniqueKeysWithValues: ranked.map { ("\($0.key)", $0.value) }))
        // A reused order keeps its age.
        newState.rankedAt = state.reusesRememberedOrder ? known?.rankedAt ?? known?.askedAt : nowSeconds
        let found = builder.readableCount
        let isDoubtful = newState.recordGap(found: found, counted: item.descendants, after: known)
        newState.remember(builder.marks)
        var story = await storyWithPoll(of: item)
        if let labels = state.pageLabels {
            story?.labels.siteName = labels.siteName
            story?.labels.isAuthorNew = labels.isAuthorNew
        }
        var diagnostics = state.diagnostics
        let hasFailures = !state.failures.isEmpty
        if hasFailures {
            let codes = Set(state.failures.values.map(\.code.rawValue)).sorted().joined(separator: ", ")
            diagnostics.append("Some requests for comments failed (\(codes))")
            // This state makes the next refresh retry and count as changed.
            (newState.print, newState.askedAt, newState.gap) = ("", 0, known?.gap)
        } else if isDoubtful {
            diagnostics.append(
                "The official interface gave \(found) of \(newState.count ?? 0) comments; the others stay")
        }
        return DiscussionResponse(
            comments: fingerprint == known?.print && !hasFailures ? nil : comments, story: story,
            acceptsComments: item.type == "job" ? false : nil,
            // Loaded comments whose recheck failed are not missing.
            missingCount: state.failures.keys.count { builder.nodes[$0] == nil },
            isComplete: !hasFailures && !isDoubtful,
            sourceState: SourceState(encoding: newState), freshSeconds: freshSeconds(item), diagnostics: diagnostics)
    }

    private func unchangedResponse(_ item: HackerNewsItem, _ known: HackerNewsThreadState) async -> DiscussionResponse {
        DiscussionResponse(
            comments: nil, story: await storyWithPoll(of: item), sourceState: SourceState(encoding: known),
            freshSeconds: freshSeconds(item))
    }

    private func storyWithPoll(of item: HackerNewsItem) async -> FetchedStory? {
        guard item.type == "poll", !item.parts.isEmpty else { return mapper.story(item) }
        return mapper.story(item, options: await api.items(Array(item.parts.prefix(Self.batchSize))).items)
    }

    /// Returns the time in seconds that a thread stays fresh; new discussions change by the minute.
    private func freshSeconds(_ item: HackerNewsItem) -> Int {
        let age = item.age(at: now())
        return age < 86_400 ? 120 : age < 7 * 86_400 ? 900 : 6 * 3_600
    }

    /// Returns a thread from the search API's tree if the official API fails.
    /// - Throws: the given error if the tree is unavailable or a better thread is stored.
    private func treeOnlyResponse(
        _ request: DiscussionRequest, _ id: Int, _ early: Result<JSONValue, SourceError>?, because error: SourceError
    ) async throws(SourceError) -> DiscussionResponse {
        var tree = early
        if let known = HackerNewsThreadState(request.sourceState) {
            // The stored thread has the site's order and more comments.
            guard known.isTreeOnly else { throw error }
            tree = await self.fetchTree(id)
        }
        guard case .success(let value)? = tree else { throw error }
        var builder = HackerNewsThreadBuilder(story: id, author: value["author"]?.nonEmptyString)
        builder.merge(tree: value)
        let comments = comments(builder)
        let story = AlgoliaMapper(mapper: mapper).story(value)
        return DiscussionResponse(
            comments: comments, story: story, missingCount: max(0, (request.expectedCount ?? 0) - comments.count),
            isComplete: false,
            sourceState: SourceState(encoding: HackerNewsThreadState.treeOnly),
            diagnostics: ["The official interface failed (\(error.code.rawValue)), so the order is not the site's"])
    }
}
