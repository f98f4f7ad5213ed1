import Library
import News
import Untrusted

struct LoadMoreForm: FormValue {
    @Coded var list: StoryList
    /// The story whose successor is opened; nil to show more of the list.
    let after: StoryID?
    @CodedIfPresent var depth: UntrustedInteger?
    /// The last story of the list that is shown.
    let last: StoryID?

    static let faults = ["list": "No such list."]
}

/// An action that fetches the stories after a list's last one and redirects there (MIT-21 … 24).
struct LoadMoreAction {
    let scope: RequestScope

    func perform(_ form: LoadMoreForm) async throws(LibraryError) -> ActionOutcome {
        let list = form.list
        if let story = form.after { return try await loadNextStory(after: story, in: list) }
        let depth = max(scope.pageSize, form.depth?.int(clampedTo: 0...StoryService.maxDepth) ?? 0)
        let older = try await scope.library.olderStories.fetch(list, for: scope.reader)
        let listURL = ListURL(list: list, scope: scope)
        guard older.addedCount == 0, let failureCode = Self.failureCode(older) else {
            let last = form.last.map { "#s\($0.rawValue)" } ?? ""
            return .done(
                Strings.moreStories(older.addedCount), count: older.addedCount,
                go: listURL.path(depth: min(StoryService.maxDepth, depth + scope.pageSize)) + last)
        }
        return failure(failureCode, older, go: listURL.path(depth: depth, failureCode: failureCode))
    }

    /// Loads and opens the story after the last known one (MIT-50).
    private func loadNextStory(after story: StoryID, in list: StoryList) async throws(LibraryError) -> ActionOutcome {
        func nextStory() async throws(LibraryError) -> StoryID? {
            try await scope.library.stories.story(story, for: scope.reader, in: list).next?.id
        }
        let storyPath = scope.path(Route.story(story, in: list))
        // Another request may have fetched the story.
        if let next = try await nextStory() { return .go(scope.path(Route.story(next, in: list))) }
        let older = try await scope.library.olderStories.fetch(list, for: scope.reader)
        if let next = try await nextStory() { return .go(scope.path(Route.story(next, in: list))) }
        guard let failureCode = Self.failureCode(older) else { return .go(storyPath, words: Strings.noMoreStories) }
        return failure(failureCode, older, go: "\(storyPath)&older=\(failureCode)")
    }

    private func failure(_ code: String, _ older: OlderStoriesResult, go path: String) -> ActionOutcome {
        .failed(
            Strings.loadMoreFailure(code, title: scope.edition.title), go: path, isUnderWay: older.isInProgress)
    }

    /// Returns the code of the failure; nil if there are no more stories.
    private static func failureCode(_ older: OlderStoriesResult) -> String? {
        if older.failure?.code == .notAllowed, older.failure?.cause?.keyedAPIFailure != nil { return "not-offered" }
        return older.failure?.code.rawValue ?? (older.isInProgress ? "under-way" : nil)
    }
}
