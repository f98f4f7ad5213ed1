import Library
import News

/// Somebody who writes at an origin: who they are, what they submitted, what they said (HN-40).
struct PersonScreen {
    let source: Int64

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        guard let desk = visit.house.backstage.people, let name = visit.query["name"], !name.isEmpty,
            name.utf8.count <= 200
        else { throw .notThere }
        let shelf = visit.query["show"].flatMap(PersonShelf.init(rawValue:)) ?? .about
        let cursor = visit.query["after"].map { Cursor(rawValue: $0) }
        let facts = try await desk.facts(
            of: name, at: source, shelf.part, after: cursor, mayAsk: visit.intent.mayHaveEffects, for: visit.reader)
        return PersonView(visit: visit, facts: facts, shelf: shelf).page()
    }
}

extension PersonShelf {
    fileprivate var part: PeopleDesk.Part {
        switch self {
        case .about: .about
        case .stories: .stories
        case .comments: .comments
        }
    }
}
