import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// A source whose stories have no pages.
private struct PagelessSource: Source {
    var hasStoryPages: Bool { false }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: [])
    }
}

@Suite struct `Whole texts` {
    let fixture: LibraryFixture
    private let feed = "https://loom.test/feed"
    private let page = "https://loom.test/1"
    private let long = (0..<200).map { "harbour\($0)" }.joined(separator: " ")

    init() throws { fixture = try LibraryFixture() }

    /// Follows a feed of truncated stories `1` … `count`, the first the newest.
    @discardableResult
    private func follow(_ count: Int = 4, text: String = "The beginning of it all […]") async throws -> ChannelID {
        let stories = try (1...count).map {
            try fixture.story("\($0)", minutesAgo: Double($0), text: text, link: "https://loom.test/\($0)")
        }
        return try await fixture.follow(feed, stories: stories)
    }

    private func facts(_ title: String, asGiven: Bool = false) async throws -> StoryDetails {
        try await fixture.library.stories.story(
            try await fixture.id(title), for: fixture.me, in: nil, prefersFeedText: asGiven)
    }

    @Test func `a story of a feed that is cut short is wanted whole, fetched once and shown in place of its beginning`()
        async throws
    {
        try await follow()
        try fixture.source.put(page: long, at: page)
        let story = try await fixture.id("Story 1")
        #expect(try await facts("Story 1").fullText.state == .fetchesOnOpen)
        #expect(try await fixture.fullTexts.fetch(story, isManual: false) == .fetched(new: 1))
        let shown = try await facts("Story 1")
        #expect(shown.fullText.state == .shown)
        #expect(shown.body.text.contains("harbour199") && shown.row.wordCount == 200)
        #expect(shown.fullText.page?.text == page)
        let given = try await facts("Story 1", asGiven: true)
        #expect(given.fullText.state == .feedTextRequested)
        #expect(given.body.text.contains("beginning") && !given.body.text.contains("harbour199"))
        #expect(try await fixture.fullTexts.fetch(story, isManual: true) == .upToDate)
        #expect(fixture.source.requestedPages == [page])
    }

    @Test func `stories of a source without pages have no more to fetch, and nobody is asked`() async throws {
        try await follow()
        try fixture.source.put(page: long, at: page)
        let pageless = fixture.library.withSources(
            SourceCatalog([.feed: { _ in PagelessSource() }], articles: fixture.source))
        let id = try await fixture.id("Story 1")
        guard case .failed(let failure, _) = try await pageless.fullTexts.fetch(id, isManual: true) else {
            throw MissingValue(what: "a failure")
        }
        #expect(failure.code == .notAllowed && failure.cause?.reason == .noFullText)
        #expect(fixture.source.requestedPages.isEmpty)
    }

    @Test func `a posting that leads to its own discussion has no page to be made whole from`() async throws {
        var story = try fixture.story("1", text: "The beginning of it all […]", link: page)
        story.discussionLink = story.link
        try await fixture.follow(feed, stories: [story])
        try fixture.source.put(page: long, at: page)
        #expect(try await facts("Story 1").fullText == FullTextDetails())
        let id = try await fixture.id("Story 1")
        #expect(try await fixture.fullTexts.fetch(id, isManual: true) == .unavailable)
        #expect(fixture.source.requestedPages.isEmpty)
    }

    @Test func `search, teaser and picture are the whole text's, also after the feed has changed the story`()
        async throws
    {
        let channel = try await follow()
        try fixture.source.put(page: long, pictures: ["https://loom.test/a.jpg"], at: page)
        _ = try await fixture.fullTexts.fetch(try await fixture.id("Story 1"), isManual: true)
        func check() async throws {
            let found = try await fixture.library.search.find("harbour150", for: fixture.me)
            #expect(found.hits.map(\.row.title) == ["Story 1"])
            let row = try #require(found.hits.first).row
            #expect(row.dek?.hasPrefix("harbour0 harbour1") == true)
            #expect(row.picture?.address.text == "https://loom.test/a.jpg")
            #expect(try await fixture.library.search.find("beginning", for: fixture.me).hits.count == 3)
        }
        try await check()
        let edited = try fixture.story("1", text: "The beginning, edited […]", link: page)
        try await fixture.deliver([edited], in: channel, at: feed)
        try await check()
        let grown = try fixture.story("1", text: long + " " + long + " beginning", link: page)
        try await fixture.deliver([grown], in: channel, at: feed)
        #expect(try await fixture.library.search.find("beginning", for: fixture.me).hits.count == 4)
        #expect(try await facts("Story 1").fullText.state == .notLonger)
    }

    @Test func `a page that holds no more changes nothing and is not asked again`() async throws {
        try await follow()
        try fixture.source.put(page: "Too short.", at: page)
        let story = try await fixture.id("Story 1")
        #expect(try await fixture.fullTexts.fetch(story, isManual: false) == .fetched(new: 0))
        let shown = try await facts("Story 1")
        #expect(shown.fullText.state == .notLonger && shown.body.text.contains("beginning"))
        #expect(try await fixture.library.search.find("beginning", for: fixture.me).hits.count == 4)
        #expect(try await fixture.fullTexts.fetch(story, isManual: true) == .upToDate)
        #expect(fixture.source.requestedPages.count == 1)
    }

