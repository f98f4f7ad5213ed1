import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests that a thread needs few requests: the site's page beside the API, and a bounded search for missing comments.
@Suite struct HackerNewsThreadPageTests {
    /// Returns the capability that the program's catalog has.
    private func capability(_ fixture: HackerNewsFixture) throws -> any DiscussionCapability {
        let catalog = BuiltInSources.catalog(
            fetcher: fixture.fetcher,
            hackerNewsSelectors: try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped()),
            now: { [clock = fixture.clock] in clock.now })
        let source = try #require(catalog.source(of: .hackerNews, at: try fixture.address("/")))
        return try #require(source.discussion)
    }

    /// Returns the ID of a thread with 100 to 170 comments.
    private func busyThread(_ community: SampleCommunity) throws -> Int {
        try #require(community.list("best").first { (100...170).contains(community.thread(below: $0).count) })
    }

    @Test(.mission("HN-88"))
    func `the interface's thread fades as the site's page does, which saves requests`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { ($0.searchLag, $0.commentsPerPage) = (0, 2_000) }
            let id = fixture.community.longThreadID
            let capability = try capability(fixture)
            let first = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)"))
            let comments = try #require(first.comments)
            let hidden = Set(comments.filter { $0.moderationState == .dead }.map(\.key))
            #expect(comments.count == 1_200 && first.isComplete && first.diagnostics.isEmpty)
            #expect(
                DiscussionContract.readingOrder(comments).filter { !hidden.contains($0) }
                    == fixture.community.thread(below: id).map(String.init).filter { !hidden.contains($0) })
            let fades = Set(comments.map(\.fadePercent))
            #expect(fades.contains(0) && fades.contains(90) && fades.count > 6)
            #expect(fixture.hits("/item") == 1 && fixture.hits("/v0/item/") < 60, "\(fixture.hits("/v0/item/"))")
            // A manual refresh a moment later respects the site's pause, and the earlier result of the page stays.
            let again = try await capability.thread(
                for: DiscussionRequest(storyKey: "\(id)", sourceState: first.sourceState, reason: .manual))
            #expect(fixture.hits("/item") == 1 && again.isComplete)
            #expect(again.comments?.map(\.fadePercent).contains(90) != false)
            fixture.clock.advance(31)
            _ = try await capability.thread(
                for: DiscussionRequest(storyKey: "\(id)", sourceState: again.sourceState, reason: .manual))
            #expect(fixture.hits("/item") == 2)
        }
    }

    @Test func `a page that is refused, cut off or foreign costs a thread nothing, nor the lists`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = try busyThread(fixture.community)
            await fixture.community.origin.simulate(.status(403), at: "/item?id=\(id)")
            let capability = try capability(fixture)
            let whole = try await fixture.thread(id)
            let response = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)"))
            #expect(response.comments?.map(\.key) == whole.comments?.map(\.key) && response.diagnostics.isEmpty)
            #expect(fixture.hits("/item") == 1)
            #expect(try await fixture.list().stories?.count == 30)
            // A refusal is remembered for an hour.
            fixture.clock.advance(3_000)
            _ = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)"))
            #expect(fixture.hits("/item") == 1)
            await fixture.community.origin.resetBehaviour()
            fixture.community.configure { $0.pageShare = 0.5 }
            fixture.clock.advance(3_000)
            let cut = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)"))
            #expect(fixture.hits("/item") == 2 && cut.comments?.allSatisfy { $0.fadePercent == 0 } == true)
        }
    }

    @Test func `a pause is neither longer than it may be nor kept of any number of hosts`() {
        let (delay, now) = (CrawlDelay(), FeedFixture.start)
        #expect(delay.admits("a.example", at: now))
        #expect(!delay.admits("a.example", at: now + 29))
        #expect(delay.admits("a.example", at: now + 30))
        delay.recordRefusal(by: "a.example", at: now + 30)
        #expect(!delay.admits("a.example", at: now + 3_000))
        // The clock was set back by a day.
        #expect(delay.admits("a.example", at: now - 86_400))
        let full = CrawlDelay()
        let admitted = (0..<1_000).count { full.admits("\($0).example", at: now) }
        #expect(admitted == CrawlDelay.maxHosts)
        #expect(full.admits("999.example", at: now + 31))
    }

    @Test func `an item that lists none of its comments deletes none, until it has said so for an hour`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let id = try busyThread(fixture.community)
            let whole = try await fixture.thread(id)
            let count = try #require(whole.comments?.count)
            fixture.serve(
                item: id,
                #"{"id":\#(id),"type":"story","title":"T","by":"a","time":1789990000,"descendants":\#(count)}"#)
            fixture.clock.advance(1_000)
            let half = try await fixture.thread(id, previous: whole.sourceState)
            let why = "The official interface gave 0 of \(count) comments; the others stay"
            #expect(!half.isComplete && half.diagnostics == [why])
            fixture.clock.advance(3_500)
            let again = try await fixture.thread(id, previous: half.sourceState, reason: .manual)
            #expect(!again.isComplete && again.diagnostics == [why])
            fixture.clock.advance(200)
            let believed = try await fixture.thread(id, previous: again.sourceState)
            #expect(believed.comments?.isEmpty == true && believed.isComplete && believed.diagnostics.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a comment that the site took away costs no second look at every other`() {
        let count = 30_000
        let (chain, tops) = (Array(10..<10 + count), Array(1_000_000..<1_000_000 + count))
        var builder = HackerNewsThreadBuilder(story: 1, author: nil)
        func add(_ id: Int, below parent: Int, kids: [Int]) {
            var item = HackerNewsItem(id: id, type: "comment")
            item.by = "a"
            item.parent = parent
            item.kids = kids
            builder.merge(item, moderationState: .shown)
        }
        builder.setRanking([10] + Array(tops.dropLast()), below: 1)
        for id in chain { add(id, below: id == 10 ? 1 : id - 1, kids: [id + 1]) }
        for id in tops { add(id, below: 1, kids: []) }
        add(5_000_000, below: tops[count - 1], kids: [])
        #expect(builder.readableCount == 2 * count - 1)
        let comments = builder.comments { node, _ in FetchedComment(key: "\(node.id)", parentKey: "\(node.parent)") }
        #expect(comments.count == 2 * count - 1 && !comments.contains { $0.key == "5000000" })
    }

    @Test func `three comments that the tree lacks cost a few requests, not one for each comment`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.searchLag = 0 }
            let id = try busyThread(fixture.community)
            let whole = try #require(try await fixture.thread(id).comments)
            let newest = whole.sorted { (Int($0.key) ?? 0) > (Int($1.key) ?? 0) }.prefix(3)
            let changed = newest.map { $0.parentKey ?? "\(id)" } + newest.map(\.key)
            fixture.community.origin.serve(
                JSON.page(#"{"items":[\#(changed.joined(separator: ","))],"profiles":[]}"#), at: "/v0/updates.json")
            fixture.community.configure { $0.newestOmittedBySearch = 3 }
            fixture.community.origin.clearRequests()
            let late = try #require(try await fixture.thread(id).comments)
            #expect(late.map(\.key) == whole.map(\.key))
            let asked = fixture.community.origin.requests.count
            #expect(asked < 70, "\(asked) requests for \(whole.count) comments")
            // The search is bounded even without the list of changes.
            fixture.community.origin.serve(JSON.page("null"), at: "/v0/updates.json")
            fixture.community.origin.clearRequests()
            _ = try await fixture.thread(id)
            #expect(fixture.community.origin.requests.count < 90)
        }
    }
}
