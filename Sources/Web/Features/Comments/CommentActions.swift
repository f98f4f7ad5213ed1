import Library
import News

/// Fetches a story's comments and its related discussions; the page shown next reports the result.
struct CommentActions {
    let scope: RequestScope
    let form: QueryParameters

    /// Looks up other discussions of the story's page, if the reader's preferences allow it.
    func fetchRelatedDiscussions() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let service = scope.dependencies.services.relatedDiscussions, scope.preferences.looksForMentions,
            let id = form.id("story").map(StoryID.init(rawValue:))
        else { throw .invalid(why: "No story was named.") }
        let hasAsked = try await service.fetch(about: id, for: scope.reader)
        return ActionHandler.Outcome(count: hasAsked ? 1 : 0)
    }

    func fetchComments() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let service = scope.dependencies.services.discussions,
            let id = form.id("story").map(StoryID.init(rawValue:))
        else { throw .invalid(why: "No story was named.") }
        let isAsked = form["opened"] != "1"
        // Opening the comments counts as opening the story (HN-10).
        if !isAsked { try await scope.library.marks.markOpened(id, for: scope.reader) }
        let isVisit = try await service.recordVisit(id, for: scope.reader)
        let outcome = try await service.refresh(id, reason: isAsked ? .manual : .viewed)
        if outcome == .inProgress { try await service.wait(for: id) }
        _ = try await service.recordVisit(id, for: scope.reader)
        var isChanged = isVisit
        switch outcome {
        case .upToDate, .tooSoon: break
        default: isChanged = true
        }
        return ActionHandler.Outcome(
            count: isChanged ? 1 : 0, words: Strings.commentsOutcome(outcome),
            go: scope.path(Route.comments(id, in: form["in"].flatMap { StoryList(code: $0) })))
    }
}
