import Foundation
import News
import Untrusted

/// Loads whole threads in the site's order.
///
/// The search API returns all comments at once, but in another order, some minutes late, and sometimes without the
/// replies to deleted comments. The official API has the order and every comment, at one request each. So the tree is
/// loaded first and reported as progress, its top level in the site's order; then the official API is read where the
/// tree may be wrong: comments with several replies, deleted ones, missing ones. If the count is still short, the
/// remaining comments are fetched, newest first. Each service can do without the other.
struct HackerNewsThreadLoader: Sendable {
    let api: HackerNewsAPI
    let algolia: AlgoliaClient
    let mapper: HackerNewsMapper
    let now: @Sendable () -> Date

    /// Items per batch; after each batch the loader checks whether more are needed.
    private static let batchSize = 60
    /// Comments loaded without a tree before the first progress report.
    private static let firstProgressCount = 60

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionCapability.ProgressHandler
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
        if let known, isUnchanged(known, item, request.reason) { return await unchangedResponse(item, known) }
        if item.kids.isEmpty {
            return await response(HackerNewsThreadBuilder(story: id, author: item.by), item, LoadState(), known)
        }
        var tree = await earlyTree
        if known != nil { tree = await self.fetchTree(id) }
        return try await assemble(item, tree, known, progress)
    }

    // MARK: Requests

    private func fetchStory(_ id: Int) async -> Result<HackerNewsItem?, SourceError> {
        do { return .success(try await api.item(id)) } catch { return .failure(error) }
    }

    private func fetchTree(_ id: Int) async -> Result<JSONValue, SourceError>? {
        do { return .success(try await algolia.tree(id)) } catch { return .failure(error) }
    }

    /// State of one load.
    private struct LoadState {
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]
        var diagnostics: [String] = []
        /// Whether the site's order is partly that of an earlier refresh.
        var reusesRememberedOrder = false
    }

    private func assemble(
        _ item: HackerNewsItem, _ tree: Result<JSONValue, SourceError>?, _ known: HackerNewsThreadState?,
        _ progress: DiscussionCapability.ProgressHandler
    ) async throws(SourceError) -> DiscussionResponse {
        var draft = HackerNewsThreadBuilder(story: item.id, author: item.by)
        draft.setRanking(item.kids, below: item.id)
        var state = LoadState()
        let hasTree = merge(tree, &draft, &state)
        let shown = hasTree ? draft.readableCount : 0
        if hasTree {
            await progress(partialResponse(draft, item))
            await verify(&draft, known, &state)
        }
        await fetchListed(item, batchSize: hasTree ? nil : Self.batchSize, shown: shown, &draft, &state, progress)
        if hasTree {
            await fetchMissing((item.descendants ?? 0).subtracting(saturating: known?.gap ?? 0), &draft, &state)
        }
        if draft.nodes.isEmpty, let failure = state.failures.min(by: { $0.key < $1.key })?.value { throw failure }
        return await response(draft, item, state, known)
    }

    /// - Returns: whether the tree has readable comments.
    private func merge(
        _ tree: Result<JSONValue, SourceError>?, _ draft: inout HackerNewsThreadBuilder, _ state: inout LoadState
    ) -> Bool {
        switch tree {
        case .success(let value):
            draft.merge(tree: value)
            return draft.readableCount > 0
        case .failure(let error):
            state.diagnostics.append("The search service did not help (\(error.code)), so comments came one by one")
            return false
        case nil: return false
        }
    }

    /// Reads the official API where the tree may be wrong.
    private func verify(
        _ draft: inout HackerNewsThreadBuilder, _ known: HackerNewsThreadState?, _ state: inout LoadState
    ) async {
        let uncertain = draft.uncertainIDs(previous: known?.rememberedOrder(at: nowSeconds) ?? [:])
        for (id, kids) in uncertain.known { draft.setRanking(kids, below: id) }
        state.reusesRememberedOrder = !uncertain.known.isEmpty
        await fetch(uncertain.ask, &draft, &state)
    }

    /// Fetches the comments that the site lists and that have not been loaded, and reports progress.
    /// - Parameters:
    ///   - batchSize: comments per batch; nil for all at once.
    ///   - shown: how many comments the last progress report had.
    private func fetchListed(
        _ item: HackerNewsItem, batchSize: Int?, shown: Int, _ draft: inout HackerNewsThreadBuilder,
        _ state: inout LoadState, _ progress: DiscussionCapability.ProgressHandler
    ) async {
        var shown = shown
        while true {
            let missing = draft.missingIDs(without: state.unknownIDs.union(state.failures.keys))
            if missing.isEmpty { return }
            await fetch(Array(missing.prefix(batchSize ?? missing.count)), &draft, &state)
            if isRateLimited(state) { return }
            // Reports at doubling sizes, so that rendering costs no more than fetching.
            if draft.readableCount >= max(Self.firstProgressCount, 2 * shown) {
                shown = draft.readableCount
                await progress(partialResponse(draft, item))
            }
        }
    }

    /// Fetches comments not yet fetched from the official API, newest first, while there are fewer than expected.
    /// - Parameter wanted: the story's comment count, less those that were unavailable at the last full load.
    private func fetchMissing(_ wanted: Int, _ draft: inout HackerNewsThreadBuilder, _ state: inout LoadState) async {
        var unverified = draft.unverifiedIDs[...]
        while draft.readableCount < wanted, !isRateLimited(state) {
            let missing = draft.missingIDs(without: state.unknownIDs.union(state.failures.keys))
            let next = missing.isEmpty ? Array(unverified.prefix(Self.batchSize)) : missing
            if missing.isEmpty { unverified = unverified.dropFirst(Self.batchSize) }
            if next.isEmpty { return }
            await fetch(next, &draft, &state)
        }
        let missing = draft.missingIDs(without: state.unknownIDs.union(state.failures.keys))
        if !missing.isEmpty, !isRateLimited(state) { await fetch(missing, &draft, &state) }
    }

    private func fetch(_ ids: [Int], _ draft: inout HackerNewsThreadBuilder, _ state: inout LoadState) async {
        guard !ids.isEmpty else { return }
        let batch = await api.items(ids)
        for id in ids {
            guard let item = batch.items[id], item.type == "comment" else { continue }
            draft.merge(item, standing: mapper.moderationState(item))
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

    private func comments(_ draft: HackerNewsThreadBuilder) -> [FetchedComment] {
        draft.comments { node, author in
            mapper.comment(
                id: node.id, parent: node.parent, by: node.by, html: node.html, publishedAt: node.publishedAt,
                standing: node.standing, storyAuthor: author)
        }
    }

    private func partialResponse(_ draft: HackerNewsThreadBuilder, _ item: HackerNewsItem) -> DiscussionResponse {
        let comments = comments(draft)
        return DiscussionResponse(
            comments: comments, story: mapper.story(item),
            missingCount: max(0, (item.descendants ?? 0) - comments.count))
    }

    private func response(
        _ draft: HackerNewsThreadBuilder, _ item: HackerNewsItem, _ state: LoadState, _ known: HackerNewsThreadState?
    ) async -> DiscussionResponse {
        let comments = comments(draft)
        let print = HackerNewsThreadState.fingerprint(of: comments)
        let ranked = draft.rankedChildren.filter {
            $0.key != item.id && ($0.value.count > 1 || draft.nodes[$0.key]?.by == nil)
        }
        var newState = HackerNewsThreadState(
            print: print, top: item.kids, count: item.descendants, askedAt: nowSeconds,
            ranked: Dictionary(uniqueKeysWithValues: ranked.map { ("\($0.key)", $0.value) }))
        // A reused order keeps its age.
        newState.rankedAt = state.reusesRememberedOrder ? known?.rankedAt ?? known?.askedAt : nowSeconds
        newState.gap = max(0, (item.descendants ?? 0) - draft.readableCount)
        var diagnostics = state.diagnostics
        let hasFailures = !state.failures.isEmpty
        if hasFailures {
            diagnostics.append("\(state.failures.count) comments could not be had")
            // The next refresh fetches failed comments again and writes the result even if little has changed.
            (newState.print, newState.askedAt, newState.gap) = ("", 0, known?.gap)
        }
        return DiscussionResponse(
            comments: print == known?.print && !hasFailures ? nil : comments, story: await storyWithPoll(of: item),
            acceptsComments: item.type == "job" ? false : nil,
            // For some comments only the order was to be fetched; those are shown.
            missingCount: state.failures.keys.count { draft.nodes[$0] == nil }, isComplete: !hasFailures,
            sourceState: SourceState(writing: newState), freshSeconds: freshSeconds(item), diagnostics: diagnostics)
    }

    private func unchangedResponse(_ item: HackerNewsItem, _ known: HackerNewsThreadState) async -> DiscussionResponse {
        DiscussionResponse(
            comments: nil, story: await storyWithPoll(of: item), sourceState: SourceState(writing: known),
            freshSeconds: freshSeconds(item))
    }

    /// The story, with its poll options if it is a poll.
    private func storyWithPoll(of item: HackerNewsItem) async -> FetchedStory? {
        guard item.type == "poll", !item.parts.isEmpty else { return mapper.story(item) }
        return mapper.story(item, options: await api.items(Array(item.parts.prefix(Self.batchSize))).items)
    }

    private func isUnchanged(_ known: HackerNewsThreadState, _ item: HackerNewsItem, _ reason: RefreshReason) -> Bool {
        reason != .manual && known.top == item.kids && known.count == item.descendants
            && isWithinUnchangedWindow(nowSeconds.subtracting(saturating: known.askedAt))
    }

    private func isWithinUnchangedWindow(_ age: Int) -> Bool {
        age >= 0 && age <= HackerNewsThreadState.unchangedWindow
    }

    /// Discussions of the last day change by the minute.
    private func freshSeconds(_ item: HackerNewsItem) -> Int {
        let age = item.age(at: now())
        return age < 86_400 ? 120 : age < 7 * 86_400 ? 900 : 6 * 3_600
    }

    /// Fallback without the official API: the search API's tree alone, unless a better thread is stored.
    private func treeOnlyResponse(
        _ request: DiscussionRequest, _ id: Int, _ early: Result<JSONValue, SourceError>?, because error: SourceError
    ) async throws(SourceError) -> DiscussionResponse {
        var tree = early
        if let known = HackerNewsThreadState(request.sourceState) {
            // The stored thread has the site's order and comments that the search API lacks.
            guard known.isTreeOnly else { throw error }
            tree = await self.fetchTree(id)
        }
        guard case .success(let value)? = tree else { throw error }
        var draft = HackerNewsThreadBuilder(story: id, author: value["author"]?.nonEmptyString)
        draft.merge(tree: value)
        let comments = comments(draft)
        let story = AlgoliaMapper(mapper: mapper).story(value)
        return DiscussionResponse(
            comments: comments, story: story, missingCount: max(0, (request.expectedCount ?? 0) - comments.count),
            isComplete: false,
            sourceState: SourceState(writing: HackerNewsThreadState.treeOnly),
            diagnostics: ["The official interface failed (\(error.code)), so the order is not the site's"])
    }
}
