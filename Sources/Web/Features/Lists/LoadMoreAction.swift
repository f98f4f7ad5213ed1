import Library
import News
import Untrusted

/// Asks the origin for the stories that follow a list's last one, and leads to the list with them (MIT-21 … 24).
struct LoadMoreAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }),
            let service = scope.dependencies.services.olderStories
        else { throw .invalid(why: "No such list.") }
        if let story = form.id("after") {
            return try await loadNextStory(after: StoryID(rawValue: story), in: list, service)
        }
        let depth = max(scope.pageSize, form.number("depth")?.int(clampedTo: 0...StoryService.maxDepth) ?? 0)
        let older = try await service.fetch(list, for: scope.reader)
        let place = ListURL(list: list, scope: scope)
        guard older.addedCount == 0, let trouble = Self.failureCode(older) else {
            let last = form.id("last").map { "#s\($0)" } ?? ""
            return ActionHandler.Outcome(
                count: older.addedCount, words: Strings.moreStories(older.addedCount),
                go: place.path(depth: min(StoryService.maxDepth, depth + scope.pageSize)) + last)
        }
        return ActionHandler.Outcome(
            words: Strings.loadMoreFailure(trouble, title: scope.edition.title),
            go: place.path(depth: depth, trouble: trouble),
            failed: true, isUnderWay: older.isInProgress)
    }

    /// The story that follows the last one that was known (MIT-50).
    private func loadNextStory(
        after story: StoryID, in list: StoryList, _ service: OlderStoriesService
    ) async throws(LibraryError) -> ActionHandler.Outcome {
        func following() async throws(LibraryError) -> StoryID? {
            try await scope.library.stories.story(story, for: scope.reader, in: list).next?.id
        }
        let here = scope.path(Route.story(story, in: list))
        // It may have come meanwhile.
        if let next = try await following() {
            return ActionHandler.Outcome(go: scope.path(Route.story(next, in: list)))
        }
        let older = try await service.fetch(list, for: scope.reader)
        if let next = try await following() {
            return ActionHandler.Outcome(go: scope.path(Route.story(next, in: list)))
        }
        guard let trouble = Self.failureCode(older) else {
            return ActionHandler.Outcome(words: Strings.noMoreStories, go: here)
        }
        return ActionHandler.Outcome(
            words: Strings.loadMoreFailure(trouble, title: scope.edition.title), go: "\(here)&older=\(trouble)",
            failed: true,
            isUnderWay: older.isInProgress)
    }

    /// Why nothing came, as it stands in an address; nil when there is simply no more.
    private static func failureCode(_ older: OlderStories) -> String? {
        older.failure?.code ?? (older.isInProgress ? "under-way" : nil)
    }
}
