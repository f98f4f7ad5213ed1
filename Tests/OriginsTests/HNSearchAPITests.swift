import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Origins

/// Tests with the search API of 2013 as backend.
@Suite struct HNSearchAPITests {
    @Test(.mission("HN-05"))
    func `the feed gives numbers, the items come in bulk, and stand in the feed's order`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let response = try await fixture.list("/news", "?via=hnsearch")
            let items = try #require(try await fixture.list().stories)
            #expect(response.stories?.map(\.title) == items.map(\.title))
            #expect(response.stories?.map(\.link) == items.map(\.link) && response.firstRank == 0)
            #expect(fixture.hits("/bigrss") == 1 && fixture.hits("/api.hnsearch.com/items/_bulk/get_multi") == 1)
            #expect(
                fixture.community.origin.requests.contains {
                    $0.query?.hasPrefix("ids=") == true && $0.query?.hasSuffix(",") == true
                })
            let next = try #require(response.next)
            let more = try await fixture.list("/news", after: next, "?via=hnsearch")
            #expect(more.stories?.count == 30 && more.stories?.first?.key != response.stories?.first?.key)
            #expect(more.firstRank == 30)
        }
    }

    @Test(.mission("HN-05", "HN-15"))
    func `comments in no order become a thread, beyond the first hundred`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            var response = try await fixture.list("/news", "?via=hnsearch")
            var stories = response.stories ?? []
            while let next = response.next {
                response = try await fixture.list("/news", after: next, "?via=hnsearch")
                stories += response.stories ?? []
            }
            let story = try #require(stories.first { (101...900).contains($0.commentCount ?? 0) })
            let capability = try #require(try fixture.source("?via=hnsearch").discussion)
            let request = DiscussionRequest(storyKey: story.key)
            let thread = try await capability.thread(for: request)
            let comments = try #require(thread.comments)
            #expect(comments.count == story.commentCount && comments.count > 100 && thread.missingCount == 0)
            DiscussionContract.expectWellFormed(comments)
            #expect(comments.contains { $0.parentKey != nil })
            var again = request
            again.sourceState = thread.sourceState
            #expect(try await capability.thread(for: again).comments == nil)
            let job = try #require(stories.first { $0.commentCount == 0 })
            #expect(try await capability.thread(for: DiscussionRequest(storyKey: job.key)).comments?.isEmpty == true)
            await fixture.community.origin.simulate(.garbage)
            let failure = await HackerNewsFixture.failure { _ = try await capability.thread(for: request) }
            #expect(failure?.code == .unreadable)
        }
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
    func `a number from the ends of what there is stops nobody`(hits: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let page = JSON.page(
                #"{"hits":\#(hits),"results":[{"item":{"id":9,"_id":"9-abcde","type":"comment","username":"b","text":"One"}}]}"#
            )
            fixture.community.origin.serve(page, at: "/api.hnsearch.com/items/_search")
            let capability = try #require(try fixture.source("?via=hnsearch").discussion)
            let response = try await capability.thread(for: DiscussionRequest(storyKey: "8-abcde"))
            #expect(response.comments?.map(\.key) == ["9-abcde"] && response.missingCount == 0)
        }
    }
}