    @Test func `a failure is remembered, waits grow, and a person may ask before`() async throws {
        try await follow()
        fixture.source.put(pageFailure: .unreachable(.noAnswer(from: "loom.test")), at: page)
        let story = try await fixture.id("Story 1")
        for hours in [1.0, 4, 16] {
            let until = fixture.clock.now.addingTimeInterval(hours * 3600)
            guard case .failed(let failure, let again) = try await fixture.fullTexts.fetch(story, isManual: false)
            else {
                Issue.record("not failed")
                return
            }
            #expect(failure.code == .unreachable && again == until)
            #expect(try await fixture.fullTexts.fetch(story, isManual: false) == .deferred(until: until))
            guard case .failed = try await facts("Story 1").fullText.state else {
                Issue.record("the page does not say so")
                return
            }
            fixture.clock.advance(hours * 3600)
        }
        fixture.clock.advance(-3600)
        try fixture.source.put(page: long, at: page)
        #expect(try await fixture.fullTexts.fetch(story, isManual: true) == .fetched(new: 1))
        #expect(fixture.source.requestedPages.count == 4)
    }

    @Test func `a person's own try lengthens no wait`() async throws {
        try await follow()
        fixture.source.put(pageFailure: .refused(status: 500), at: page)
        let story = try await fixture.id("Story 1")
        _ = try await fixture.fullTexts.fetch(story, isManual: false)
        let again = try await fixture.number("select due_at from fetch_state")
        for _ in 0..<3 {
            fixture.clock.advance(60)
            _ = try await fixture.fullTexts.fetch(story, isManual: true)
        }
        #expect(try await fixture.number("select due_at from fetch_state") == again)
        #expect(try await fixture.number("select consecutive_failures from fetch_state") == 1)
    }

