import Library
import News
import Untrusted

/// An action that fetches the stories after a list's last one and redirects there (MIT-21 … 24).
struct LoadMoreAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }) else { throw .invalid(why: "No such list.") }
        if let story = form.id("after") { return try await loadNextStory(after: StoryID(rawValue: story), in: list) }
        let depth = max(scope.pageSize, form.number("depth")?.int(clampedTo: 0...StoryService.maxDepth) ?? 0)
        let older = try await scope.library.olderStories.fetch(list, for: scope.reader)
        let listURL = ListURL(list: list, scope: scope)
        guard older.addedCount == 0, let failureCode = Self.failureCode(older) else {
            let last = form.id("last").map { "#s\($0)" } ?? ""
            return ActionHandler.Outcome(
                count: older.addedCount, words: Strings.moreStories(older.addedCount),
                go: listURL.path(depth: min(StoryService.maxDepth, depth + scope.pageSize)) + last)
        }
        return ActionHandler.Outcome(
            words: Strings.loadMoreFailure(failureCode, title: scope.edition.title),
            go: listURL.path(depth: depth, failureCode: failureCode),
            failed: true, isUnderWay: older.isInProgress)
    }

    /// Loads and opens the story after the last known one (MIT-50).
    private func loadNextStory(
        after story: StoryID, in list: StoryList
    ) async throws(LibraryError) -> ActionHandler.Outcome {
        func nextStory() async throws(LibraryError) -> StoryID? {
            try await scope.library.stories.story(story, for: scope.reader, in: list).next?.id
        }
        let storyPath = scope.path(Route.story(story, in: list))
        // Another request may have fetched the story.
        if let next = try await nextStory() {
            return ActionHandler.Outcome(go: scope.path(Route.story(next, in: list)))
        }
        let older = try await scope.library.olderStories.fetch(list, for: scope.reader)
        if let next = try await nextStory() {
            return ActionHandler.Outcome(go: scope.path(Route.story(next, in: list)))
        }
        guard let failureCode = Self.failureCode(older) else {
            return ActionHandler.Outcome(words: Strings.noMoreStories, go: storyPath)
        }
        return ActionHandler.Outcome(
            words: Strings.loadMoreFailure(failureCode, title: scope.edition.title),
            go: "\(storyPath)&older=\(failureCode)",
            failed: true,
            isUnderWay: older.isInProgress)
    }

    /// Returns the code of the failure; nil if there are no more stories.
    private static func failureCode(_ older: OlderStoriesResult) -> String? {
        if older.failure?.code == .notAllowed, older.failure?.cause?.keyedAPIFailure != nil { return "not-offered" }
        return older.failure?.code.rawValue ?? (older.isInProgress ? "under-way" : nil)
    }
}
