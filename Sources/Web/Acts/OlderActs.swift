import Library
import News
import Untrusted

/// Asks the origin for the stories that follow a list's last one, and leads to the list with them (MIT-21 … 24).
struct OlderActs {
    let visit: Visit
    let form: Query

    func ask() async throws(LibraryError) -> Acting.Outcome {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }), let desk = visit.house.backstage.olderStories
        else { throw .invalid(why: "No such list.") }
        if let story = form.id("after") { return try await next(after: StoryID(rawValue: story), in: list, desk) }
        let depth = max(visit.step, form.number("depth")?.int(clampedTo: 0...StoryDesk.deepest) ?? 0)
        let older = try await desk.fetch(list, for: visit.reader)
        let place = ListPlace(list: list, visit: visit)
        guard older.brought == 0, let trouble = Self.trouble(older) else {
            let last = form.id("last").map { "#s\($0)" } ?? ""
            return Acting.Outcome(
                count: older.brought, words: Words.moreStories(older.brought),
                go: place.path(depth: min(StoryDesk.deepest, depth + visit.step)) + last)
        }
        return Acting.Outcome(
            words: Words.older(trouble, title: visit.edition.title), go: place.path(depth: depth, trouble: trouble),
            failed: true, isUnderWay: older.isUnderWay)
    }

    /// The story that follows the last one that was known (MIT-50).
    private func next(
        after story: StoryID, in list: StoryList, _ desk: OlderStoriesDesk
    ) async throws(LibraryError) -> Acting.Outcome {
        func following() async throws(LibraryError) -> StoryID? {
            try await visit.library.stories.story(story, for: visit.reader, in: list).next?.id
        }
        let here = visit.path(Route.story(story, in: list))
        // It may have come meanwhile.
        if let next = try await following() { return Acting.Outcome(go: visit.path(Route.story(next, in: list))) }
        let older = try await desk.fetch(list, for: visit.reader)
        if let next = try await following() { return Acting.Outcome(go: visit.path(Route.story(next, in: list))) }
        guard let trouble = Self.trouble(older) else {
            return Acting.Outcome(words: Words.noMoreStories, go: here)
        }
        return Acting.Outcome(
            words: Words.older(trouble, title: visit.edition.title), go: "\(here)&older=\(trouble)", failed: true,
            isUnderWay: older.isUnderWay)
    }

    /// Why nothing came, as it stands in an address; nil when there is simply no more.
    private static func trouble(_ older: OlderStories) -> String? {
        older.failure?.code ?? (older.isUnderWay ? "under-way" : nil)
    }
}