    @Test func `a host that forbids a page is left alone with the others, unless a person asks`() async throws {
        let stories = try (1...3).map { try fixture.story("\($0)", link: "https://paper.test/\($0)") }
        let channel = try await fixture.follow("https://paper.test/feed", stories: stories)
        try await fixture.library.subscriptions.setFullText(of: channel, .always, for: fixture.me)
        for number in 1...3 {
            fixture.source.put(pageFailure: .refused(status: 403), at: "https://paper.test/\(number)")
        }
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.count == 1)
        fixture.clock.advance(1800)
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.count == 1)
        fixture.clock.advance(1801)
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.count == 2)
    }

    @Test(arguments: [
        SourceError.notThere, .gone, .refused(status: 403),
        .unreadable(FailureCause(.notAnArticle(.signIn), at: "loom.test")),
    ])
    func `what is refused for good is asked again only by a person`(error: SourceError) async throws {
        try await follow()
        fixture.source.put(pageFailure: error, at: page)
        let story = try await fixture.id("Story 1")
        _ = try await fixture.fullTexts.fetch(story, isManual: false)
        fixture.clock.advance(90 * 86400)
        #expect(try await fixture.fullTexts.fetch(story, isManual: false) == .deferred(until: nil))
        #expect(fixture.source.requestedPages.count == 1)
        _ = try await fixture.fullTexts.fetch(story, isManual: true)
        #expect(fixture.source.requestedPages.count == 2)
    }

    @Test func `an origin that asks to wait is left alone, pages of its host too`() async throws {
        let channel = try await follow()
        try fixture.source.put(page: long, at: page)
        let until = fixture.clock.now.addingTimeInterval(1800)
        fixture.source.put(.failure(.busy(until: until)), at: feed)
        try await fixture.refresh(channel)
        let story = try await fixture.id("Story 1")
        #expect(try await fixture.fullTexts.fetch(story, isManual: true) == .backingOff(until: until))
        try await fixture.library.subscriptions.setFullText(of: channel, .always, for: fixture.me)
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.isEmpty)
        fixture.clock.advance(1801)
        #expect(try await fixture.fullTexts.fetch(story, isManual: true) == .fetched(new: 1))
    }

    @Test func `two who open one story at the same time ask its page once`() async throws {
        try await follow()
        try fixture.source.put(page: long, at: page)
        let story = try await fixture.id("Story 1")
        let service = fixture.fullTexts
        async let one = service.fetch(story, isManual: false)
        async let other = service.fetch(story, isManual: false)
        let both = try await [one, other]
        #expect(both.contains(.fetched(new: 1)))
        #expect(both.contains(.inProgress) || both.contains(.upToDate))
        #expect(fixture.source.requestedPages.count == 1)
    }

    @Test func `always fetches the newest by itself, one page of a host at a time, each once`() async throws {
        let channel = try await follow(8)
        for number in 1...8 { try fixture.source.put(page: long, at: "https://loom.test/\(number)") }
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.isEmpty)
        try await fixture.library.subscriptions.setFullText(of: channel, .always, for: fixture.me)
        let service = fixture.fullTexts(FullTextPolicy(maxPerChannel: 5, maxConcurrent: 4, hostInterval: .zero))
        await service.runOnce()
        await service.runOnce()
        #expect(Set(fixture.source.requestedPages) == Set((1...5).map { "https://loom.test/\($0)" }))
        #expect(fixture.source.requestedPages.count == 5)
        #expect(fixture.source.maxConcurrentOfHost == 1)
        #expect(try await facts("Story 3").fullText.state == .shown)
        #expect(try await facts("Story 8").fullText.state == .fetchesOnOpen)
    }

    @Test func `between two pages of a host there is a pause in the background`() async throws {
        let channel = try await follow(3)
        for number in 1...3 { try fixture.source.put(page: long, at: "https://loom.test/\(number)") }
        try await fixture.library.subscriptions.setFullText(of: channel, .always, for: fixture.me)
        let service = fixture.fullTexts(FullTextPolicy(hostInterval: .seconds(5)))
        for round in 1...3 {
            let pause = await service.runOnce()
            #expect(round == 3 ? pause == nil : pause.map { $0 >= .seconds(5) } == true)
            await service.runOnce()
            #expect(fixture.source.requestedPages.count == round)
            fixture.clock.advance(6)
        }
    }

    @Test func `a channel that is not followed any more is not fetched for`() async throws {
        let channel = try await follow()
        try await fixture.library.subscriptions.setFullText(of: channel, .always, for: fixture.me)
        _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.isEmpty)
    }

    @Test func `never shows what the feed has and asks nobody`() async throws {
        let channel = try await follow()
        try fixture.source.put(page: long, at: page)
        let story = try await fixture.id("Story 1")
        _ = try await fixture.fullTexts.fetch(story, isManual: true)
        try await fixture.library.subscriptions.setFullText(of: channel, .never, for: fixture.me)
        #expect(try await facts("Story 1").fullText.state == FullTextDetails.State.none)
        #expect(try await facts("Story 1").body.text.contains("beginning"))
        #expect(try await fixture.fullTexts.fetch(try await fixture.id("Story 2"), isManual: true) == .unavailable)
        #expect(try await fixture.library.subscriptions.one(channel, for: fixture.me).fullText == .never)
    }

    @Test func `a process that dies while it fetches leaves the page due when its claim ends`() async throws {
        try await follow()
        try fixture.source.put(page: long, at: page)
        let story = try await fixture.id("Story 1")
        let now = fixture.clock.now
        _ = try await fixture.library.context.database.write { transaction in
            let policy = FullTextPolicy.standard
            let leases = FetchLeaseStore(
                transaction: transaction, now: now, policy: policy.fetching, pollingPolicy: .standard)
            _ = try DueFullTextQueue(leases: leases, policy: policy).acquire(story.rawValue, reason: .viewed)
        }
        #expect(try await fixture.fullTexts.fetch(story, isManual: false) == .inProgress)
        fixture.clock.advance(181)
        #expect(try await fixture.fullTexts.fetch(story, isManual: false) == .fetched(new: 1))
    }

    @Test func `a first fetch that was called off comes in the background all the same`() async throws {
        let channel = try await follow()
        try fixture.source.put(page: long, at: page)
        let (story, now) = (try await fixture.id("Story 1"), fixture.clock.now)
        try await fixture.library.context.database.write { transaction in
            let policy = FullTextPolicy.standard
            let leases = FetchLeaseStore(
                transaction: transaction, now: now, policy: policy.fetching, pollingPolicy: .standard)
            let queue = DueFullTextQueue(leases: leases, policy: policy)
            guard case .acquired(let lease, _) = try queue.acquire(story.rawValue, reason: .viewed) else {
                throw MissingValue(what: "a lease")
            }
            try FetchLeaseStore.rollBack(lease, transaction)
        }
        try await fixture.library.subscriptions.setFullText(of: channel, .always, for: fixture.me)
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages.contains(page))
    }

    @Test func `a story that is let go leaves nothing of its whole text`() async throws {
        let channel = try await follow()
        try fixture.source.put(page: long, pictures: ["https://loom.test/a.jpg"], at: page)
        _ = try await fixture.fullTexts.fetch(try await fixture.id("Story 1"), isManual: true)
        _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        fixture.clock.advance(200 * 86400)
        try await fixture.library.context.purge()
        for table in ["full_text", "full_text_page", "full_text_picture", "fetch_state", "picture"] {
            #expect(try await fixture.number("select count(*) from \(table)") == 0, "\(table)")
        }
    }

    @Test func `a story without a page has no whole text`() async throws {
        try await fixture.follow(feed, stories: [try fixture.story("1", text: "Short […]")])
        #expect(try await facts("Story 1").fullText.state == FullTextDetails.State.none)
        let story = try await fixture.id("Story 1")
        await #expect(throws: LibraryError.notThere) { try await fixture.fullTexts.fetch(story, isManual: true) }
    }
}
