import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// A source with profiles and searches for discussions, whose responses a test has set.
final class FakeProfileSource: Source, ProfileCapability, RelatedDiscussionsCapability {
    private let storiesByName = Mutex<[String: Result<[FetchedStory], SourceError>]>([:])
    private let asked = Mutex<[String]>([])
    private let gate = Mutex<AsyncStream<Void>?>(nil)
    var questions: [String] { asked.withLock { $0 } }

    func put(_ stories: Result<[FetchedStory], SourceError>, about name: String) {
        storiesByName.withLock { $0[name] = stories }
    }

    /// Holds back all mentions until the returned continuation is finished.
    func hold() -> AsyncStream<Void>.Continuation {
        let (stream, end) = AsyncStream<Void>.makeStream()
        gate.withLock { $0 = stream }
        return end
    }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: [])
    }

    private func ask(_ question: String, _ name: String) throws(SourceError) -> [FetchedStory] {
        asked.withLock { $0.append(question) }
        return try (storiesByName.withLock { $0[name] } ?? .failure(.notThere)).get()
    }

    var profiles: (any ProfileCapability)? { self }

    func profile(_ name: String) async throws(SourceError) -> Profile {
        _ = try ask("who \(name)", name)
        return Profile(karma: 12)
    }

    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        SearchResponse(
            stories: try ask("stories \(name) \(cursor?.rawValue ?? "")", name), next: SourceCursor(rawValue: "2"))
    }

    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse {
        ProfileCommentsResponse(
            comments: try ask("comments \(name)", name).map {
                ProfileComment(comment: makeComment("c"), storyKey: $0.key, storyTitle: $0.title)
            })
    }

    var relatedDiscussions: (any RelatedDiscussionsCapability)? { self }

    func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] {
        let answer = try ask("about \(page.text)", "mentions")
        if let gate = gate.withLock({ $0 }) { for await _ in gate {} }
        return answer
    }
}

@Suite struct `People and mentions` {
    let fixture: LibraryFixture
    private let profileSource = FakeProfileSource()

    init() throws { fixture = try LibraryFixture() }

    private var library: NewsLibrary {
        let (profileSource, source) = (profileSource, fixture.source)
        return fixture.library.withSources(SourceCatalog([.gazette: { _ in profileSource }, .feed: { _ in source }]))
    }

