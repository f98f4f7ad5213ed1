import Foundation
import News
import Untrusted

/// Whole threads in the site's ranking.
///
/// The search service gives all comments at once, but not in the site's order, some minutes late, and at times without
/// what was said below a comment that was taken back. The official interface has the order and everything, one comment
/// for each question. So the tree comes first, with the topmost comments in the site's order, and is shown; then the
/// official interface is asked where the tree may be wrong: comments with several answers, those taken back, those that
/// the tree lacks. When the count is still short, it is asked for all others, newest first, until it is not. Each of the
/// two services can do without the other.
struct HackerNewsThreadLoader: Sendable {
    let api: HackerNewsAPI
    let algolia: AlgoliaClient
    let mapper: HackerNewsMapper
    let now: @Sendable () -> Date

    /// Items are asked for in batches of so many; after each it is seen whether more are needed.
    private static let batchSize = 60
    /// So many comments come without the search service before the first progress.
    private static let firstProgressCount = 60

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionCapability.ProgressHandler
    ) async throws(SourceError) -> DiscussionResponse {
        guard let id = UntrustedInteger(request.storyKey)?.int(in: JSONValue.exactIntegers) else { throw .notThere }
        let known = HackerNewsThreadState(request.sourceState)
        async let treeAnswer = known == nil ? fetchTree(id) : nil
        let storyAnswer = await fetchStory(id)
        let item: HackerNewsItem
        switch storyAnswer {
        case .failure(let error): return try await treeOnlyResponse(request, id, await treeAnswer, because: error)
        case .success(nil): throw .notThere
        case .success(let found?): item = found
        }
        if let known, isUnchanged(known, item, request.reason) { return await unchangedResponse(item, known) }
        if item.kids.isEmpty {
            return await response(HackerNewsThreadBuilder(story: id, author: item.by), item, LoadState(), known)
        }
        var tree = await treeAnswer
        if known != nil { tree = await self.fetchTree(id) }
        return try await assemble(item, tree, known, progress)
    }

    // MARK: Asking

    private func fetchStory(_ id: Int) async -> Result<HackerNewsItem?, SourceError> {
        do { return .success(try await api.item(id)) } catch { return .failure(error) }
    }

    private func fetchTree(_ id: Int) async -> Result<JSONValue, SourceError>? {
        do { return .success(try await algolia.tree(id)) } catch { return .failure(error) }
    }

    /// How far it has come.
    private struct LoadState {
        var unknownIDs: Set<Int> = []
        var failures: [Int: SourceError] = [:]
        var diagnostics: [String] = []
        /// Whether orders of before were taken for current.
        var reusesRememberedOrder = false
    }

    private func assemble(
        _ item: HackerNewsItem, _ tree: Result<JSONValue, SourceError>?, _ known: HackerNewsThreadState?,
        _ progress: DiscussionCapability.ProgressHandler
    ) async throws(SourceError) -> DiscussionResponse {
        var draft = HackerNewsThreadBuilder(story: item.id, author: item.by)
        draft.setRanking(item.kids, below: item.id)
        var state = LoadState()
        var hasTree = false
        switch tree {
        case .success(let value):
            draft.merge(tree: value)
            hasTree = draft.readableCount > 0
        case .failure(let error):
            state.diagnostics.append("The search service did not help (\(error.code)), so comments came one by one")
        case nil: break
        }
        var shown = 0
        if hasTree {
            shown = draft.readableCount
            await progress(partialResponse(draft, item))
            let doubt = draft.uncertainIDs(previous: known?.rememberedOrder(at: nowSeconds) ?? [:])
            for (id, kids) in doubt.known { draft.setRanking(kids, below: id) }
            state.reusesRememberedOrder = !doubt.known.isEmpty
            await fetch(doubt.ask, &draft, &state)
        }
        while true {
            let absent = draft.missingIDs(without: state.unknownIDs.union(state.failures.keys))
            if absent.isEmpty { break }
            await fetch(Array(absent.prefix(hasTree ? absent.count : Self.batchSize)), &draft, &state)
            if isRateLimited(state) { break }
            // Each time as many more as there were, so that showing costs no more than asking.
            if draft.readableCount >= max(Self.firstProgressCount, 2 * shown) {
                shown = draft.readableCount
                await progress(partialResponse(draft, item))
            }
        }
        if hasTree {
            await fetchMissing((item.descendants ?? 0).subtracting(saturating: known?.gap ?? 0), &draft, &state)
        }
        if draft.nodes.isEmpty, let failure = state.failures.min(by: { $0.key < $1.key })?.value { throw failure }
        return await response(draft, item, state, known)
    }

    /// Asks for what nobody was asked about, newest first, as long as there are fewer than there should be.
    /// - Parameter wanted: what the story counts, less what could not be had of it when everything was asked for.
    private func fetchMissing(_ wanted: Int, _ draft: inout HackerNewsThreadBuilder, _ state: inout LoadState) async {
        var unasked = draft.unverifiedIDs[...]
        while draft.readableCount < wanted, !isRateLimited(state) {
            let absent = draft.missingIDs(without: state.unknownIDs.union(state.failures.keys))
            let next = absent.isEmpty ? Array(unasked.prefix(Self.batchSize)) : absent
            if absent.isEmpty { unasked = unasked.dropFirst(Self.batchSize) }
            if next.isEmpty { return }
            await fetch(next, &draft, &state)
        }
        let absent = draft.missingIDs(without: state.unknownIDs.union(state.failures.keys))
        if !absent.isEmpty, !isRateLimited(state) { await fetch(absent, &draft, &state) }
    }

    private func fetch(_ ids: [Int], _ draft: inout HackerNewsThreadBuilder, _ state: inout LoadState) async {
        guard !ids.isEmpty else { return }
        let answers = await api.items(ids)
        for id in ids {
            guard let item = answers.items[id], item.type == "comment" else { continue }
            draft.merge(item, standing: mapper.moderationState(item))
        }
        state.unknownIDs.formUnion(answers.unknownIDs)
        state.unknownIDs.formUnion(answers.items.values.filter { $0.type != "comment" }.map(\.id))
        state.failures.merge(answers.failures) { $1 }
    }

    private func isRateLimited(_ state: LoadState) -> Bool {
        state.failures.values.contains { if case .busy = $0 { true } else { false } }
    }

    private var nowSeconds: Int { now().wholeSeconds }

    // MARK: Answering

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
        var memory = HackerNewsThreadState(
            print: print, top: item.kids, count: item.descendants, askedAt: nowSeconds,
            ranked: Dictionary(uniqueKeysWithValues: ranked.map { ("\($0.key)", $0.value) }))
        // Orders that were taken over grow no younger by it.
        memory.rankedAt = state.reusesRememberedOrder ? known?.rankedAt ?? known?.askedAt : nowSeconds
        memory.gap = max(0, (item.descendants ?? 0) - draft.readableCount)
        var diagnostics = state.diagnostics
        let hasFailures = !state.failures.isEmpty
        if hasFailures {
            diagnostics.append("\(state.failures.count) comments could not be had")
            // What failed is asked for again the next time, and what comes then is written, however little has changed.
            (memory.print, memory.askedAt, memory.gap) = ("", 0, known?.gap)
        }
        return DiscussionResponse(
            comments: print == known?.print && !hasFailures ? nil : comments, story: await storyWithPoll(of: item),
            acceptsComments: item.type == "job" ? false : nil,
            // Of some only the order was asked for; those are shown.
            missingCount: state.failures.keys.count { draft.nodes[$0] == nil }, isComplete: !hasFailures,
            sourceState: SourceState(writing: memory), freshSeconds: freshSeconds(item), diagnostics: diagnostics)
    }

    private func unchangedResponse(_ item: HackerNewsItem, _ known: HackerNewsThreadState) async -> DiscussionResponse {
        DiscussionResponse(
            comments: nil, story: await storyWithPoll(of: item), sourceState: SourceState(writing: known),
            freshSeconds: freshSeconds(item))
    }

    /// The story with its poll, if it is one.
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

    /// What is said today is answered by the minute.
    private func freshSeconds(_ item: HackerNewsItem) -> Int {
        let age = item.age(at: now())
        return age < 86_400 ? 120 : age < 7 * 86_400 ? 900 : 6 * 3_600
    }

    /// Without the official interface: the search service's tree as it is, where nothing better is kept.
    private func treeOnlyResponse(
        _ request: DiscussionRequest, _ id: Int, _ early: Result<JSONValue, SourceError>?, because error: SourceError
    ) async throws(SourceError) -> DiscussionResponse {
        var tree = early
        if let known = HackerNewsThreadState(request.sourceState) {
            // It has the site's order, and what the search service lacks.
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
