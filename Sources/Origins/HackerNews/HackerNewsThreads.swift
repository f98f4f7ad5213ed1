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
struct HackerNewsThreads: Sendable {
    let interface: HackerNewsInterface
    let finder: AlgoliaSearch
    let reading: HackerNewsReading
    let now: @Sendable () -> Date

    /// Items are asked for in batches of so many; after each it is seen whether more are needed.
    private static let batch = 60
    /// So many comments come without the search service before the first progress.
    private static let firstScreen = 60

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionAbility.Progress
    ) async throws(SourceError) -> DiscussionAnswer {
        guard let id = UntrustedInteger(request.story)?.int(in: JSONValue.exact) else { throw .notThere }
        let known = HackerNewsThreadMemory(request.memory)
        async let treeAnswer = known == nil ? tree(id) : nil
        let storyAnswer = await story(id)
        let item: HackerNewsItem
        switch storyAnswer {
        case .failure(let error): return try await byTreeAlone(request, id, await treeAnswer, because: error)
        case .success(nil): throw .notThere
        case .success(let found?): item = found
        }
        if let known, rests(known, item, request.reason) { return await unchanged(item, known) }
        if item.kids.isEmpty { return await answer(ThreadDraft(story: id, author: item.by), item, Progressed(), known) }
        var tree = await treeAnswer
        if known != nil { tree = await self.tree(id) }
        return try await assembled(item, tree, known, progress)
    }

    // MARK: Asking

    private func story(_ id: Int) async -> Result<HackerNewsItem?, SourceError> {
        do { return .success(try await interface.item(id)) } catch { return .failure(error) }
    }

    private func tree(_ id: Int) async -> Result<JSONValue, SourceError>? {
        do { return .success(try await finder.tree(id)) } catch { return .failure(error) }
    }

    /// How far it has come.
    private struct Progressed {
        var unknown: Set<Int> = []
        var failures: [Int: SourceError] = [:]
        var complaints: [String] = []
        /// Whether orders of before were taken for current.
        var reusesOrders = false
    }

    private func assembled(
        _ item: HackerNewsItem, _ tree: Result<JSONValue, SourceError>?, _ known: HackerNewsThreadMemory?,
        _ progress: DiscussionAbility.Progress
    ) async throws(SourceError) -> DiscussionAnswer {
        var draft = ThreadDraft(story: item.id, author: item.by)
        draft.rank(item.kids, below: item.id)
        var state = Progressed()
        var hasTree = false
        switch tree {
        case .success(let value):
            draft.take(tree: value)
            hasTree = draft.readable > 0
        case .failure(let error):
            state.complaints.append("The search service did not help (\(error.code)), so comments came one by one")
        case nil: break
        }
        var shown = 0
        if hasTree {
            shown = draft.readable
            await progress(first(draft, item))
            let doubt = draft.doubtful(remembering: known?.order(at: seconds) ?? [:])
            for (id, kids) in doubt.known { draft.rank(kids, below: id) }
            state.reusesOrders = !doubt.known.isEmpty
            await ask(doubt.ask, &draft, &state)
        }
        while true {
            let absent = draft.absent(without: state.unknown.union(state.failures.keys))
            if absent.isEmpty { break }
            await ask(Array(absent.prefix(hasTree ? absent.count : Self.batch)), &draft, &state)
            if isSilenced(state) { break }
            // Each time as many more as there were, so that showing costs no more than asking.
            if draft.readable >= max(Self.firstScreen, 2 * shown) {
                shown = draft.readable
                await progress(first(draft, item))
            }
        }
        if hasTree {
            await searchMissing((item.descendants ?? 0).subtracting(saturating: known?.gap ?? 0), &draft, &state)
        }
        if draft.nodes.isEmpty, let failure = state.failures.min(by: { $0.key < $1.key })?.value { throw failure }
        return await answer(draft, item, state, known)
    }

    /// Asks for what nobody was asked about, newest first, as long as there are fewer than there should be.
    /// - Parameter wanted: what the story counts, less what could not be had of it when everything was asked for.
    private func searchMissing(_ wanted: Int, _ draft: inout ThreadDraft, _ state: inout Progressed) async {
        var unasked = draft.unasked[...]
        while draft.readable < wanted, !isSilenced(state) {
            let absent = draft.absent(without: state.unknown.union(state.failures.keys))
            let next = absent.isEmpty ? Array(unasked.prefix(Self.batch)) : absent
            if absent.isEmpty { unasked = unasked.dropFirst(Self.batch) }
            if next.isEmpty { return }
            await ask(next, &draft, &state)
        }
        let absent = draft.absent(without: state.unknown.union(state.failures.keys))
        if !absent.isEmpty, !isSilenced(state) { await ask(absent, &draft, &state) }
    }

    private func ask(_ ids: [Int], _ draft: inout ThreadDraft, _ state: inout Progressed) async {
        guard !ids.isEmpty else { return }
        let answers = await interface.items(ids)
        for id in ids {
            guard let item = answers.items[id], item.type == "comment" else { continue }
            draft.take(item, standing: reading.standing(item))
        }
        state.unknown.formUnion(answers.unknown)
        state.unknown.formUnion(answers.items.values.filter { $0.type != "comment" }.map(\.id))
        state.failures.merge(answers.failures) { $1 }
    }

    private func isSilenced(_ state: Progressed) -> Bool {
        state.failures.values.contains { if case .busy = $0 { true } else { false } }
    }

    private var seconds: Int { now().wholeSeconds }

    // MARK: Answering

    private func comments(_ draft: ThreadDraft) -> [ArrivingComment] {
        draft.comments { node, author in
            reading.comment(
                id: node.id, parent: node.parent, by: node.by, html: node.html, publishedAt: node.publishedAt,
                standing: node.standing, storyAuthor: author)
        }
    }

    private func first(_ draft: ThreadDraft, _ item: HackerNewsItem) -> DiscussionAnswer {
        let comments = comments(draft)
        return DiscussionAnswer(
            comments: comments, story: reading.story(item), missing: max(0, (item.descendants ?? 0) - comments.count))
    }

    private func answer(
        _ draft: ThreadDraft, _ item: HackerNewsItem, _ state: Progressed, _ known: HackerNewsThreadMemory?
    ) async -> DiscussionAnswer {
        let comments = comments(draft)
        let print = HackerNewsThreadMemory.print(of: comments)
        let ranked = draft.ranked.filter { $0.key != item.id && ($0.value.count > 1 || draft.nodes[$0.key]?.by == nil) }
        var memory = HackerNewsThreadMemory(
            print: print, top: item.kids, count: item.descendants, askedAt: seconds,
            ranked: Dictionary(uniqueKeysWithValues: ranked.map { ("\($0.key)", $0.value) }))
        // Orders that were taken over grow no younger by it.
        memory.rankedAt = state.reusesOrders ? known?.rankedAt ?? known?.askedAt : seconds
        memory.gap = max(0, (item.descendants ?? 0) - draft.readable)
        var complaints = state.complaints
        let hasFailures = !state.failures.isEmpty
        if hasFailures {
            complaints.append("\(state.failures.count) comments could not be had")
            // What failed is asked for again the next time, and what comes then is written, however little has changed.
            (memory.print, memory.askedAt, memory.gap) = ("", 0, known?.gap)
        }
        return DiscussionAnswer(
            comments: print == known?.print && !hasFailures ? nil : comments, story: await story(of: item),
            isOpen: item.type == "job" ? false : nil,
            // Of some only the order was asked for; those are shown.
            missing: state.failures.keys.count { draft.nodes[$0] == nil }, isWhole: !hasFailures,
            memory: ChannelMemory(writing: memory), freshSeconds: fresh(item), complaints: complaints)
    }

    private func unchanged(_ item: HackerNewsItem, _ known: HackerNewsThreadMemory) async -> DiscussionAnswer {
        DiscussionAnswer(
            comments: nil, story: await story(of: item), memory: ChannelMemory(writing: known),
            freshSeconds: fresh(item))
    }

    /// The story with its poll, if it is one.
    private func story(of item: HackerNewsItem) async -> ArrivingStory? {
        guard item.type == "poll", !item.parts.isEmpty else { return reading.story(item) }
        return reading.story(item, options: await interface.items(Array(item.parts.prefix(Self.batch))).items)
    }

    private func rests(_ known: HackerNewsThreadMemory, _ item: HackerNewsItem, _ reason: RefreshReason) -> Bool {
        reason != .asked && known.top == item.kids && known.count == item.descendants
            && isResting(seconds.subtracting(saturating: known.askedAt))
    }

    private func isResting(_ age: Int) -> Bool { age >= 0 && age <= HackerNewsThreadMemory.resting }

    /// What is said today is answered by the minute.
    private func fresh(_ item: HackerNewsItem) -> Int {
        let age = item.age(at: now())
        return age < 86_400 ? 120 : age < 7 * 86_400 ? 900 : 6 * 3_600
    }

    /// Without the official interface: the search service's tree as it is, where nothing better is kept.
    private func byTreeAlone(
        _ request: DiscussionRequest, _ id: Int, _ early: Result<JSONValue, SourceError>?, because error: SourceError
    ) async throws(SourceError) -> DiscussionAnswer {
        var tree = early
        if let known = HackerNewsThreadMemory(request.memory) {
            // It has the site's order, and what the search service lacks.
            guard known.isOfTreeAlone else { throw error }
            tree = await self.tree(id)
        }
        guard case .success(let value)? = tree else { throw error }
        var draft = ThreadDraft(story: id, author: value["author"]?.name)
        draft.take(tree: value)
        let comments = comments(draft)
        let story = SearchReading(reading: reading).story(value)
        return DiscussionAnswer(
            comments: comments, story: story, missing: max(0, (request.count ?? 0) - comments.count), isWhole: false,
            memory: ChannelMemory(writing: HackerNewsThreadMemory.ofTreeAlone),
            complaints: ["The official interface failed (\(error.code)), so the order is not the site's"])
    }
}
