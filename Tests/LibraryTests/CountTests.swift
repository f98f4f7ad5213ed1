import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of counts, each of which has one definition (docs/why/one-number-everywhere.md).
@Suite struct `Counts` {
    let fixture: LibraryFixture
    let address = "https://a.test/feed"
    init() throws { fixture = try LibraryFixture() }

    private func story(points: Int?, comments: Int?, old: Bool = false, title: String = "Looms") throws -> FetchedStory
    {
        var story = try fixture.story("a", title: title)
        (story.points, story.commentCount, story.hasOldCounts) = (points, comments, old)
        return story
    }

    private func counts() async throws -> [Int?] {
        let rows = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 1).rows
        let row = try #require(rows.first)
        return [row.points, row.commentCount]
    }

    @Test func `Old counts do not replace later ones, so that a story's numbers do not jump back`() async throws {
        let channel = try await fixture.follow(address, stories: [story(points: 10, comments: 4)])
        func deliver(_ story: FetchedStory) async throws -> [Int?] {
            try await fixture.deliver([story], in: channel, at: address)
            return try await counts()
        }
        #expect(try await deliver(story(points: 7, comments: 3, old: true)) == [10, 4])
        // The counts do not change either if the story itself has changed.
        #expect(try await deliver(story(points: 7, comments: 3, old: true, title: "Old looms")) == [10, 4])
        #expect(try await deliver(story(points: 12, comments: 5)) == [12, 5])
        // A count that the origin lowers goes down.
        #expect(try await deliver(story(points: 11, comments: 5)) == [11, 5])
    }

    @Test func `A list that leaves pingbacks out lowers no count, whichever comes first`() async throws {
        func listed(_ count: Int?, title: String = "Looms") throws -> FetchedStory {
            var story = try story(points: nil, comments: count, title: title)
            story.isCommentCountMinimum = true
            return story
        }
        let channel = try await fixture.follow(address, stories: [listed(9)])
        #expect(try await counts() == [nil, 9])
        let steps: [(story: FetchedStory, count: Int)] = [
            (try listed(8), 9), (try story(points: nil, comments: 10), 10), (try listed(9), 10), (try listed(nil), 10),
            // The counts do not go down either if the story itself has changed.
            (try listed(9, title: "New looms"), 10), (try listed(12, title: "New looms"), 12),
            (try story(points: nil, comments: 11, title: "New looms"), 11),
        ]
        for (index, step) in steps.enumerated() {
            try await fixture.deliver([step.story], in: channel, at: address)
            #expect(try await counts() == [nil, step.count], "step \(index)")
        }
    }

    @Test func `Old counts are better than none`() async throws {
        let channel = try await fixture.follow(address, stories: [story(points: 7, comments: nil, old: true)])
        #expect(try await counts() == [7, nil])
        try await fixture.deliver([story(points: 8, comments: 3, old: true)], in: channel, at: address)
        #expect(try await counts() == [7, 3])
    }

    @Test func `A list, its feeds, its folder and its newspaper count the same stories`() async throws {
        let a = try await fixture.follow(
            address, folder: "F", stories: (0..<30).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        let b = try await fixture.follow(
            "https://b.test/feed", folder: "F", stories: (0..<4).map { try fixture.story("b\($0)") })
        let library = fixture.library
        _ = try await library.marks.mark([fixture.id("Story 3")], as: .read, true, for: fixture.me)
        let folder = try #require(try await library.subscriptions.folders(for: fixture.me).first)
        let lists: [StoryList] = [.unread, .everything, .within(.mine, .unread), .section(folder.id), .saved]
        let counts = try await library.stories.unreadCounts(of: lists, for: fixture.me)
        #expect(lists.map { counts[$0]?.value } == [33, 33, 33, 33, nil])
        #expect(folder.unread.value == 33)
        let byChannel = try await library.stories.unreadCountsByChannel(for: fixture.me)
        #expect([a, b].map { byChannel[$0]?.value } == [29, 4])
        #expect(folder.subscriptions.map(\.unread.value).sorted() == [4, 29])
        #expect(try await library.editions.unread(in: .mine, for: fixture.me).value == 33)
        // All stories are marked and counted, however few rows were loaded.
        let list = try await library.stories.list(.unread, for: fixture.me, depth: 5)
        let through = try #require(list.asOf)
        let token = try await library.marks.markAllRead(.unread, through: through, for: fixture.me)
        #expect(token.count == 33 && list.unread.value == 33)
        #expect(try await library.stories.unreadCounts(of: [.unread], for: fixture.me)[.unread]?.value == 0)
    }

    @Test func `An undo offer knows what was done`() async throws {
        let channel = try await fixture.follow(address, stories: [fixture.story("a")])
        let (library, me) = (fixture.library, fixture.me)
        func offered() async throws -> UndoToken.Kind? { try await library.marks.lastUndo(for: me, within: 8)?.kind }
        #expect(try await offered() == .followed)
        let story = try await fixture.id("Story a")
        let steps: [(kind: MarkKind, value: Bool, offer: UndoToken.Kind)] = [
            (.read, true, .markedRead), (.read, false, .markedUnread), (.saved, true, .saved),
            (.saved, false, .unsaved),
        ]
        for step in steps {
            fixture.clock.advance(1)
            let token = try await library.marks.mark([story], as: step.kind, step.value, for: me)
            #expect(token.kind == step.offer)
            #expect(try await offered() == step.offer)
        }
        fixture.clock.advance(1)
        _ = try await library.marks.markAllRead(.everything, through: story, for: me)
        #expect(try await offered() == .markedRead)
        fixture.clock.advance(1)
        _ = try await library.subscriptions.unfollow(channel, for: me)
        #expect(try await offered() == .unfollowed)
    }
}
