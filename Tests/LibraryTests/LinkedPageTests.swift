import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// The linked pages that a test has set.
private final class FakeLinkedPages: ArticleCapability {
    private struct State {
        var answers: [String: Result<ArticleResponse, SourceError>] = [:]
        var asked: [String] = []
        var memories: [SourceState?] = []
    }
    private let state = Mutex(State())
    var asked: [String] { state.withLock { $0.asked } }
    var memories: [SourceState?] { state.withLock { $0.memories } }

    func put(_ answer: Result<ArticleResponse, SourceError>, at address: String) {
        state.withLock { $0.answers[address] = answer }
    }

    /// Sets a page with this number of words and a picture.
    func put(words: Int, at address: String, fresh: Int? = nil, keeps: Bool = true, named: String = "word") throws {
        let page = try webAddress(address)
        let text = (0..<words).map { "\(named)\($0)" }.joined(separator: " ")
        let html = "<p>\(text)</p><p><img src=\"https://far.test/\(named).jpg\" alt=\"A quay\"></p>"
        let cleaned = HTMLSanitizer(base: page).sanitize(html)
        let full = FullText(
            address: page, byline: "Ada", body: cleaned.html, text: text, pictures: cleaned.pictures,
            parts: [FullTextPart(address: page, html: html)], title: "The page", language: "en")
        put(
            .success(
                ArticleResponse(
                    .fullText(full), sourceState: SourceState(bytes: [7]), freshSeconds: fresh, isStorable: keeps,
                    status: 200)),
            at: address)
    }

    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        let answer = state.withLock { state in
            state.asked.append(request.address.text)
            state.memories.append(request.sourceState)
            return state.answers[request.address.text] ?? .failure(.notThere)
        }
        for _ in 0..<5 { await Task.yield() }
        return try answer.get()
    }
}

/// The pages of a host that never responds; a fetch ends only when it is cancelled.
private struct SilentPages: ArticleCapability {
    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        throw .unreachable(.noAnswer(from: "far.test"))
    }
}

@Suite struct `Pages outside` {
    private let fixture: LibraryFixture
    private let linkedPages = FakeLinkedPages()
    private let page = "https://far.test/a"

    init() throws { fixture = try LibraryFixture() }

    private func context(_ articles: any ArticleCapability) -> LibraryContext {
        fixture.library.withSources(SourceCatalog([:], articles: articles)).context
    }

    private func service(_ policy: LinkedPagePolicy = .standard) -> LinkedPageService {
        LinkedPageService(context: context(linkedPages), policy: policy)
    }

