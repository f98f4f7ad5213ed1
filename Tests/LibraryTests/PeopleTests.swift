import Foundation
import Markup
import News
import Synchronization
import Testing

@testable import Library

/// An origin that knows people and finds where pages are discussed, as a test has put it.
final class Square: Source, Sendable {
    private let told = Mutex<[String: Result<[ArrivingStory], SourceError>]>([:])
    private let asked = Mutex<[String]>([])
    private let gate = Mutex<AsyncStream<Void>?>(nil)
    var questions: [String] { asked.withLock { $0 } }

    func put(_ stories: Result<[ArrivingStory], SourceError>, about name: String) {
        told.withLock { $0[name] = stories }
    }

    /// Lets no mention come before what is given back is finished.
    func hold() -> AsyncStream<Void>.Continuation {
        let (stream, end) = AsyncStream<Void>.makeStream()
        gate.withLock { $0 = stream }
        return end
    }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer { ChannelAnswer(stories: []) }

    private func ask(_ question: String, _ name: String) throws(SourceError) -> [ArrivingStory] {
        asked.withLock { $0.append(question) }
        return try (told.withLock { $0[name] } ?? .failure(.notThere)).get()
    }

    var people: PeopleAbility? {
        PeopleAbility(
            person: { [self] (name) async throws(SourceError) in
                _ = try ask("who \(name)", name)
                return Person(name: name, karma: 12)
            },
            stories: { [self] (name, cursor) async throws(SourceError) in
                SearchAnswer(
                    stories: try ask("stories \(name) \(cursor?.rawValue ?? "")", name), next: Cursor(rawValue: "2"))
            },
            comments: { [self] (name, _) async throws(SourceError) in
                SaidAnswer(
                    comments: try ask("comments \(name)", name).map {
                        SaidComment(comment: said("c"), story: $0.key, storyTitle: $0.title)
                    })
            })
    }

    var mentions: MentionAbility? {
        MentionAbility { [self] (page) async throws(SourceError) in
            let answer = try ask("about \(page.text)", "mentions")
            if let gate = gate.withLock({ $0 }) { for await _ in gate {} }
            return answer
        }
    }
}

@Suite struct `People and mentions` {
    let house: TestHouse
    private let square = Square()

    init() throws { house = try TestHouse() }

    private var catalog: SourceCatalog {
        let (square, origins) = (square, house.origins)
        return SourceCatalog([.gazette: { _ in square }, .feed: { _ in TestSource(origins: origins) }])
    }

