import HTTPTypes
import Hummingbird
import Library
import Markup
import News

struct CommentsForm: FormValue {
    let story: StoryID
    /// True if script sends the form when the comments are opened.
    let opened: Bool
    @CodedIfPresent var list: StoryList?

    private enum CodingKeys: String, CodingKey {
        case story, opened, list = "in"
    }

    static let faults = ["story": "No story was named."]
}

/// The page of a story's comments. Stored comments are shown at once and script fetches missing or stale ones; without
/// script the response waits.
struct CommentsPage {
    let id: StoryID

    /// Returns the page.
    /// - Throws: `.notThere`, also if the source has no discussions.
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let service = scope.library.discussions
        let isVisit = scope.intent.isUserNavigation
        if isVisit { try await service.recordVisit(id, for: scope.reader) }
        var details = try await service.thread(of: id, for: scope.reader)
        guard service.isSupported(by: details.source) else { throw .notThere }
        let mayFetch = scope.intent.allowsSideEffects
        let hasNoScript = RequestCookies(of: scope.request)["zone"] == nil || scope.query["wait"] == "1"
        let isMissing = details.isFetching && details.fetchedAt == nil
        if mayFetch, hasNoScript, details.needsRefresh || isMissing {
            _ = try await fetch(.viewed, isVisit: isVisit, for: scope)
            details = try await service.thread(of: id, for: scope.reader)
        }
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        var writing = try await ThreadPostingContext(details, for: scope)
        if hasNoScript, writing?.isViewStale == true {
            try await scope.library.memberViews.refresh(id, reason: .viewed, for: scope.reader)
            writing = try await ThreadPostingContext(details, for: scope)
        }
        return ThreadView(
            scope: scope, details: details, list: list, mayFetch: mayFetch,
            hasProfiles: service.hasProfiles(of: details.source), writing: writing
        ).page()
    }

    /// Performs the fetch that script or the button requests.
    static func perform(_ form: CommentsForm, for scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        let (id, isUserRequested) = (form.story, !form.opened)
        // Opening the comments counts as opening the story (HN-10).
        if !isUserRequested { try await scope.library.marks.markOpened(id, for: scope.reader) }
        var isChanged = try await scope.library.discussions.recordVisit(id, for: scope.reader)
        let outcome = try await CommentsPage(id: id).fetch(
            isUserRequested ? .manual : .viewed, isVisit: true, for: scope)
        switch outcome {
        case .upToDate, .tooSoon, .deferred: break
        default: isChanged = true
        }
        return .done(
            Strings.commentsOutcome(outcome), count: isChanged ? 1 : 0,
            go: scope.path(Route.comments(id, in: form.list)))
    }

    /// Fetches the thread, or waits for a running fetch. On a visit, the new comments count as seen.
    private func fetch(
        _ reason: RefreshReason, isVisit: Bool, for scope: RequestScope
    ) async throws(LibraryError) -> FetchOutcome {
        let service = scope.library.discussions
        let outcome = try await service.refresh(id, reason: reason)
        if outcome == .inProgress { try await service.wait(for: id) }
        if isVisit { try await service.recordVisit(id, for: scope.reader) }
        return outcome
    }
}
