import Foundation
import GRDB
import News
import TestSupport
import Testing

@testable import Library

/// Tests of channels whose origins have their own order.
@Suite struct `Channel ranking` {
    let fixture: LibraryFixture
    let address = "https://o.test/list"

    init() throws { fixture = try LibraryFixture() }

    private func follow(_ address: String? = nil) async throws -> ChannelID {
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address ?? self.address), metadata: ChannelMetadata(title: "List"))
        let channel = try await fixture.library.subscriptions.follow(found, folder: nil, for: fixture.me).id
        try await fixture.refresh(channel)
        return channel
    }

    private func page(_ channel: ChannelID) async throws -> StoryListResult {
        try await fixture.library.stories.list(.channel(channel), for: fixture.me, depth: 100)
    }

    private func rank(_ minutes: [Int], from rank: Int, next: String? = nil, at cursor: String? = nil) throws {
        let stories = try minutes.map { try fixture.story("\($0)", minutesAgo: Double($0)) }
        var answer = ChannelResponse(stories: stories, next: next.map { SourceCursor(rawValue: $0) })
        answer.firstRank = rank
        fixture.source.put(.success(answer), at: cursor.map { "\(address) \($0)" } ?? address)
    }

    @Test(.mission("HN-04"))
    func `a ranked list has its origin's order, whatever the times, and moves with it`() async throws {
        try rank([7, 1, 9], from: 0, next: "second")
        try rank([2, 8], from: 3, at: "second")
        let channel = try await follow()
        _ = try await fixture.library.olderStories.fetch(.channel(channel), for: fixture.me)
        var rows = try await page(channel).rows
        #expect(rows.map(\.title) == [7, 1, 9, 2, 8].map { "Story \($0)" })
        // A row's age is the story's own.
        #expect(rows[0].shownAt < rows[1].shownAt)
        fixture.clock.advance(7_200)
        try rank([9, 3, 7], from: 0, next: "second")
        try await fixture.refresh(channel)
        rows = try await page(channel).rows
        #expect(rows.map(\.title) == [9, 3, 7, 1, 2, 8].map { "Story \($0)" })
    }

    @Test(.mission("HN-04"))
    func `a ranked list has its origin's ranks, over further pages and among the unread`() async throws {
        fixture.source.rank(address)
        try rank([7, 1, 9], from: 0, next: "second")
        try rank([2, 8], from: 3, at: "second")
        let channel = try await follow()
        #expect(try await page(channel).rows.map(\.rank) == [1, 2, 3])
        _ = try await fixture.library.olderStories.fetch(.channel(channel), for: fixture.me)
        #expect(try await page(channel).rows.map(\.rank) == [1, 2, 3, 4, 5])
        let folder = try await fixture.library.stories.list(.section(.other), for: fixture.me, depth: 2)
        #expect(folder.rows.map(\.rank) == [1, 2])
        _ = try await fixture.library.marks.mark([fixture.id("Story 1")], as: .read, true, for: fixture.me)
        let unread = try await fixture.library.stories.list(
            .channel(channel), for: fixture.me, depth: 9, unreadOnly: true)
        #expect(unread.rows.map(\.rank) == [1, 3, 4, 5])
        for list in [StoryList.everything, .unread] {
            let rows = try await fixture.library.stories.list(list, for: fixture.me, depth: 9).rows
            #expect(rows.count > 3 && rows.allSatisfy { $0.rank == nil })
        }
        // Stories that have left the page are numbered after those on the page.
        fixture.clock.advance(7_200)
        try rank([9, 3], from: 0)
        try await fixture.refresh(channel)
        #expect(try await page(channel).rows.map(\.title) == [9, 3, 7, 1, 2, 8].map { "Story \($0)" })
        #expect(try await page(channel).rows.map(\.rank) == [1, 2, 3, 4, 5, 6])
        let oldest = try await fixture.library.stories.list(
            .channel(channel), for: fixture.me, depth: 9, order: .oldestFirst)
        #expect(oldest.rows.allSatisfy { $0.rank == nil })
    }

    @Test func `A list whose order is that of time has no ranks, though its origin numbers it`() async throws {
        try rank([1, 9, 2, 4], from: 0)
        let channel = try await follow()
        #expect(try await page(channel).rows.map(\.rank) == [nil, nil, nil, nil])
        #expect(try await page(channel).isRanked == false)
    }

    @Test(arguments: [true, false])
    func `A list is ranked if its only channel is, in either order`(isRanked: Bool) async throws {
        if isRanked { fixture.source.rank(address) }
        // The ranks happen to have the order by time.
        try rank([1, 2], from: 0)
        let channel = try await follow()
        let stories = try [fixture.story("other", minutesAgo: 5)]
        let other = try await fixture.follow("https://other.test/feed", stories: stories)
        for list in [StoryList.channel(channel), .section(.other), .everything] {
            for order in [StoryOrder.newestFirst, .oldestFirst] {
                let result = try await fixture.library.stories.list(list, for: fixture.me, depth: 9, order: order)
                #expect(result.hasRankedChannel == isRanked, "\(list), \(order)")
                #expect(result.isRanked == (isRanked && list == .channel(channel)), "\(list), \(order)")
            }
        }
        let plain = try await fixture.library.stories.list(.channel(other), for: fixture.me, depth: 9)
        #expect(!plain.isRanked && !plain.hasRankedChannel)
    }

    private func titles(_ minutes: Int...) -> [String] { minutes.map { "Story \($0)" } }

    /// Returns the titles in the order in which a reader steps through the list.
    private func walk(_ list: StoryList, from title: String) async throws -> [String] {
        var (walked, id): ([String], StoryID?) = ([], try await fixture.id(title))
        while let current = id {
            let story = try await fixture.library.stories.story(current, for: fixture.me, in: list)
            walked.append(story.row.title)
            if let next = story.next {
                let back = try await fixture.library.stories.story(next.id, for: fixture.me, in: list)
                #expect(back.previous?.id == current)
            }
            id = story.next?.id
        }
        return walked
    }

    @Test func `Lists of several channels go by date, whichever came last and in whatever order`() async throws {
        try rank([7, 1, 9], from: 0)
        let ranked = try await follow()
        let plain = try [4, 8].map { try fixture.story("\($0)", minutesAgo: Double($0)) }
        try await fixture.follow("https://other.test/feed", stories: plain)
        for _ in 0..<2 {
            #expect(try await page(ranked).rows.map(\.title) == titles(7, 1, 9))
            for list in [StoryList.everything, .unread, .section(.other)] {
                #expect(try await fixture.titles(list) == titles(1, 4, 7, 8, 9), "\(list)")
            }
            fixture.clock.advance(7_200)
            try await fixture.refresh(ranked)
        }
        #expect(try await walk(.everything, from: "Story 1") == titles(1, 4, 7, 8, 9))
        #expect(try await walk(.channel(ranked), from: "Story 7") == titles(7, 1, 9))
    }

    @Test func `What is above is what the list shows above`() async throws {
        try rank([7, 1, 9], from: 0)
        let ranked = try await follow()
        try await fixture.follow("https://other.test/feed", stories: [fixture.story("4", minutesAgo: 4)])
        let unread = { try await fixture.library.stories.list(.unread, for: fixture.me, depth: 9).rows.map(\.title) }
        let undo = try await fixture.library.marks.markRead(
            above: fixture.id("Story 9"), in: .channel(ranked), for: fixture.me)
        #expect(try await unread() == titles(4, 9))
        _ = try await fixture.library.marks.undo(undo.id, for: fixture.me)
        _ = try await fixture.library.marks.markRead(above: fixture.id("Story 7"), in: .everything, for: fixture.me)
        #expect(try await unread() == titles(7, 9))
    }

    @Test func `Marking what is older goes by date, also in a ranked list`() async throws {
        try rank([7, 1, 9], from: 0)
        let ranked = try await follow()
        let limit = fixture.clock.now.addingTimeInterval(-5 * 60)
        _ = try await fixture.library.marks.markRead(before: limit, in: .channel(ranked), for: fixture.me)
        #expect(try await fixture.titles(.unread) == titles(1))
    }

    @Test func `Stories with and without ranks share a list: none is lost`() async throws {
        fixture.source.put([try fixture.story("5", minutesAgo: 5)], at: address)
        let channel = try await follow()
        fixture.clock.advance(7_200)
        try rank([8, 2], from: 0)
        try await fixture.refresh(channel)
        #expect(try await page(channel).rows.map(\.title) == titles(8, 2, 5))
        // The origin no longer ranks, so new stories are ordered by date.
        fixture.clock.advance(7_200)
        fixture.source.put([try fixture.story("3", minutesAgo: 3)], at: address)
        try await fixture.refresh(channel)
        #expect(try await page(channel).rows.map(\.title) == titles(3, 8, 2, 5))
    }
}
