import Foundation
import Markup
import News
import Synchronization
import Testing

@testable import Library

/// Pages outside as a test has put them there; they stand beyond `PageAbility`.
private final class Elsewhere: Sendable {
    private struct State {
        var answers: [String: Result<PageAnswer, SourceError>] = [:]
        var asked: [String] = []
        var memories: [ChannelMemory?] = []
    }
    private let state = Mutex(State())
    var asked: [String] { state.withLock { $0.asked } }
    var memories: [ChannelMemory?] { state.withLock { $0.memories } }

    func put(_ answer: Result<PageAnswer, SourceError>, at address: String) {
        state.withLock { $0.answers[address] = answer }
    }

    /// A page of so many words, with a picture.
    func put(words: Int, at address: String, fresh: Int? = nil, keeps: Bool = true, named: String = "word") throws {
        let page = try web(address)
        let text = (0..<words).map { "\(named)\($0)" }.joined(separator: " ")
        let html = "<p>\(text)</p><p><img src=\"https://far.test/\(named).jpg\" alt=\"A quay\"></p>"
        let cleaned = Cleaner(base: page).clean(html)
        let full = FullText(
            address: page, byline: "Ada", body: cleaned.html, text: text, pictures: cleaned.pictures,
            parts: [FullTextPart(address: page, html: html)], title: "The page", language: "en")
        put(
            .success(
                PageAnswer(
                    .text(full), memory: ChannelMemory(bytes: [7]), freshSeconds: fresh, mayBeKept: keeps, status: 200)),
            at: address)
    }

    var pages: PageAbility {
        PageAbility { [self] (request) async throws(SourceError) in
            let answer = state.withLock { state in
                state.asked.append(request.address.text)
                state.memories.append(request.memory)
                return state.answers[request.address.text] ?? .failure(.notThere)
            }
            for _ in 0..<5 { await Task.yield() }
            return try answer.get()
        }
    }
}

@Suite struct `Pages outside` {
    private let house: TestHouse
    private let elsewhere = Elsewhere()
    private let page = "https://far.test/a"

    init() throws { house = try TestHouse() }

    private func desk(_ bounds: OutsideBounds = .standard) -> OutsideDesk {
        OutsideDesk(library: house.library, pages: elsewhere.pages, bounds: bounds)
    }

    @Test func `a page is fetched once, kept with all there is to know of it, and asked again when it is stale`()
        async throws
    {
        try elsewhere.put(words: 200, at: page, fresh: 600)
        let before = try await desk().facts(of: try web(page))
        #expect(before.isDue && before.body == nil && before.fetchedAt == nil)
        // A place within a page is the same page.
        #expect(try await desk().fetch(try web(page + "#quay"), for: nil, isAsked: false) == .fetched)
        let kept = try await desk().facts(of: try web(page))
        #expect(kept.title == "The page" && kept.byline == "Ada" && kept.words == 200 && !kept.isDue)
        #expect(kept.body?.text.contains("word199") == true)
        #expect(kept.pictures.map(\.alt) == ["A quay"] && kept.fetchedAt == house.clock.now)
        #expect(try await desk().fetch(try web(page), for: nil, isAsked: false) == .alreadyThere)
        house.clock.advance(601)
        #expect(try await desk().facts(of: try web(page)).isDue)
        elsewhere.put(.success(PageAnswer(.unchanged, memory: ChannelMemory(bytes: [7]), status: 304)), at: page)
        #expect(try await desk().fetch(try web(page), for: nil, isAsked: false) == .unchanged)
        #expect(try await desk().facts(of: try web(page)).body?.text.contains("word199") == true)
        #expect(elsewhere.asked == [page, page])
        #expect(elsewhere.memories == [nil, ChannelMemory(bytes: [7])])
    }

