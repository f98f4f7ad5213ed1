import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// The search service of 2013 as the way in.
@Suite struct HackerNewsOldSearchTests {
    @Test func `HN-05: the feed gives numbers, the items come in bulk, and stand in the feed's order`() async throws {
        try await Commons.open { commons async throws in
            let answer = try await commons.list("/news", "?via=hnsearch")
            let items = try #require(try await commons.list().stories)
            #expect(answer.stories?.map(\.title) == items.map(\.title))
            #expect(answer.stories?.map(\.link) == items.map(\.link) && answer.firstRank == 0)
            #expect(commons.hits("/bigrss") == 1 && commons.hits("/api.hnsearch.com/items/_bulk/get_multi") == 1)
            #expect(
                commons.community.origin.hits.contains {
                    $0.query?.hasPrefix("ids=") == true && $0.query?.hasSuffix(",") == true
                })
            let next = try #require(answer.next)
            let more = try await commons.list("/news", after: next, "?via=hnsearch")
            #expect(more.stories?.count == 30 && more.stories?.first?.key != answer.stories?.first?.key)
        }
    }

    @Test func `HN-05, HN-15: comments in no order become a thread, beyond the first hundred`() async throws {
        try await Commons.open { commons async throws in
            var answer = try await commons.list("/news", "?via=hnsearch")
            var stories = answer.stories ?? []
            while let next = answer.next {
                answer = try await commons.list("/news", after: next, "?via=hnsearch")
                stories += answer.stories ?? []
            }
            let story = try #require(stories.first { (101...900).contains($0.commentCount ?? 0) })
            let ability = try #require(try commons.source("?via=hnsearch").discussion)
            let request = DiscussionRequest(story: story.key)
            let thread = try await ability.thread(under: request)
            let comments = try #require(thread.comments)
            #expect(comments.count == story.commentCount && comments.count > 100 && thread.missing == 0)
            DiscussionContract.expectForm(comments)
            #expect(comments.contains { $0.parent != nil })
            var again = request
            again.memory = thread.memory
            #expect(try await ability.thread(under: again).comments == nil)
            let job = try #require(stories.first { $0.commentCount == 0 })
            #expect(try await ability.thread(under: DiscussionRequest(story: job.key)).comments?.isEmpty == true)
            await commons.community.origin.behave(.garbage)
            let failure = await Commons.failure { _ = try await ability.thread(under: request) }
            #expect(failure?.code == "unreadable")
        }
    }
}