    /// A story of a feed in a house that knows the square too.
    private func story() async throws -> (StoryID, source: Int64) {
        let found = FoundChannel(kind: .gazette, address: try web("https://square.test/"), facts: ChannelFacts())
        _ = try await house.library.subscriptions.follow(found, folder: nil, for: house.me)
        try await house.follow("https://o.test/feed", stories: [try house.story("1", link: "https://o.test/1")])
        let source = try await house.number("select id from source where kind = 'gazette'")
        return (try await house.id("Story 1"), try #require(source))
    }

    @Test func `who somebody is, is asked once in five minutes`() async throws {
        let (_, source) = try await story()
        square.put(.success([]), about: "ada")
        let desk = PeopleDesk(library: house.library, catalog: catalog)
        for _ in 0..<2 {
            let facts = try await desk.facts(of: "ada", at: source, .about, for: house.me)
            #expect(facts.person == Person(name: "ada", karma: 12) && facts.failure == nil)
        }
        #expect(square.questions == ["who ada"])
        house.clock.advance(301)
        _ = try await desk.facts(of: "ada", at: source, .about, for: house.me)
        #expect(square.questions.count == 2)
        let nobody = try await desk.facts(of: "eve", at: source, .about, for: house.me)
        #expect(nobody.person == nil && nobody.failure == .notThere)
    }

    @Test func `what somebody submitted can be opened, and what they said leads to its thread`() async throws {
        let (_, source) = try await story()
        square.put(.success([ArrivingStory(key: "s", title: "Mine")]), about: "ada")
        let desk = PeopleDesk(library: house.library, catalog: catalog)
        let facts = try await desk.facts(of: "ada", at: source, .stories, after: Cursor(rawValue: "1"), for: house.me)
        #expect(facts.stories.map(\.title) == ["Mine"] && facts.next == Cursor(rawValue: "2"))
        #expect(square.questions == ["stories ada 1"])
        let opened = try await house.library.stories.story(facts.stories[0].id, for: house.me, in: nil)
        #expect(opened.row.title == "Mine")
        let comments = try await desk.facts(of: "ada", at: source, .comments, for: house.me)
        #expect(comments.comments.map(\.place?.story) == [facts.stories[0].id])
        let titles = try await house.titles(.everything)
        #expect(titles == ["Story 1"], "what was found is in no list")
    }

    @Test func `who may not be asked about is known from before, or not at all`() async throws {
        let (_, source) = try await story()
        square.put(.success([]), about: "ada")
        let desk = PeopleDesk(library: house.library, catalog: catalog)
        for part in [PeopleDesk.Part.about, .stories, .comments] {
            let facts = try await desk.facts(of: "ada", at: source, part, mayAsk: false, for: house.me)
            #expect(!facts.isAsked && facts.person == nil && facts.failure == nil)
        }
        #expect(square.questions.isEmpty)
        _ = try await desk.facts(of: "ada", at: source, .about, for: house.me)
        let known = try await desk.facts(of: "ada", at: source, .about, mayAsk: false, for: house.me)
        #expect(known.isAsked && known.person?.karma == 12 && square.questions == ["who ada"])
    }

    @Test func `an origin that failed is asked again in ten minutes, and after a claim that nobody kept in two`()
        async throws
    {
        let (id, _) = try await story()
        let desk = MentionDesk(library: house.library, catalog: catalog)
        square.put(.failure(.refused(status: 503)), about: "mentions")
        #expect(try await desk.ask(about: id, for: house.me))
        house.clock.advance(590)
        #expect(try await desk.facts(of: id, for: house.me).isDue == false)
        house.clock.advance(11)
        #expect(try await desk.facts(of: id, for: house.me).isDue)
        square.put(.success([]), about: "mentions")
        let gate = square.hold()
        async let first = desk.ask(about: id, for: house.me)
        while square.questions.count < 2 { await Task.yield() }
        #expect(try await desk.facts(of: id, for: house.me).isDue == false, "somebody is asking")
        house.clock.advance(121)
        #expect(try await desk.facts(of: id, for: house.me).isDue, "as if whoever asked had been killed")
        gate.finish()
        #expect(try await first)
        house.clock.advance(86_000)
        #expect(try await desk.facts(of: id, for: house.me).isDue == false)
    }

    @Test func `a source whose people have no pages knows nobody`() async throws {
        _ = try await story()
        let feed = try #require(try await house.number("select id from source where kind = 'feed'"))
        let desk = PeopleDesk(library: house.library, catalog: catalog)
        for source in [feed, 99] {
            await #expect(throws: LibraryError.notThere) {
                _ = try await desk.facts(of: "ada", at: source, .about, for: house.me)
            }
        }
    }

    @Test func `where a page is discussed is asked once a day and kept`() async throws {
        let (id, _) = try await story()
        var mention = ArrivingStory(key: "m", title: "Talked about", commentCount: 131)
        mention.externalLink = try web("https://o.test/1")
        square.put(.success([mention]), about: "mentions")
        let desk = MentionDesk(library: house.library, catalog: catalog)
        #expect(try await desk.facts(of: id, for: house.me).isDue && square.questions.isEmpty)
        #expect(try await desk.ask(about: id, for: house.me))
        #expect(try await desk.ask(about: id, for: house.me) == false)
        #expect(square.questions == ["about https://o.test/1"])
        let facts = try await desk.facts(of: id, for: house.me)
        #expect(!facts.isDue && facts.found.map(\.row.title) == ["Talked about"])
        #expect(facts.found[0].row.commentCount == 131 && facts.found[0].source.kind == .gazette)
        house.clock.advance(86_401)
        square.put(.failure(.refused(status: 503)), about: "mentions")
        #expect(try await desk.facts(of: id, for: house.me).isDue)
        #expect(try await desk.ask(about: id, for: house.me))
        let kept = try await desk.facts(of: id, for: house.me)
        #expect(kept.found.count == 1 && !kept.isDue, "what was found stays")
    }
}
