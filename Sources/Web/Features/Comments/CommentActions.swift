import Library
import News

struct CommentActions {
    let scope: RequestScope
    let form: QueryParameters

    /// Only if the reader's preferences allow it.
    func fetchRelatedDiscussions() async throws(LibraryError) -> ActionHandler.Outcome {
        guard scope.preferences.looksForMentions, let id = form.id("story").map(StoryID.init(rawValue:)) else {
            throw .invalid(why: "No story was named.")
        }
        let hasFetched = try await scope.library.relatedDiscussions.fetch(about: id, for: scope.reader)
        return ActionHandler.Outcome(count: hasFetched ? 1 : 0)
    }

    func fetchComments() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let id = form.id("story").map(StoryID.init(rawValue:)) else {
            throw .invalid(why: "No story was named.")
        }
        let service = scope.library.discussions
        let isUserRequested = form["opened"] != "1"
        // Opening the comments counts as opening the story (HN-10).
        if !isUserRequested { try await scope.library.marks.markOpened(id, for: scope.reader) }
        let isVisit = try await service.recordVisit(id, for: scope.reader)
        let outcome = try await service.refresh(id, reason: isUserRequested ? .manual : .viewed)
        if outcome == .inProgress { try await service.wait(for: id) }
        _ = try await service.recordVisit(id, for: scope.reader)
        var isChanged = isVisit
        switch outcome {
        case .upToDate, .tooSoon, .deferred: break
        default: isChanged = true
        }
        return ActionHandler.Outcome(
            count: isChanged ? 1 : 0, words: Strings.commentsOutcome(outcome),
            go: scope.path(Route.comments(id, in: form["in"].flatMap { StoryList(code: $0) })))
    }
}
