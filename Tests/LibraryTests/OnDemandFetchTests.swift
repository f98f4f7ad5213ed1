import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// The kinds of data that are fetched on demand, each by its own service.
enum OnDemandKind: CaseIterable, Sendable { case fullText, linkedPage, discussion, relatedDiscussions, olderStories }

/// A source that returns one result for every kind of request, once it is not held back.
private final class OnDemandSite: Source, ArticleCapability, DiscussionCapability, RelatedDiscussionsCapability {
    private struct State {
        var error: SourceError?
        var requests = 0
        var gate: AsyncStream<Void>?
    }

    private let state = Mutex(State())
    let story: FetchedStory
    let page: WebAddress

    init(story: FetchedStory, page: WebAddress) {
        self.story = story
        self.page = page
    }

    var requests: Int { state.withLock { $0.requests } }
    func fail(_ error: SourceError?) { state.withLock { $0.error = error } }

    /// Holds back the next response until the continuation is finished.
    func hold() -> AsyncStream<Void>.Continuation {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        state.withLock { $0.gate = stream }
        return gate
    }

    private func answer() async throws(SourceError) {
        let (error, gate) = state.withLock { state in
            state.requests += 1
            defer { state.gate = nil }
            return (state.error, state.gate)
        }
        if let gate { for await _ in gate {} }
        if let error { throw error }
    }

    /// The first page of a list is always returned, since the test needs a story to begin with.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard channel.after != nil else {
            return ChannelResponse(stories: [story], next: SourceCursor(rawValue: "next"))
        }
        try await answer()
        return ChannelResponse(stories: [FetchedStory(key: "older", title: "Older")])
    }

    private func text() -> FullText {
        let cleaned = HTMLSanitizer(base: page).sanitize("<p>\(String(repeating: "word ", count: 90))</p>")
        return FullText(
            address: page, body: cleaned.html, text: cleaned.text, pictures: [],
            parts: [FullTextPart(address: page, html: "<p>word</p>")])
    }

    var catalog: SourceCatalog {
        SourceCatalog([.feed: { [self] _ in self }, .gazette: { [self] _ in self }], articles: self)
    }

    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        try await answer()
        return ArticleResponse(.fullText(text()))
    }

    var discussion: (any DiscussionCapability)? { self }

    func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        try await answer()
        return DiscussionResponse(comments: [makeComment("a")])
    }

    var relatedDiscussions: (any RelatedDiscussionsCapability)? { self }

    func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] {
        try await answer()
        return [FetchedStory(key: "elsewhere", title: "Elsewhere")]
    }
}

/// One library on a folder that others may share, as several processes do.
private struct OnDemandProcess: Sendable {
    let library: NewsLibrary
    let site: OnDemandSite
    let story: StoryID
    let kind: OnDemandKind

    /// Fetches as if a person had opened the story or page.
    func fetch() async throws {
        let me = ReaderID.first
        switch kind {
        case .fullText: _ = try await library.fullTexts.fetch(story, isManual: false)
        case .linkedPage: _ = try await library.linkedPages.fetch(site.page, for: nil, isManual: false)
        case .discussion: _ = try await library.discussions.refresh(story, reason: .viewed)
        case .relatedDiscussions: _ = try await library.relatedDiscussions.fetch(about: story, for: me)
        case .olderStories: _ = try await library.olderStories.fetch(.everything, for: me)
        }
    }

    /// Returns the number of stored rows.
    func stored() async throws -> Int64 {
        let sql =
            switch kind {
            case .fullText: "select count(*) from full_text where html is not null"
            case .linkedPage: "select count(*) from linked_page where fetched_at is not null"
            case .discussion: "select count(*) from comment"
            case .relatedDiscussions: "select count(*) from related_discussion where discussions <> '[]'"
            case .olderStories: "select count(*) from story where title = 'Older'"
            }
        return try await library.context.database.read { try $0.number(sql) ?? 0 }
    }

    func leases() async throws -> Int64 {
        try await library.context.database.read { transaction in
            try transaction.number(
                """
                select (select count(*) from fetch_state where claimed_until > 0)
                  + (select count(*) from channel where claimed_until > 0)
                """) ?? 0
        }
    }
}

/// Tests of the rules for everything that is fetched on demand (decision 21).
@Suite struct `Fetching on demand` {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func process(_ kind: OnDemandKind) async throws -> OnDemandProcess {
        let page = try webAddress("https://o.test/1")
        let site = OnDemandSite(story: try fixture.story("1", text: "Short […]", link: page.text), page: page)
        let library = fixture.library.withSources(site.catalog)
        let address = try webAddress("https://o.test/feed")
        let found = DiscoveredChannel(kind: .feed, address: address, metadata: ChannelMetadata(title: "List"))
        _ = try await fixture.library.subscriptions.follow(found, folder: nil, for: fixture.me)
        if kind == .relatedDiscussions {
            let other = DiscoveredChannel(
                kind: .gazette, address: try webAddress("https://g.test/"), metadata: ChannelMetadata(title: "Other"))
            let channel = try await fixture.library.subscriptions.follow(other, folder: nil, for: fixture.me).id
            _ = try await fixture.library.subscriptions.unfollow(channel, for: fixture.me)
        }
        await Refresher(library: library, jitter: { 0 }).runOnce()
        return OnDemandProcess(library: library, site: site, story: try await fixture.id("Story 1"), kind: kind)
    }

