import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Few requests for a thread: the site's page beside the interface, and a bounded search for what is missing.
@Suite struct HackerNewsThreadPageTests {
    /// As the program makes it.
    private func capability(_ fixture: HackerNewsFixture) throws -> DiscussionCapability {
        let catalog = BuiltInSources.catalog(
            fetcher: fixture.fetcher,
            hackerNewsSelectors: try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped()),
            now: { [clock = fixture.clock] in clock.now })
        let source = try #require(catalog.source(of: .hackerNews, at: try fixture.address("/")))
        return try #require(source.discussion)
    }

    /// Of a hundred comments and more.
    private func busyThread(_ community: SampleCommunity) throws -> Int {
        try #require(community.list("best").first { (100...170).contains(community.thread(below: $0).count) })
    }

    @Test func `HN-88: the interface's thread fades as the site's page does, which saves requests`() async throws {
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
            // A person's wish a moment later: the site wants its pause, and what it said stays.
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
            // Without the list of changes the search is bounded all the same.
            fixture.community.origin.serve(JSON.page("null"), at: "/v0/updates.json")
            fixture.community.origin.clearRequests()
            _ = try await fixture.thread(id)
            #expect(fixture.community.origin.requests.count < 90)
        }
    }
}
