import Foundation
public import News

/// Who people are at origins that say so. Nothing of it is kept but, for some minutes and of the last few, who they are; what
/// they submitted is kept as what a search found is, so that it can be opened.
public struct PeopleDesk: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let memory = PeopleMemory()

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// What of somebody is asked for.
    public enum Part: Sendable { case about, stories, comments }

    /// Asks an origin about somebody.
    /// - Parameters:
    ///   - source: `StorySource.id`.
    ///   - cursor: `PersonFacts.next` of an earlier answer.
    ///   - mayAsk: whether the origin may be asked; else there is what is known, and that nobody was asked.
    /// - Throws: `.notThere` for an unknown source, and for one whose people have no pages; what the origin says is in the
    ///   answer.
    public func facts(
        of name: String, at source: Int64, _ part: Part, after cursor: Cursor? = nil, mayAsk: Bool = true,
        for reader: ReaderID
    ) async throws(LibraryError) -> PersonFacts {
        let known = try await library.house.store.read { try StorySource.of(source, $0) }
        guard let known, let people = catalog.source(of: known.kind, at: known.site)?.people else { throw .notThere }
        var facts = PersonFacts(source: known, name: name)
        guard mayAsk else {
            if part == .about { facts.person = memory.recall("\(source) \(name)", at: library.house.now()) }
            facts.isAsked = facts.person != nil
            return facts
        }
        do {
            switch part {
            case .about: facts.person = try await person(name, known, people)
            case .stories:
                let answer = try await people.stories(by: name, after: cursor)
                facts.stories = try await FoundStories(house: library.house, source: known)
                    .keep(answer.stories, for: reader)
                facts.next = answer.next == cursor ? nil : answer.next
            case .comments:
                let answer = try await people.comments(by: name, after: cursor)
                facts.comments = try await placed(answer.comments, known)
                facts.next = answer.next == cursor ? nil : answer.next
            }
        } catch let error as SourceError {
            facts.failure = error
        } catch { throw LibraryError(error) }
        return facts
    }

    private func person(_ name: String, _ source: StorySource, _ people: PeopleAbility) async throws -> Person {
        let key = "\(source.id) \(name)"
        let now = library.house.now()
        if let known = memory.recall(key, at: now) { return known }
        let person = try await people.person(name)
        memory.keep(person, as: key, at: now)
        return person
    }

    private func placed(
        _ comments: [SaidComment], _ source: StorySource
    ) async throws(LibraryError) -> [PersonFacts.SaidFact] {
        try await library.house.store.read { session in
            try comments.map { said in
                let story = try session.number(
                    "select id from story where source_id = ? and key = ? and purged_at is null",
                    [.number(source.id), .words(said.story)])
                guard let story else { return PersonFacts.SaidFact(said: said) }
                let comment = try session.number(
                    "select id from comment where story_id = ? and key = ?",
                    [.number(story), .words(said.comment.key)])
                return PersonFacts.SaidFact(
                    said: said,
                    place: ThreadFacts.KeptPlace(
                        story: StoryID(rawValue: story), comment: comment.map { CommentID(rawValue: $0) }))
            }
        }
    }
}
