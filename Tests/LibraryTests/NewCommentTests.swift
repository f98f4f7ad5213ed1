import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `New comments` {
    let fixture: LibraryFixture
    private let published: Date
    private var source: FakeSource { fixture.source }
    private var service: DiscussionService { fixture.library.discussions }

    init() throws {
        fixture = try LibraryFixture()
        published = fixture.clock.now
        source.offerThreads()
    }

    /// Returns a story whose feed contains its number of comments.
    private func tell(_ count: Int) throws -> FetchedStory {
        var story = try fixture.story("1", link: "https://o.test/1")
        story.publishedAt = published
        story.commentCount = count
        return story
    }

    /// Returns the numbers of comments that are new to the reader, in the list and in the thread.
    private func news(_ id: StoryID) async throws -> [Int] {
        let row = try await fixture.library.stories.story(id, for: fixture.me, in: nil).row
        return [row.newCommentCount, try await service.thread(of: id, for: fixture.me).newCount]
    }

    @Test func `Comments that come soon after the first look are new in the list and in the thread`() async throws {
        let feed = try await fixture.follow("https://o.test/feed", stories: [tell(2)])
        let id = try await fixture.id("Story 1")
        source.put(comments: [makeComment("a"), makeComment("b")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        _ = try await service.recordVisit(id, for: fixture.me)
        #expect(try await news(id) == [0, 0])
        fixture.clock.advance(600)
        try await fixture.deliver([tell(4)], in: feed, at: "https://o.test/feed")
        #expect(try await news(id) == [2, 0], "the two are not fetched yet")
        source.put(
            comments: [makeComment("c"), makeComment("a"), makeComment("d", answering: "a"), makeComment("b")],
            under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(try await news(id) == [2, 2])
        _ = try await service.recordVisit(id, for: fixture.me)
        #expect(try await news(id) == [0, 2], "seen, and still marked in this visit")
    }

    @Test func `The parts of a first fetch are no news`() async throws {
        try await fixture.follow("https://o.test/feed", stories: [tell(2)])
        let id = try await fixture.id("Story 1")
        source.put(partialComments: [DiscussionResponse(comments: [makeComment("a")])], under: "1")
        source.put(comments: [makeComment("a"), makeComment("b")], under: "1")
        let gate = source.hold("1")
        async let whole = service.refresh(id, reason: .viewed)
        while try await fixture.number("select count(*) from comment") == 0 { await Task.yield() }
        _ = try await service.recordVisit(id, for: fixture.me)
        gate.finish()
        _ = try await whole
        _ = try await service.recordVisit(id, for: fixture.me)
        #expect(try await news(id) == [0, 0])
    }
}