    /// Opens the same folder again.
    private func other(than process: OnDemandProcess) throws -> OnDemandProcess {
        OnDemandProcess(
            library: try NewsLibrary.open(
                at: fixture.folder, now: { [clock = fixture.clock] in clock.now }, sources: process.site.catalog),
            site: process.site, story: process.story, kind: process.kind)
    }

    /// Returns false for older stories: their failure is shown, and the reader decides when to retry.
    private func retries(_ kind: OnDemandKind) -> Bool { kind == .olderStories }

    @Test(arguments: OnDemandKind.allCases)
    func `a failure stores nothing, ends the lease, and waits before it is tried again`(kind: OnDemandKind) async throws
    {
        let process = try await process(kind)
        process.site.fail(.refused(status: 503))
        try await process.fetch()
        let stored = try await process.stored()
        let leases = try await process.leases()
        #expect(process.site.requests == 1 && stored == 0 && leases == 0)
        process.site.fail(nil)
        try await process.fetch()
        #expect(process.site.requests == (retries(kind) ? 2 : 1))
        fixture.clock.advance(3601)
        try await process.fetch()
        #expect(process.site.requests == 2)
        #expect(try await process.stored() == 1)
    }

    @Test(arguments: OnDemandKind.allCases)
    func `a slow response is waited for, and asked for once`(kind: OnDemandKind) async throws {
        let process = try await process(kind)
        let gate = process.site.hold()
        async let first: Void = process.fetch()
        while process.site.requests == 0 { await Task.yield() }
        try await process.fetch()
        let before = try await process.stored()
        #expect(process.site.requests == 1 && before == 0)
        gate.finish()
        try await first
        let leases = try await process.leases()
        #expect(process.site.requests == 1 && leases == 0)
        #expect(try await process.stored() == 1)
    }

    @Test(arguments: OnDemandKind.allCases)
    func `a cancelled fetch leaves no lease, and may be asked for at once`(kind: OnDemandKind) async throws {
        let process = try await process(kind)
        let gate = process.site.hold()
        let task = Task { try await process.fetch() }
        while process.site.requests == 0 { await Task.yield() }
        task.cancel()
        gate.finish()
        _ = await task.result
        let (stored, leases) = (try await process.stored(), try await process.leases())
        #expect(stored == 0 && leases == 0)
        try await process.fetch()
        #expect(process.site.requests == 2)
        #expect(try await process.stored() == 1)
    }

    @Test func `a cancelled page of older stories leaves a schedule that was changed meanwhile`() async throws {
        let process = try await process(.olderStories)
        let gate = process.site.hold()
        let task = Task { try await process.fetch() }
        while process.site.requests == 0 { await Task.yield() }
        try await process.library.context.database.write { try $0.script("update channel set due_at = null") }
        task.cancel()
        gate.finish()
        _ = await task.result
        let due = try await process.library.context.database.read { try $0.number("select max(due_at) from channel") }
        #expect(due == nil)
        #expect(try await process.leases() == 0)
    }

    @Test(arguments: OnDemandKind.allCases)
    func `what a killed process leased is free when the lease expires, and its response is not stored`(
        kind: OnDemandKind
    ) async throws {
        let process = try await process(kind)
        let killed = try other(than: process)
        defer { killed.library.close() }
        let gate = process.site.hold()
        let task = Task { try await killed.fetch() }
        while process.site.requests == 0 { await Task.yield() }
        try await process.fetch()
        #expect(process.site.requests == 1, "it is leased")
        fixture.clock.advance(181)
        try await process.fetch()
        #expect(process.site.requests == 2)
        #expect(try await process.stored() == 1)
        // The killed process may only have been suspended; its result then comes too late.
        try await fixture.execute("delete from full_text_page")
        try await fixture.execute("delete from full_text")
        try await fixture.execute("delete from comment")
        try await fixture.execute("update linked_page set fetched_at = null")
        try await fixture.execute("update related_discussion set discussions = '[]'")
        try await fixture.execute("update story set title = 'Newer' where title = 'Older'")
        gate.finish()
        _ = await task.result
        #expect(try await process.stored() == 0)
    }

    @Test(arguments: OnDemandKind.allCases)
    func `two processes that ask at once make one request`(kind: OnDemandKind) async throws {
        let process = try await process(kind)
        let second = try other(than: process)
        defer { second.library.close() }
        let gate = process.site.hold()
        async let one: Void = process.fetch()
        async let two: Void = second.fetch()
        while process.site.requests == 0 { await Task.yield() }
        gate.finish()
        _ = try await (one, two)
        #expect(try await process.stored() == 1)
        #expect(process.site.requests == 1)
    }
}
