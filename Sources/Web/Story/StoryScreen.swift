import Library
import News

/// One story, read whole. A person's own navigation marks it opened; nothing else does.
struct StoryScreen {
    let id: StoryID

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let list = visit.query["in"].flatMap { StoryList(code: $0) }
        let facts = try await visit.library.stories.story(
            id, for: visit.reader, in: list, asGiven: visit.query["text"] == "given")
        let places = try await visit.library.places.places(in: id, for: visit.reader)
        var view = StoryView(visit: visit, facts: facts, list: list, places: places)
        if visit.preferences.looksForMentions, let desk = visit.house.backstage.mentions {
            view.mentions = try await desk.facts(of: id, for: visit.reader)
        }
        return view.page()
    }
}