    /// Returns a story of a feed in a library that also follows a channel of the profiles' source.
    private func story() async throws -> (StoryID, source: Int64) {
        let found = DiscoveredChannel(
            kind: .gazette, address: try webAddress("https://square.test/"), metadata: ChannelMetadata())
        _ = try await fixture.library.subscriptions.follow(found, folder: nil, for: fixture.me)
        try await fixture.follow("https://o.test/feed", stories: [try fixture.story("1", link: "https://o.test/1")])
        let source = try await fixture.number("select id from source where kind = 'gazette'")
        return (try await fixture.id("Story 1"), try #require(source))
    }

    @Test func `who somebody is, is asked once in five minutes`() async throws {
        let (_, source) = try await story()
        profileSource.put(.success([]), about: "ada")
        let service = library.profiles
        for _ in 0..<2 {
            let facts = try await service.profile(of: "ada", at: source, .about, for: fixture.me)
            #expect(facts.profile == Profile(karma: 12) && facts.failure == nil)
        }
        #expect(profileSource.questions == ["who ada"])
        fixture.clock.advance(301)
        _ = try await service.profile(of: "ada", at: source, .about, for: fixture.me)
        #expect(profileSource.questions.count == 2)
        let nobody = try await service.profile(of: "eve", at: source, .about, for: fixture.me)
        #expect(nobody.profile == nil && nobody.failure == .notThere)
    }

    @Test func `what somebody submitted can be opened, and what they said leads to its thread`() async throws {
        let (_, source) = try await story()
        profileSource.put(.success([FetchedStory(key: "s", title: "Mine")]), about: "ada")
        let service = library.profiles
        let facts = try await service.profile(
            of: "ada", at: source, .stories, after: SourceCursor(rawValue: "1"), for: fixture.me)
        #expect(facts.stories.map(\.title) == ["Mine"] && facts.next == SourceCursor(rawValue: "2"))
        #expect(profileSource.questions == ["stories ada 1"])
        let opened = try await fixture.library.stories.story(facts.stories[0].id, for: fixture.me, in: nil)
        #expect(opened.row.title == "Mine")
        let comments = try await service.profile(of: "ada", at: source, .comments, for: fixture.me)
        #expect(comments.comments.map(\.localTarget?.story) == [facts.stories[0].id])
        let titles = try await fixture.titles(.everything)
        #expect(titles == ["Story 1"], "what was found is in no list")
    }

    @Test func `who may not be asked about is known from before, or not at all`() async throws {
        let (_, source) = try await story()
        profileSource.put(.success([]), about: "ada")
        let service = library.profiles
        for part in [ProfileService.ProfilePart.about, .stories, .comments] {
            let facts = try await service.profile(of: "ada", at: source, part, allowsFetch: false, for: fixture.me)
            #expect(!facts.wasFetched && facts.profile == nil && facts.failure == nil)
        }
        #expect(profileSource.questions.isEmpty)
        _ = try await service.profile(of: "ada", at: source, .about, for: fixture.me)
        let known = try await service.profile(of: "ada", at: source, .about, allowsFetch: false, for: fixture.me)
        #expect(known.wasFetched && known.profile?.karma == 12 && profileSource.questions == ["who ada"])
    }

    @Test func `an origin that failed is asked again in ten minutes, and after a claim that nobody kept in two`()
        async throws
    {
        let (id, _) = try await story()
        let service = library.relatedDiscussions
        profileSource.put(.failure(.refused(status: 503)), about: "mentions")
        #expect(try await service.fetch(about: id, for: fixture.me))
        fixture.clock.advance(590)
        #expect(try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh == false)
        fixture.clock.advance(11)
        #expect(try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh)
        profileSource.put(.success([]), about: "mentions")
        let gate = profileSource.hold()
        async let first = service.fetch(about: id, for: fixture.me)
        while profileSource.questions.count < 2 { await Task.yield() }
        #expect(
            try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh == false, "somebody is asking")
        fixture.clock.advance(121)
        #expect(
            try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh,
            "as if whoever asked had been killed")
        gate.finish()
        #expect(try await first)
        fixture.clock.advance(86_000)
        #expect(try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh == false)
    }

    @Test func `a source whose people have no pages knows nobody`() async throws {
        _ = try await story()
        let feed = try #require(try await fixture.number("select id from source where kind = 'feed'"))
        let service = library.profiles
        for source in [feed, 99] {
            await #expect(throws: LibraryError.notThere) {
                _ = try await service.profile(of: "ada", at: source, .about, for: fixture.me)
            }
        }
    }

    @Test func `where a page is discussed is asked once a day and kept`() async throws {
        let (id, _) = try await story()
        var mention = FetchedStory(key: "m", title: "Talked about", commentCount: 131)
        mention.externalLink = try webAddress("https://o.test/1")
        profileSource.put(.success([mention]), about: "mentions")
        let service = library.relatedDiscussions
        #expect(
            try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh
                && profileSource.questions.isEmpty)
        #expect(try await service.fetch(about: id, for: fixture.me))
        #expect(try await service.fetch(about: id, for: fixture.me) == false)
        #expect(profileSource.questions == ["about https://o.test/1"])
        let facts = try await service.relatedDiscussions(of: id, for: fixture.me)
        #expect(!facts.needsRefresh && facts.discussions.map(\.row.title) == ["Talked about"])
        #expect(facts.discussions[0].row.commentCount == 131 && facts.discussions[0].source.kind == .gazette)
        fixture.clock.advance(86_401)
        profileSource.put(.failure(.refused(status: 503)), about: "mentions")
        #expect(try await service.relatedDiscussions(of: id, for: fixture.me).needsRefresh)
        #expect(try await service.fetch(about: id, for: fixture.me))
        let kept = try await service.relatedDiscussions(of: id, for: fixture.me)
        #expect(kept.discussions.count == 1 && !kept.needsRefresh, "what was found stays")
    }
}
