import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

/// Tests of the labels with which a community's site marks its stories and comments.
@Suite struct SiteLabelTests {
    private let address = "https://o.test/feed"

    private func row(_ fixture: LibraryFixture) async throws -> StoryRow {
        try #require(try await fixture.library.stories.list(.everything, for: fixture.me, depth: 9).rows.first)
    }

    @Test func `a story's labels are kept where a later response does not tell them, and follow where it does`()
        async throws
    {
        let fixture = try LibraryFixture()
        var story = try fixture.story("1", link: "https://loom.example/1")
        let channel = try await fixture.follow(address, stories: [story])
        let plain = try await row(fixture)
        #expect(plain.siteName == nil && plain.moderationState == .shown && !plain.isAuthorNew)
        story.labels = StoryLabels(siteName: "loom.example", moderationState: .flagged, isAuthorNew: true)
        fixture.clock.advance(3_600)
        let summary = try await fixture.deliver([story], in: channel, at: address)
        #expect(summary.changed == 0, "labels change no story")
        let marked = try await row(fixture)
        #expect(marked.siteName == "loom.example" && marked.moderationState == .flagged && marked.isAuthorNew)
        story.labels = StoryLabels()
        fixture.clock.advance(3_600)
        try await fixture.deliver([story], in: channel, at: address)
        #expect(try await row(fixture) == marked)
        story.labels = StoryLabels(moderationState: .shown, isAuthorNew: false)
        fixture.clock.advance(3_600)
        try await fixture.deliver([story], in: channel, at: address)
        let restored = try await row(fixture)
        #expect(restored.siteName == "loom.example" && restored.moderationState == .shown && !restored.isAuthorNew)
    }

    @Test func `a comment's marks are stored and follow, and a request says how many are stored`() async throws {
        let fixture = try LibraryFixture()
        fixture.source.offerThreads()
        try await fixture.follow(address, stories: [try fixture.story("1", link: "https://loom.example/1")])
        let id = try await fixture.id("Story 1")
        var comment = makeComment("a")
        (comment.isAuthorNew, comment.isCollapsed) = (true, true)
        fixture.source.put(comments: [comment, makeComment("b", answering: "a")], under: "1")
        let discussions = fixture.library.discussions
        try await discussions.refresh(id, reason: .viewed)
        let stored = try await discussions.thread(of: id, for: fixture.me).comments
        #expect(stored.map(\.isAuthorNew) == [true, false] && stored.map(\.isCollapsed) == [true, false])
        fixture.clock.advance(86_400)
        fixture.source.put(comments: [makeComment("a"), makeComment("b", answering: "a")], under: "1")
        try await discussions.refresh(id, reason: .viewed)
        let later = try await discussions.thread(of: id, for: fixture.me).comments
        #expect(!later.contains { $0.isAuthorNew || $0.isCollapsed })
        #expect(fixture.source.threadRequests.map(\.storedCount) == [0, 2])
    }
}
