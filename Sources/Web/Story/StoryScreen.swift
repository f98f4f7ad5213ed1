import Library
import News

/// One story, read whole. A person's own navigation marks it opened; nothing else does.
struct StoryScreen {
    let id: StoryID

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let list = visit.query["in"].flatMap { StoryList(code: $0) }
        let facts = try await visit.library.stories.story(id, for: visit.reader, in: list)
        return StoryView(visit: visit, facts: facts, list: list).page()
    }
}
