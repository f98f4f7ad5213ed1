import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// The sample community and its clients.
struct HackerNewsFixture {
    let community: SampleCommunity
    let fetcher: Fetcher
    let clock: TestClock

    static func open(
        limits: FetchLimits = FetchLimits(timeout: .seconds(120)), _ body: (HackerNewsFixture) async throws -> Void
    )
        async throws
    {
        let clock = TestClock(FeedFixture.start)
        try await SampleCommunity.open(startAt: clock.now, now: { clock.now }) { community in
            let allowed = AllowedAddress(community.origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", limits: limits,
                now: { clock.now })
            do {
                try await body(HackerNewsFixture(community: community, fetcher: fetcher, clock: clock))
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    func address(_ path: String) throws -> WebAddress { try #require(WebAddress(community.origin.address(path))) }

    func source(_ query: String = "") throws -> HackerNewsSource {
        HackerNewsSource(fetcher: fetcher, site: try address("/" + query), now: { [clock] in clock.now })
    }

    func list(
        _ page: String = "/news", previous state: SourceState? = nil, after cursor: SourceCursor? = nil,
        _ query: String = ""
    ) async throws -> ChannelResponse {
        try await source(query).stories(
            in: ChannelRequest(address: try address(page), reason: .viewed, sourceState: state, after: cursor))
    }

    func thread(
        _ id: Int, previous state: SourceState? = nil, reason: RefreshReason = .viewed, _ query: String = ""
    ) async throws -> DiscussionResponse {
        let capability = try #require(try source(query).discussion)
        return try await capability.thread(
            for: DiscussionRequest(storyKey: "\(id)", sourceState: state, reason: reason))
    }

    /// Replaces an item of the official API.
    func serve(item id: Int, _ json: String) { community.origin.serve(JSON.page(json), at: "/v0/item/\(id).json") }
    func serve(tree id: Int, _ json: String, status: Int = 200) {
        community.origin.serve(JSON.page(json, status: status), at: "/api/v1/items/\(id)")
    }

    /// Returns the error thrown by `work`; nil if there is none.
    static func failure(_ work: () async throws -> Void) async -> SourceError? {
        do {
            try await work()
            return nil
        } catch { return error as? SourceError }
    }

    /// Returns the number of requests by path prefix.
    func hits(_ prefix: String) -> Int { community.origin.requests.count { $0.path.hasPrefix(prefix) } }
}

@Suite struct HackerNewsListTests {
    @Test(
        .mission("HN-01", "HN-58", "HN-59", "HN-61", "HN-82"),
        arguments: [
            ("/news", "top"), ("/newest", "new"), ("/best", "best"), ("/ask", "ask"), ("/show", "show"),
            ("/jobs", "job"),
        ])
    func `a list has thirty stories in the site's order`(page: String, list: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let response = try await fixture.list(page)
            let wanted = fixture.community.list(list).prefix(30).map(String.init)
            #expect(response.stories?.map(\.key) == wanted && !wanted.isEmpty)
            #expect(response.firstRank == 0 && response.status == 200 && response.sourceState != nil)
            #expect(response.pollingHints.viewFreshSeconds == 180)
            #expect(fixture.community.origin.requests.first?.path == "/v0/\(list)stories.json")
        }
    }

    @Test(.mission("HN-02")) func `a story has title, who, points, comments, age and where it leads`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.origin.serve(JSON.page("[7]"), at: "/v0/topstories.json")
            fixture.serve(
                item: 7,
                #"{"by":"mara","descendants":71,"id":7,"kids":[9],"score":111,"time":1789990000,"title":"Fish &amp; chips &#x27;n&#x27; &lt;b&gt;","type":"story","url":"https://loom.example/fish","odd":{"new":[1]}}"#
            )
            let story = try #require(try await fixture.list().stories?.first)
            #expect(story.title == "Fish & chips 'n' <b>" && story.byline == "mara")
            #expect(story.points == 111 && story.commentCount == 71)
            #expect(story.publishedAt == Date(timeIntervalSince1970: 1_789_990_000))
            #expect(story.link?.text == "https://loom.example/fish" && story.externalLink == story.link)
            #expect(story.discussionLink == (try fixture.address("/item?id=7")))
            #expect(story.kind == .story)
        }
    }

    @Test(.mission("HN-03", "HN-14")) func `a failing interface is an error, never an empty list`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            await fixture.community.origin.simulate(.status(500))
            await #expect(throws: SourceError.refused(status: 500)) { try await fixture.list() }
            await #expect(throws: SourceError.refused(status: 500)) {
                try await fixture.thread(fixture.community.longThreadID)
            }
            await fixture.community.origin.simulate(.garbage)
            do {
                _ = try await fixture.list()
                Issue.record("garbage was read")
            } catch let error as SourceError {
                #expect(error.code == .unreadable)
            }
            await fixture.community.origin.resetBehaviour()
            fixture.community.origin.serve(JSON.page(#"{"error":"Permission denied"}"#), at: "/v0/topstories.json")
            await #expect(
                throws: SourceError.unreadable(FailureCause(.originError("Permission denied"), at: "127.0.0.1"))
            ) { try await fixture.list() }
        }
    }

    @Test(.mission("HN-04")) func `items that arrive in any order stand in the order of the numbers`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let ids = fixture.community.list("top")
            // The first response arrives last, even if a busy machine sends the requests slowly.
            await fixture.community.origin.simulate(.delayed(.seconds(3)), at: "/v0/item/\(ids[0]).json")
            let response = try await fixture.list()
            #expect(response.stories?.map(\.key) == ids.prefix(30).map(String.init))
            #expect((2...6).contains(fixture.community.origin.maxConcurrentRequests))
        }
    }

    @Test func `numbers that mean nothing are passed over`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.listsUnknownIDs = true }
            let response = try await fixture.list()
            #expect(response.stories?.count == 29 && response.diagnostics.isEmpty)
        }
    }

    @Test(.mission("HN-64")) func `thirty more at a time, none twice, though the list moves meanwhile`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let all = fixture.community.list("top")
            var response = try await fixture.list()
            var keys = response.stories?.map(\.key) ?? []
            var ranks = [response.firstRank]
            // The order is reversed from now on.
            fixture.community.origin.serve(
                JSON.page("[" + all.reversed().map(String.init).joined(separator: ",") + "]"),
                at: "/v0/topstories.json")
            while let next = response.next {
                response = try await fixture.list(after: next)
                keys += response.stories?.map(\.key) ?? []
                ranks.append(response.firstRank)
            }
            #expect(keys == all.map(String.init))
            #expect(ranks == stride(from: 0, to: all.count, by: 30).map { $0 })
            #expect(all.count > 100)
        }
    }

    @Test func `a second visit asks for two lists and what is new or changed, and for nothing else`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            // A rule by age alone would fetch items older than ten minutes again.
            let first = try await fixture.list()
            // The requests are for the IDs, thirty items and the options of a poll.
            #expect((31...36).contains(fixture.community.origin.requests.count))
            fixture.community.origin.clearRequests()
            let second = try await fixture.list(previous: first.sourceState)
            let paths = fixture.community.origin.requests.map(\.path)
            #expect(paths.prefix(2) == ["/v0/topstories.json", "/v0/updates.json"])
            #expect(paths.count <= 12, "\(paths.count) requests")
            #expect(second.sourceState != nil && second.next != nil)
            // An unchanged list has no stories.
            fixture.community.origin.serve(JSON.page(#"{"items":[],"profiles":[]}"#), at: "/v0/updates.json")
            fixture.community.origin.clearRequests()
            let third = try await fixture.list(previous: second.sourceState)
            #expect(third.stories == nil && fixture.community.origin.requests.count == 2)
            // A new story is at the top.
            let top = fixture.community.list("top")
            let risen = try #require(top.dropFirst(HackerNewsListLoader.pageSize).first)
            fixture.community.origin.serve(
                JSON.page(
                    "[" + ([risen] + top.filter { $0 != risen }).map(String.init).joined(separator: ",") + "]"),
                at: "/v0/topstories.json")
            fixture.community.origin.clearRequests()
            let fourth = try await fixture.list(previous: third.sourceState)
            #expect(fourth.stories?.first?.key == "\(risen)")
            #expect(fourth.stories?.count == 30 && fixture.community.origin.requests.count <= 3)
            // Counts are current only for items that this refresh fetched: another list may have brought later counts
            // of the rest.
            #expect(first.stories?.contains { $0.hasOldCounts } == false)
            #expect(fourth.stories?.first?.hasOldCounts == false)
            #expect(fourth.stories?.dropFirst().allSatisfy { $0.hasOldCounts } == true)
        }
    }

    @Test(.mission("HN-11", "HN-63"))
    func `a story without a link leads to its discussion, and a job has neither votes nor comments`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let asks = try #require(try await fixture.list("/ask").stories)
            #expect(asks.allSatisfy { $0.kind == .question && $0.externalLink == nil && $0.link == $0.discussionLink })
            #expect(asks.contains { !$0.text.isEmpty })
            let jobs = try #require(try await fixture.list("/jobs").stories)
            #expect(
                jobs.allSatisfy {
                    $0.kind == .job && $0.points == nil && $0.commentCount == nil && $0.discussionLink == nil
                })
            #expect(jobs.contains { $0.externalLink == nil && $0.link?.path == "/item" })
            let shows = try #require(try await fixture.list("/show").stories)
            #expect(shows.allSatisfy { $0.kind == .show })
        }
    }

    @Test(.mission("HN-68", "HN-69")) func `the page that a story is about is read for its text`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let body = (1...6).map {
                "<p>Paragraph \($0) of the page says, at some length, what looms and ledgers are good for, and why.</p>"
            }
            fixture.community.origin.serve(
                FeedFixture.html(body: "<article><h1>Looms</h1>\(body.joined())</article>"), at: "/looms")
            #expect(try fixture.source().hasStoryPages)
            let articles = BuiltInSources.catalog(fetcher: fixture.fetcher).articles
            let text = try await articles.fullText(of: try fixture.address("/looms"))
            #expect(text.text.contains("Paragraph 6"))
        }
    }

    @Test(.mission("HN-85")) func `a poll has its options in order, with their votes`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let poll = try await fixture.thread(fixture.community.poll).story
            #expect(poll?.kind == .poll && poll?.pollOptions.count == 4)
            #expect(
                poll?.pollOptions.first?.text == "Before the article"
                    && poll?.pollOptions.allSatisfy { $0.votes ?? 0 > 0 } == true)
        }
    }

    @Test func `the site's address says where its services are`() throws {
        let official = HackerNewsEndpoints(site: try #require(WebAddress("https://news.ycombinator.com/")))
        #expect(official.apiRoot == "https://hacker-news.firebaseio.com/v0" && official.backend == .api)
        #expect(
            official.searchRoot == "https://hn.algolia.com/api/v1" && official.site == "https://news.ycombinator.com")
        let own = HackerNewsEndpoints(
            site: try #require(WebAddress("http://127.0.0.1:9/x/?via=pages&items=http%3A%2F%2F127.0.0.1%3A8%2Fv0%2F")))
        #expect(own.site == "http://127.0.0.1:9/x" && own.apiRoot == "http://127.0.0.1:8/v0" && own.backend == .website)
        #expect(own.searchRoot == "http://127.0.0.1:9/x/api/v1")
    }
}
