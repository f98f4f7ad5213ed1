import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// The invented community, and what asks it.
struct Commons {
    let community: SampleCommunity
    let fetcher: Fetcher
    let clock: StandingClock

    static func open(limits: FetchLimits = FetchLimits(timeout: .seconds(120)), _ body: (Commons) async throws -> Void)
        async throws
    {
        let clock = StandingClock()
        try await SampleCommunity.open(startAt: clock.now, now: { clock.now }) { community in
            let allowed = AllowedAddress(community.origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", limits: limits,
                now: { clock.now })
            do {
                try await body(Commons(community: community, fetcher: fetcher, clock: clock))
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
        _ page: String = "/news", remembering memory: ChannelMemory? = nil, after cursor: Cursor? = nil,
        _ query: String = ""
    ) async throws -> ChannelAnswer {
        try await source(query).stories(
            in: ChannelRequest(address: try address(page), reason: .appeared, memory: memory, after: cursor))
    }

    func thread(
        _ id: Int, remembering memory: ChannelMemory? = nil, reason: RefreshReason = .appeared, _ query: String = ""
    ) async throws -> DiscussionAnswer {
        let ability = try #require(try source(query).discussion)
        return try await ability.thread(
            under: DiscussionRequest(story: "\(id)", memory: memory, reason: reason))
    }

    /// Serves an item of the official interface in place of the community's.
    func put(item id: Int, _ json: String) { community.origin.put(JSON.page(json), at: "/v0/item/\(id).json") }
    func put(tree id: Int, _ json: String, status: Int = 200) {
        community.origin.put(JSON.page(json, status: status), at: "/api/v1/items/\(id)")
    }

    /// The error that asking ends in, if it does.
    static func failure(_ work: () async throws -> Void) async -> SourceError? {
        do {
            try await work()
            return nil
        } catch { return error as? SourceError }
    }

    /// How many times a path that begins so was asked for.
    func hits(_ prefix: String) -> Int { community.origin.hits.count { $0.path.hasPrefix(prefix) } }
}

@Suite struct HackerNewsListTests {
    @Test(arguments: [
        ("/news", "top"), ("/newest", "new"), ("/best", "best"), ("/ask", "ask"), ("/show", "show"), ("/jobs", "job"),
    ])
    func `HN-01, HN-58, HN-59, HN-61: a list has thirty stories in the site's order`(page: String, list: String)
        async throws
    {
        try await Commons.open { commons async throws in
            let answer = try await commons.list(page)
            let wanted = commons.community.list(list).prefix(30).map(String.init)
            #expect(answer.stories?.map(\.key) == wanted && !wanted.isEmpty)
            #expect(answer.firstRank == 0 && answer.status == 200 && answer.memory != nil)
            #expect(answer.pace.shownSeconds == 180)
            #expect(commons.community.origin.hits.first?.path == "/v0/\(list)stories.json")
        }
    }

    @Test func `HN-02: a story has title, who, points, comments, age and where it leads`() async throws {
        try await Commons.open { commons async throws in
            commons.community.origin.put(JSON.page("[7]"), at: "/v0/topstories.json")
            commons.put(
                item: 7,
                #"{"by":"mara","descendants":71,"id":7,"kids":[9],"score":111,"time":1789990000,"title":"Fish &amp; chips &#x27;n&#x27; &lt;b&gt;","type":"story","url":"https://loom.example/fish","odd":{"new":[1]}}"#
            )
            let story = try #require(try await commons.list().stories?.first)
            #expect(story.title == "Fish & chips 'n' <b>" && story.byline == "mara")
            #expect(story.points == 111 && story.commentCount == 71)
            #expect(story.publishedAt == Date(timeIntervalSince1970: 1_789_990_000))
            #expect(story.link?.text == "https://loom.example/fish" && story.externalLink == story.link)
            #expect(story.discussion == (try commons.address("/item?id=7")))
            #expect(story.kind == .story)
        }
    }

    @Test func `HN-03, HN-14: a failing interface is an error, never an empty list`() async throws {
        try await Commons.open { commons async throws in
            await commons.community.origin.behave(.status(500))
            await #expect(throws: SourceError.refused(status: 500)) { try await commons.list() }
            await #expect(throws: SourceError.refused(status: 500)) {
                try await commons.thread(commons.community.longThread)
            }
            await commons.community.origin.behave(.garbage)
            do {
                _ = try await commons.list()
                Issue.record("garbage was read")
            } catch let error as SourceError {
                #expect(error.code == "unreadable")
            }
            await commons.community.origin.behaveWell()
            commons.community.origin.put(JSON.page(#"{"error":"Permission denied"}"#), at: "/v0/topstories.json")
            await #expect(
                throws: SourceError.unreadable(why: "127.0.0.1 answered with an error: Permission denied")
            ) { try await commons.list() }
        }
    }

    @Test func `HN-04: items that arrive in any order stand in the order of the numbers`() async throws {
        try await Commons.open { commons async throws in
            let ids = commons.community.list("top")
            // The first comes last.
            await commons.community.origin.behave(.delayed(.milliseconds(300)), at: "/v0/item/\(ids[0]).json")
            let answer = try await commons.list()
            #expect(answer.stories?.map(\.key) == ids.prefix(30).map(String.init))
            #expect((2...6).contains(commons.community.origin.mostAtOnce))
        }
    }

    @Test func `numbers that mean nothing are passed over`() async throws {
        try await Commons.open { commons async throws in
            commons.community.change { $0.hasHoles = true }
            let answer = try await commons.list()
            #expect(answer.stories?.count == 29 && answer.complaints.isEmpty)
        }
    }

    @Test func `HN-64: thirty more at a time, none twice, though the list moves meanwhile`() async throws {
        try await Commons.open { commons async throws in
            let all = commons.community.list("top")
            var answer = try await commons.list()
            var keys = answer.stories?.map(\.key) ?? []
            var ranks = [answer.firstRank]
            // Another order from now on.
            commons.community.origin.put(
                JSON.page("[" + all.reversed().map(String.init).joined(separator: ",") + "]"),
                at: "/v0/topstories.json")
            while let next = answer.next {
                answer = try await commons.list(after: next)
                keys += answer.stories?.map(\.key) ?? []
                ranks.append(answer.firstRank)
            }
            #expect(keys == all.map(String.init))
            #expect(ranks == stride(from: 0, to: all.count, by: 30).map { $0 })
            #expect(all.count > 100)
        }
    }

    @Test func `a second visit asks for two lists and what is new or changed, and for nothing else`() async throws {
        try await Commons.open { commons async throws in
            // All of them older than ten minutes at the second visit would be asked again by age alone.
            let first = try await commons.list()
            // The numbers, thirty items and the options of a poll.
            #expect((31...36).contains(commons.community.origin.hits.count))
            commons.community.origin.forgetHits()
            let second = try await commons.list(remembering: first.memory)
            let paths = commons.community.origin.hits.map(\.path)
            #expect(paths.prefix(2) == ["/v0/topstories.json", "/v0/updates.json"])
            #expect(paths.count <= 12, "\(paths.count) requests")
            #expect(second.memory != nil && second.next != nil)
            // Nothing changed at all: no stories.
            commons.community.origin.put(JSON.page(#"{"items":[],"profiles":[]}"#), at: "/v0/updates.json")
            commons.community.origin.forgetHits()
            let third = try await commons.list(remembering: second.memory)
            #expect(third.stories == nil && commons.community.origin.hits.count == 2)
            // A new one at the top.
            commons.community.origin.put(
                JSON.page(
                    "["
                        + ([commons.community.longThread] + commons.community.list("top")).map(String.init)
                        .joined(separator: ",") + "]"), at: "/v0/topstories.json")
            commons.community.origin.forgetHits()
            let fourth = try await commons.list(remembering: third.memory)
            #expect(fourth.stories?.first?.key == "\(commons.community.longThread)")
            #expect(fourth.stories?.count == 30 && commons.community.origin.hits.count <= 3)
        }
    }

    @Test
    func `HN-11, HN-63: a story without a link leads to its discussion, and a job has neither votes nor comments`()
        async throws
    {
        try await Commons.open { commons async throws in
            let asks = try #require(try await commons.list("/ask").stories)
            #expect(asks.allSatisfy { $0.kind == .question && $0.externalLink == nil && $0.link == $0.discussion })
            #expect(asks.contains { !$0.text.isEmpty })
            let jobs = try #require(try await commons.list("/jobs").stories)
            #expect(
                jobs.allSatisfy {
                    $0.kind == .job && $0.points == nil && $0.commentCount == nil && $0.discussion == nil
                })
            #expect(jobs.contains { $0.externalLink == nil && $0.link?.path == "/item" })
            let shows = try #require(try await commons.list("/show").stories)
            #expect(shows.allSatisfy { $0.kind == .show })
        }
    }

    @Test func `HN-69: the page that a story is about is read for its text`() async throws {
        try await Commons.open { commons async throws in
            let body = (1...6).map {
                "<p>Paragraph \($0) of the page says, at some length, what looms and ledgers are good for, and why.</p>"
            }
            commons.community.origin.put(
                Dish.html(body: "<article><h1>Looms</h1>\(body.joined())</article>"), at: "/looms")
            let ability = try #require(try commons.source().fullText)
            let text = try await ability.text(of: try commons.address("/looms"))
            #expect(text.text.contains("Paragraph 6"))
        }
    }

    @Test func `HN-85: a poll has its options in order, with their votes`() async throws {
        try await Commons.open { commons async throws in
            let poll = try await commons.thread(commons.community.poll).story
            #expect(poll?.kind == .poll && poll?.poll.count == 4)
            #expect(
                poll?.poll.first?.text == "Before the article" && poll?.poll.allSatisfy { $0.votes ?? 0 > 0 } == true)
            let single = try #require(try commons.source().singleStory)
            let story = try await single.story("\(commons.community.poll)")
            #expect(story.poll == poll?.poll)
            await #expect(throws: SourceError.notThere) { try await single.story("3") }
        }
    }

    @Test func `the site's address says where its services are`() throws {
        let official = HackerNewsAddresses(site: try #require(WebAddress("https://news.ycombinator.com/")))
        #expect(official.items == "https://hacker-news.firebaseio.com/v0" && official.way == .interface)
        #expect(official.search == "https://hn.algolia.com/api/v1" && official.site == "https://news.ycombinator.com")
        let own = HackerNewsAddresses(
            site: try #require(WebAddress("http://127.0.0.1:9/x/?via=pages&items=http%3A%2F%2F127.0.0.1%3A8%2Fv0%2F")))
        #expect(own.site == "http://127.0.0.1:9/x" && own.items == "http://127.0.0.1:8/v0" && own.way == .pages)
        #expect(own.search == "http://127.0.0.1:9/x/api/v1")
    }
}
