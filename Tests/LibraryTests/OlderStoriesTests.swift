import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of lists that continue at their origin.
@Suite struct `Older stories` {
    let fixture: LibraryFixture
    let address = "https://o.test/list"

    init() throws { fixture = try LibraryFixture() }

    private var service: OlderStoriesService { fixture.library.olderStories }

    private func stories(_ minutes: ClosedRange<Int>) throws -> [FetchedStory] {
        try minutes.map { try fixture.story("\($0)", minutesAgo: Double($0)) }
    }

    private func put(_ minutes: ClosedRange<Int>, next: String?, at cursor: String? = nil) throws {
        fixture.source.put(
            .success(ChannelResponse(stories: try stories(minutes), next: next.map { SourceCursor(rawValue: $0) })),
            at: cursor.map { "\(address) \($0)" } ?? address)
    }

    private func follow() async throws -> ChannelID {
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: "List"))
        let channel = try await fixture.library.subscriptions.follow(found, folder: nil, for: fixture.me).id
        try await fixture.refresh(channel)
        return channel
    }

    private func page(_ channel: ChannelID) async throws -> StoryListResult {
        try await fixture.library.stories.list(.channel(channel), for: fixture.me, depth: 100)
    }

    @Test func `When what is known runs out the origin is asked for the next page, to the end`() async throws {
        try put(1...3, next: "second")
        try put(4...6, next: "third", at: "second")
        try put(7...8, next: nil, at: "third")
        let channel = try await follow()
        let first = try await page(channel)
        #expect(first.rows.count == 3 && !first.hasMore && first.hasOlderStories)
        let short = try await fixture.library.stories.list(.channel(channel), for: fixture.me, depth: 2)
        #expect(short.hasMore && !short.hasOlderStories)
        let older = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(older.addedCount == 3 && older.failure == nil)
        #expect(try await page(channel).hasOlderStories)
        let again = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(again.addedCount == 2)
        let whole = try await page(channel)
        #expect(whole.rows.map(\.title) == (1...8).map { "Story \($0)" } && !whole.hasOlderStories)
        let asked = fixture.source.requests.count
        let none = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(none.addedCount == 0 && fixture.source.requests.count == asked)
        #expect(fixture.source.requests.map(\.after?.rawValue) == [nil, "second", "third"])
    }

    @Test func `What came is in the list as of the newest story then`() async throws {
        try put(1...3, next: "second")
        try put(4...6, next: nil, at: "second")
        let channel = try await follow()
        let before = try #require(try await page(channel).asOf)
        _ = try await service.fetch(.channel(channel), for: fixture.me)
        let through = try #require(try await page(channel).asOf)
        let still = try await fixture.library.stories.list(.channel(channel), for: fixture.me, depth: 9, asOf: before)
        let moved = try await fixture.library.stories.list(.channel(channel), for: fixture.me, depth: 9, asOf: through)
        #expect(still.rows.count == 3 && moved.rows.count == 6)
    }

    @Test func `Pages that bring nothing new are passed over, up to a bound`() async throws {
        try put(1...3, next: "p1")
        for page in 1...12 { try put(page == 4 ? 1...4 : 1...3, next: "p\(page + 1)", at: "p\(page)") }
        let channel = try await follow()
        let older = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(older.addedCount == 1 && fixture.source.requests.count == 5)
        let more = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(more.addedCount == 0)
        #expect(try await page(channel).hasOlderStories)
        #expect(fixture.source.requests.count == 5 + OlderStoriesService.maxPages)
    }

    @Test func `A refresh that hangs together with what is known leaves the place where the list goes on`() async throws
    {
        try put(2...4, next: "second")
        try put(5...7, next: "third", at: "second")
        let channel = try await follow()
        _ = try await service.fetch(.channel(channel), for: fixture.me)
        try put(1...3, next: "second, shifted")
        try await fixture.refresh(channel)
        _ = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(fixture.source.requests.last?.after?.rawValue == "third")
    }

    @Test func `A refresh with a gap behind it begins the list anew, so that nothing is passed over`() async throws {
        try put(11...13, next: "old")
        let channel = try await follow()
        try put(1...3, next: "p2")
        try put(4...10, next: "p3", at: "p2")
        try await fixture.refresh(channel)
        let older = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(fixture.source.requests.last?.after?.rawValue == "p2" && older.addedCount == 7)
        let rows = try await page(channel).rows
        #expect(rows.map(\.title) == (1...13).map { "Story \($0)" })
    }

    @Test func `Nothing new at the origin leaves the list's end alone`() async throws {
        try put(1...3, next: "second")
        let channel = try await follow()
        fixture.source.put(.success(ChannelResponse(stories: nil)), at: address)
        try await fixture.refresh(channel)
        let goesOn = try await page(channel).hasOlderStories
        #expect(goesOn)
        try put(1...3, next: nil)
        try await fixture.refresh(channel)
        let isOver = try await !page(channel).hasOlderStories
        #expect(isOver)
    }

    @Test func `A failure says so, keeps what was there, and the same page is asked for again`() async throws {
        try put(1...3, next: "second")
        let channel = try await follow()
        fixture.source.put(.failure(.refused(status: 500, message: "Down")), at: "\(address) second")
        let failed = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(failed.failure?.code == .refused && failed.failure?.status == 500)
        #expect(failed.failure?.cause?.reason == .originError("Down") && failed.addedCount == 0)
        #expect(try await page(channel).hasOlderStories)
        try put(4...5, next: nil, at: "second")
        let later = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(later.addedCount == 2 && later.failure == nil)
    }

    @Test func `A page that is being asked for is not asked for twice, and a host that wants peace has it`()
        async throws
    {
        try put(1...3, next: "second")
        let channel = try await follow()
        let now = fixture.clock.now.milliseconds
        try await fixture.execute("update channel set claimed_until = \(now + 60_000)")
        let busy = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(busy.isInProgress)
        try await fixture.execute("update channel set claimed_until = 0, backoff_until = \(now + 60_000)")
        let waiting = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(waiting.failure?.code == .busy)
        #expect(fixture.source.requests.count == 1)
    }

    @Test func `Of several channels the one is asked whose stories reach back least`() async throws {
        try put(1...3, next: "second")
        try put(4...6, next: nil, at: "second")
        _ = try await follow()
        let other = DiscoveredChannel(
            kind: .feed, address: try webAddress("https://p.test/list"), metadata: ChannelMetadata())
        fixture.source.put(
            .success(
                ChannelResponse(stories: [try fixture.story("x", minutesAgo: 90)], next: SourceCursor(rawValue: "far"))),
            at: "https://p.test/list")
        let channel = try await fixture.library.subscriptions.follow(other, folder: nil, for: fixture.me).id
        try await fixture.refresh(channel)
        _ = try await service.fetch(.section(.other), for: fixture.me)
        #expect(fixture.source.requests.last?.after?.rawValue == "second")
        _ = try await service.fetch(.section(.other), for: fixture.me)
        #expect(fixture.source.requests.last?.after?.rawValue == "far")
    }

    @Test func `A story that was let go comes back when its page is asked for`() async throws {
        try put(1...2, next: "second")
        try put(3...4, next: "second", at: "second")
        let channel = try await follow()
        _ = try await service.fetch(.channel(channel), for: fixture.me)
        let story = try await fixture.id("Story 4").rawValue
        _ = try await fixture.library.context.database.write { try StorySearchIndex(transaction: $0).remove(story) }
        try await fixture.execute("delete from channel_story where story_id = \(story)")
        try await fixture.execute("delete from story_text where story_id = \(story)")
        try await fixture.execute("delete from story_original where story_id = \(story)")
        try await fixture.execute("update story set purged_at = 1, title = '' where id = \(story)")
        try await fixture.execute("update channel set older_cursor = 'second'")
        let older = try await service.fetch(.channel(channel), for: fixture.me)
        #expect(older.addedCount == 1)
        let isOver = try await !page(channel).hasOlderStories
        #expect(isOver)
        let facts = try await fixture.library.stories.story(StoryID(rawValue: story), for: fixture.me, in: nil)
        #expect(facts.row.title == "Story 4")
    }
}