    @Test func `a page is fetched once, kept with all there is to know of it, and asked again when it is stale`()
        async throws
    {
        try linkedPages.put(words: 200, at: page, fresh: 600)
        let before = try await service().details(of: try webAddress(page))
        #expect(before.needsRefresh && before.body == nil && before.fetchedAt == nil)
        // An address with a fragment is the same page.
        #expect(
            try await service().fetch(try webAddress(page + "#quay"), for: nil, isManual: false) == .fetched(new: 1))
        let kept = try await service().details(of: try webAddress(page))
        #expect(kept.title == "The page" && kept.byline == "Ada" && kept.wordCount == 200 && !kept.needsRefresh)
        #expect(kept.body?.text.contains("word199") == true)
        #expect(kept.pictures.map(\.alt) == ["A quay"] && kept.fetchedAt == fixture.clock.now)
        #expect(try await service().fetch(try webAddress(page), for: nil, isManual: false) == .upToDate)
        fixture.clock.advance(601)
        #expect(try await service().details(of: try webAddress(page)).needsRefresh)
        linkedPages.put(
            .success(ArticleResponse(.unchanged, sourceState: SourceState(bytes: [7]), status: 304)), at: page)
        #expect(try await service().fetch(try webAddress(page), for: nil, isManual: false) == .unchanged)
        #expect(try await service().details(of: try webAddress(page)).body?.text.contains("word199") == true)
        #expect(linkedPages.asked == [page, page])
        #expect(linkedPages.memories == [nil, SourceState(bytes: [7])])
    }

    @Test func `what was had stays when its origin is away, and says so`() async throws {
        try linkedPages.put(words: 100, at: page, fresh: 60)
        _ = try await service().fetch(try webAddress(page), for: nil, isManual: false)
        let fetched = fixture.clock.now
        fixture.clock.advance(3600)
        linkedPages.put(.failure(.unreachable(.noAnswer(from: "far.test"))), at: page)
        let failure = FetchFailure(code: .unreachable, cause: .noAnswer(from: "far.test"))
        let retryAt = fixture.clock.now.addingTimeInterval(60)
        #expect(
            try await service().fetch(try webAddress(page), for: nil, isManual: false)
                == .failed(failure, retryAt: retryAt))
        let kept = try await service().details(of: try webAddress(page))
        #expect(kept.body?.text.contains("word99") == true && kept.fetchedAt == fetched)
        #expect(kept.failure == failure)
        #expect(!kept.needsRefresh)
        #expect(
            try await service().fetch(try webAddress(page), for: nil, isManual: false) == .deferred(until: retryAt))
        fixture.clock.advance(61)
        #expect(try await service().details(of: try webAddress(page)).needsRefresh)
    }

    @Test func `after a person's own failed try, opening waits as after any other`() async throws {
        linkedPages.put(.failure(.unreachable(.noAnswer(from: "far.test"))), at: page)
        _ = try await service().fetch(try webAddress(page), for: nil, isManual: false)
        fixture.clock.advance(61)
        _ = try await service().fetch(try webAddress(page), for: nil, isManual: true)
        let retryAt = fixture.clock.now.addingTimeInterval(60)
        #expect(
            try await service().fetch(try webAddress(page), for: nil, isManual: false) == .deferred(until: retryAt))
        #expect(try await !service().details(of: try webAddress(page)).needsRefresh && linkedPages.asked.count == 2)
    }

    @Test func `a host that asks to be left alone is left alone, whoever asks`() async throws {
        let until = fixture.clock.now.addingTimeInterval(900)
        linkedPages.put(.failure(.busy(until: until)), at: page)
        _ = try await service().fetch(try webAddress(page), for: nil, isManual: false)
        fixture.clock.advance(60)
        #expect(
            try await service().fetch(try webAddress("https://far.test/b"), for: nil, isManual: true)
                == .backingOff(until: until))
        #expect(try await service().details(of: try webAddress("https://far.test/b")).backoffUntil == until)
        #expect(linkedPages.asked == [page])
    }

    @Test func `however many open a page, it is asked for once`() async throws {
        try linkedPages.put(words: 100, at: page)
        let (service, address) = (service(), try webAddress(page))
        let outcomes = try await withThrowingTaskGroup(of: FetchOutcome.self) { group in
            for _ in 0..<8 { group.addTask { try await service.fetch(address, for: nil, isManual: false) } }
            return try await group.reduce(into: [FetchOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.count(where: { $0 == .fetched(new: 1) }) == 1 && linkedPages.asked == [page])
        #expect(outcomes.allSatisfy { [.fetched(new: 1), .inProgress, .upToDate].contains($0) })
    }

    @Test func `who does not answer is waited for so long and no longer`() async throws {
        let service = LinkedPageService(
            context: context(SilentPages()), policy: LinkedPagePolicy(timeout: .milliseconds(50)))
        let outcome = try await service.fetch(try webAddress(page), for: nil, isManual: false)
        let cause = FailureCause(.incomplete(seconds: 0), at: "far.test")
        let failure = FetchFailure(code: .unreachable, cause: cause)
        #expect(outcome == .failed(failure, retryAt: fixture.clock.now.addingTimeInterval(60)))
    }

    @Test func `a story's own page makes the story whole too, and a whole story's page is not asked for again`()
        async throws
    {
        let stories = try (1...2).map {
            try fixture.story(
                "\($0)", minutesAgo: Double($0), text: "The beginning […]", link: "https://far.test/\($0)")
        }
        try await fixture.follow("https://far.test/feed", stories: stories)
        let (one, two) = (try await fixture.id("Story 1"), try await fixture.id("Story 2"))
        try linkedPages.put(words: 150, at: "https://far.test/1")
        #expect(
            try await service().fetch(try webAddress("https://far.test/1"), for: one, isManual: false)
                == .fetched(new: 1))
        let whole = try await fixture.library.stories.story(one, for: fixture.me, in: nil)
        #expect(whole.fullText.state == .shown && whole.body.text.contains("word149"))
        #expect(try await fixture.library.search.find("word149", for: fixture.me).hits.count == 1)
        #expect(try await fixture.fullTexts.fetch(one, isManual: true) == .upToDate)
        // The other direction works in the same way.
        try fixture.source.put(page: (0..<150).map { "tide\($0)" }.joined(separator: " "), at: "https://far.test/2")
        #expect(try await fixture.fullTexts.fetch(two, isManual: false) == .fetched(new: 1))
        #expect(try await service().fetch(try webAddress("https://far.test/2"), for: two, isManual: false) == .upToDate)
        let page = try await service().details(of: try webAddress("https://far.test/2"))
        #expect(page.title == "Story 2" && page.body?.text.contains("tide149") == true)
        #expect(
            linkedPages.asked == ["https://far.test/1"] && fixture.source.requestedPages == ["https://far.test/2"])
    }

    @Test func `every question stands in the log of the channel whose story led there`() async throws {
        let story = try fixture.story("1", text: "See there", link: "https://loom.test/1")
        let channel = try await fixture.follow("https://loom.test/feed", stories: [story])
        try linkedPages.put(words: 150, at: page)
        _ = try await service().fetch(try webAddress(page), for: try await fixture.id("Story 1"), isManual: false)
        let line = try await fixture.library.refreshing.log(of: channel, limit: 1).first
        #expect(line?.event.code == "page")
        #expect(
            line?.event.description == "a page of far.test was requested by a reader: 150 words" && line?.status == 200)
    }

    @Test func `the last seen pages are kept, within bounds, and what wants to be forgotten is`() async throws {
        for number in 1...6 {
            try linkedPages.put(words: 100, at: "https://far.test/\(number)", named: "p\(number)x")
            let service = service(LinkedPagePolicy(maxPages: 3))
            _ = try await service.fetch(try webAddress("https://far.test/\(number)"), for: nil, isManual: false)
            fixture.clock.advance(10)
        }
        #expect(try await fixture.number("select count(*) from linked_page") == 3)
        #expect(try await fixture.number("select count(*) from linked_page_picture") == 3)
        #expect(try await fixture.number("select count(*) from picture") == 3)
        #expect(try await service().details(of: try webAddress("https://far.test/3")).body == nil)
        #expect(try await service().details(of: try webAddress("https://far.test/6")).body != nil)
        try linkedPages.put(words: 100, at: page, keeps: false)
        _ = try await service().fetch(try webAddress(page), for: nil, isManual: false)
        #expect(try await service().details(of: try webAddress(page)).body != nil)
        fixture.clock.advance(3600)
        _ = try await service().fetch(try webAddress("https://far.test/1"), for: nil, isManual: false)
        #expect(try await service().details(of: try webAddress(page)).body == nil)
    }

    @Test func `what was opened from a story goes with it`() async throws {
        let story = try fixture.story("1", text: "See there", link: "https://loom.test/1")
        try await fixture.follow("https://loom.test/feed", stories: [story])
        try linkedPages.put(words: 100, at: page)
        _ = try await service().fetch(try webAddress(page), for: try await fixture.id("Story 1"), isManual: false)
        try await fixture.execute("delete from subscription")
        fixture.clock.advance(400 * 86400)
        try await fixture.library.context.purge()
        #expect(try await fixture.number("select count(*) from linked_page") == 0)
        #expect(try await fixture.number("select count(*) from picture") == 0)
    }

    @Test func `a page without a text says what it is instead`() async throws {
        let cause = FailureCause(.file(contentType: "application/pdf", size: 9), at: "far.test")
        linkedPages.put(.success(ArticleResponse(.notAnArticle(title: "report.pdf", cause))), at: page)
        _ = try await service().fetch(try webAddress(page), for: nil, isManual: false)
        let facts = try await service().details(of: try webAddress(page))
        #expect(facts.title == "report.pdf" && facts.notice == cause)
        #expect(facts.body == nil && !facts.needsRefresh && facts.failure == nil)
    }

    @Test func `a very long text is cut between its outermost parts, and nothing of it is lost`() throws {
        let html = HTMLSanitizer().sanitize(
            "<p>One &lt; <b>two</b><br><img src=\"https://a.test/b.jpg\" alt=\"\"></p><ul><li>a</li><li>b</li></ul>"
                + (0..<200).map { "<p>Paragraph \($0) of a long walk along the coast.</p>" }.joined()
        ).html
        let pieces = PageSplitter.split(html, targetSize: 1000)
        #expect(pieces.count > 5)
        #expect(pieces.joined() == html.text)
        for piece in pieces {
            #expect(HTMLSanitizer().sanitize(piece).html.text == piece, "each piece is whole by itself")
        }
        #expect(PageSplitter.split(html) == [html.text])
    }
}
