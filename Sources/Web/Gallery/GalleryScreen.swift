import Library
import News

/// All pictures of a story on a page of their own. Script shows them one at a time over the story, from this very page.
struct GalleryScreen {
    let id: StoryID

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let list = visit.query["in"].flatMap { StoryList(code: $0) }
        let facts = try await visit.library.stories.story(id, for: visit.reader, in: list)
        return GalleryView(visit: visit, facts: facts, list: list).page()
    }
}