    @Test func `what was had stays when its origin is away, and says so`() async throws {
        try elsewhere.put(words: 100, at: page, fresh: 60)
        _ = try await desk().fetch(try web(page), for: nil, isAsked: false)
        let fetched = house.clock.now
        house.clock.advance(3600)
        elsewhere.put(.failure(.unreachable(why: "far.test could not be reached.")), at: page)
        #expect(
            try await desk().fetch(try web(page), for: nil, isAsked: false)
                == .failed(.unreachable(why: "far.test could not be reached.")))
        let kept = try await desk().facts(of: try web(page))
        #expect(kept.body?.text.contains("word99") == true && kept.fetchedAt == fetched)
        #expect(kept.failure == FullTextFailure(code: "unreachable", words: "far.test could not be reached."))
        #expect(!kept.isDue)
        #expect(try await desk().fetch(try web(page), for: nil, isAsked: false) == .notNow)
        house.clock.advance(61)
        #expect(try await desk().facts(of: try web(page)).isDue)
    }

    @Test func `a host that asks to be left alone is left alone, whoever asks`() async throws {
        let until = house.clock.now.addingTimeInterval(900)
        elsewhere.put(.failure(.busy(until: until)), at: page)
        _ = try await desk().fetch(try web(page), for: nil, isAsked: false)
        house.clock.advance(60)
        #expect(try await desk().fetch(try web("https://far.test/b"), for: nil, isAsked: true) == .notNow)
        #expect(try await desk().facts(of: try web("https://far.test/b")).waitUntil == until)
        #expect(elsewhere.asked == [page])
    }

    @Test func `however many open a page, it is asked for once`() async throws {
        try elsewhere.put(words: 100, at: page)
        let (desk, address) = (desk(), try web(page))
        let outcomes = try await withThrowingTaskGroup(of: OutsideDesk.Outcome.self) { group in
            for _ in 0..<8 { group.addTask { try await desk.fetch(address, for: nil, isAsked: false) } }
            return try await group.reduce(into: [OutsideDesk.Outcome]()) { $0.append($1) }
        }
        #expect(outcomes.count(where: { $0 == .fetched }) == 1 && elsewhere.asked == [page])
        #expect(outcomes.allSatisfy { [.fetched, .underWay, .alreadyThere].contains($0) })
    }

    @Test func `who does not answer is waited for so long and no longer`() async throws {
        let silent = PageAbility { (_) async throws(SourceError) in
            // Ends only when it is called off.
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            throw .unreachable(why: "called off")
        }
        let desk = OutsideDesk(
            library: house.library, pages: silent, bounds: OutsideBounds(patience: .milliseconds(50)))
        let outcome = try await desk.fetch(try web(page), for: nil, isAsked: false)
        #expect(outcome == .failed(.unreachable(why: "far.test did not answer within 0 seconds.")))
    }

    @Test func `a story's own page makes the story whole too, and a whole story's page is not asked for again`()
        async throws
    {
        let stories = try (1...2).map {
            try house.story(
                "\($0)", minutesAgo: Double($0), text: "The beginning […]", link: "https://far.test/\($0)")
        }
        try await house.follow("https://far.test/feed", stories: stories)
        let (one, two) = (try await house.id("Story 1"), try await house.id("Story 2"))
        try elsewhere.put(words: 150, at: "https://far.test/1")
        #expect(try await desk().fetch(try web("https://far.test/1"), for: one, isAsked: false) == .fetched)
        let whole = try await house.library.stories.story(one, for: house.me, in: nil)
        #expect(whole.fullText.state == .shown && whole.body.text.contains("word149"))
        #expect(try await house.library.search.find("word149", for: house.me).hits.count == 1)
        #expect(try await house.fullTexts.fetch(one, isAsked: true) == .alreadyThere)
        // The other way round.
        try house.origins.put(page: (0..<150).map { "tide\($0)" }.joined(separator: " "), at: "https://far.test/2")
        #expect(try await house.fullTexts.fetch(two, isAsked: false) == .fetched)
        #expect(try await desk().fetch(try web("https://far.test/2"), for: two, isAsked: false) == .alreadyThere)
        let page = try await desk().facts(of: try web("https://far.test/2"))
        #expect(page.title == "Story 2" && page.body?.text.contains("tide149") == true)
        #expect(elsewhere.asked == ["https://far.test/1"] && house.origins.pagesAsked == ["https://far.test/2"])
    }

    @Test func `every question stands in the log of the channel whose story led there`() async throws {
        let story = try house.story("1", text: "See there", link: "https://loom.test/1")
        let channel = try await house.follow("https://loom.test/feed", stories: [story])
        try elsewhere.put(words: 150, at: page)
        _ = try await desk().fetch(try web(page), for: try await house.id("Story 1"), isAsked: false)
        let line = try await house.library.refreshing.decisions(of: channel, limit: 1).first
        #expect(line?.outcome == "page")
        #expect(line?.words == "a page of far.test was asked for by a reader: 150 words (200)")
    }

    @Test func `the last seen pages are kept, within bounds, and what wants to be forgotten is`() async throws {
        for number in 1...6 {
            try elsewhere.put(words: 100, at: "https://far.test/\(number)", named: "p\(number)x")
            let desk = desk(OutsideBounds(pages: 3))
            _ = try await desk.fetch(try web("https://far.test/\(number)"), for: nil, isAsked: false)
            house.clock.advance(10)
        }
        #expect(try await house.number("select count(*) from outside_page") == 3)
        #expect(try await house.number("select count(*) from outside_picture") == 3)
        #expect(try await house.number("select count(*) from picture") == 3)
        #expect(try await desk().facts(of: try web("https://far.test/3")).body == nil)
        #expect(try await desk().facts(of: try web("https://far.test/6")).body != nil)
        try elsewhere.put(words: 100, at: page, keeps: false)
        _ = try await desk().fetch(try web(page), for: nil, isAsked: false)
        #expect(try await desk().facts(of: try web(page)).body != nil)
        house.clock.advance(3600)
        _ = try await desk().fetch(try web("https://far.test/1"), for: nil, isAsked: false)
        #expect(try await desk().facts(of: try web(page)).body == nil)
    }

    @Test func `what was opened from a story goes with it`() async throws {
        let story = try house.story("1", text: "See there", link: "https://loom.test/1")
        try await house.follow("https://loom.test/feed", stories: [story])
        try elsewhere.put(words: 100, at: page)
        _ = try await desk().fetch(try web(page), for: try await house.id("Story 1"), isAsked: false)
        try await house.run("delete from subscription")
        house.clock.advance(400 * 86400)
        try await house.library.house.purge()
        #expect(try await house.number("select count(*) from outside_page") == 0)
        #expect(try await house.number("select count(*) from picture") == 0)
    }

    @Test func `a page without a text says what it is instead`() async throws {
        elsewhere.put(
            .success(PageAnswer(.nothing(title: "report.pdf", why: "far.test has no page there but a PDF."))), at: page)
        _ = try await desk().fetch(try web(page), for: nil, isAsked: false)
        let facts = try await desk().facts(of: try web(page))
        #expect(facts.title == "report.pdf" && facts.remark == "far.test has no page there but a PDF.")
        #expect(facts.body == nil && !facts.isDue && facts.failure == nil)
    }

    @Test func `a very long text is cut between its outermost parts, and nothing of it is lost`() throws {
        let html = Cleaner().clean(
            "<p>One &lt; <b>two</b><br><img src=\"https://a.test/b.jpg\" alt=\"\"></p><ul><li>a</li><li>b</li></ul>"
                + (0..<200).map { "<p>Paragraph \($0) of a long walk along the coast.</p>" }.joined()
        ).html
        let pieces = OutsidePieces.of(html, size: 1000)
        #expect(pieces.count > 5)
        #expect(pieces.joined() == html.text)
        for piece in pieces {
            #expect(Cleaner().clean(piece).html.text == piece, "each piece is whole by itself")
        }
        #expect(OutsidePieces.of(html) == [html.text])
    }
}
