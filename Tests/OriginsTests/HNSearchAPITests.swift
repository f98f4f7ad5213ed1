import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// The search service of 2013 as the way in.
@Suite struct HNSearchAPITests {
    @Test func `HN-05: the feed gives numbers, the items come in bulk, and stand in the feed's order`() async throws {
        try await HackerNewsFixture.open { commons async throws in
            let answer = try await commons.list("/news", "?via=hnsearch")
            let items = try #require(try await commons.list().stories)
            #expect(answer.stories?.map(\.title) == items.map(\.title))
            #expect(answer.stories?.map(\.link) == items.map(\.link) && answer.firstRank == 0)
            #expect(commons.hits("/bigrss") == 1 && commons.hits("/api.hnsearch.com/items/_bulk/get_multi") == 1)
            #expect(
                commons.community.origin.requests.contains {
                    $0.query?.hasPrefix("ids=") == true && $0.query?.hasSuffix(",") == true
                })
            let next = try #require(answer.next)
            let more = try await commons.list("/news", after: next, "?via=hnsearch")
            #expect(more.stories?.count == 30 && more.stories?.first?.key != answer.stories?.first?.key)
        }
    }

    @Test func `HN-05, HN-15: comments in no order become a thread, beyond the first hundred`() async throws {
        try await HackerNewsFixture.open { commons async throws in
            var answer = try await commons.list("/news", "?via=hnsearch")
            var stories = answer.stories ?? []
            while let next = answer.next {
                answer = try await commons.list("/news", after: next, "?via=hnsearch")
                stories += answer.stories ?? []
            }
            let story = try #require(stories.first { (101...900).contains($0.commentCount ?? 0) })
            let ability = try #require(try commons.source("?via=hnsearch").discussion)
            let request = DiscussionRequest(storyKey: story.key)
            let thread = try await ability.thread(for: request)
            let comments = try #require(thread.comments)
            #expect(comments.count == story.commentCount && comments.count > 100 && thread.missingCount == 0)
            DiscussionContract.expectWellFormed(comments)
            #expect(comments.contains { $0.parentKey != nil })
            var again = request
            again.sourceState = thread.sourceState
            #expect(try await ability.thread(for: again).comments == nil)
            let job = try #require(stories.first { $0.commentCount == 0 })
            #expect(try await ability.thread(for: DiscussionRequest(storyKey: job.key)).comments?.isEmpty == true)
            await commons.community.origin.simulate(.garbage)
            let failure = await HackerNewsFixture.failure { _ = try await ability.thread(for: request) }
            #expect(failure?.code == "unreadable")
        }
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
    func `a number from the ends of what there is stops nobody`(hits: String) async throws {
        try await HackerNewsFixture.open { commons async throws in
            let page = JSON.page(
                #"{"hits":\#(hits),"results":[{"item":{"id":9,"_id":"9-abcde","type":"comment","username":"b","text":"One"}}]}"#
            )
            commons.community.origin.serve(page, at: "/api.hnsearch.com/items/_search")
            let ability = try #require(try commons.source("?via=hnsearch").discussion)
            let answer = try await ability.thread(for: DiscussionRequest(storyKey: "8-abcde"))
            #expect(answer.comments?.map(\.key) == ["9-abcde"] && answer.missingCount == 0)
        }
    }
}
