import Library
import News

/// Asks for a story's comments; the page that is shown next says what came of it.
struct DiscussionActs {
    let visit: Visit
    let form: Query

    /// Asks where else a story's page is discussed, for a reader who allows that.
    func lookForMentions() async throws(LibraryError) -> Acting.Outcome {
        guard let desk = visit.house.backstage.mentions, visit.preferences.looksForMentions,
            let id = form.id("story").map(StoryID.init(rawValue:))
        else { throw .invalid(why: "No story was named.") }
        let hasAsked = try await desk.ask(about: id, for: visit.reader)
        return Acting.Outcome(count: hasAsked ? 1 : 0)
    }

    func ask() async throws(LibraryError) -> Acting.Outcome {
        guard let desk = visit.house.backstage.discussions, let id = form.id("story").map(StoryID.init(rawValue:))
        else { throw .invalid(why: "No story was named.") }
        let isAsked = form["opened"] != "1"
        // Reading the comments is reading the story (HN-10).
        if !isAsked { try await visit.library.marks.open(id, for: visit.reader) }
        let isVisit = try await desk.visit(id, for: visit.reader)
        let outcome = try await desk.refresh(id, reason: isAsked ? .asked : .appeared)
        if outcome == .underWay { try await desk.wait(for: id) }
        _ = try await desk.visit(id, for: visit.reader)
        var isChanged = isVisit
        switch outcome {
        case .alreadyThere, .tooSoon: break
        default: isChanged = true
        }
        return Acting.Outcome(
            count: isChanged ? 1 : 0, words: Words.comments(outcome),
            go: visit.path(Route.comments(id, in: form["in"].flatMap { StoryList(code: $0) })))
    }
}
