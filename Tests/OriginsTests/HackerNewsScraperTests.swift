import Fetching
import Foundation
import Library
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs
import YAML

@testable import Origins

/// Tests of scraping the website.
@Suite struct HackerNewsScraperTests {
    static func shipped() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "Sources/CAssets/assets/markup/hacker-news.yaml"), encoding: .utf8)
    }

    static func selectors(_ text: String) throws -> HackerNewsSelectors {
        try HackerNewsSelectors(YAMLSetting.singleValues(in: Data(text.utf8)), name: "hacker-news.yaml")
    }

    private func source(
        _ fixture: HackerNewsFixture, spacing: Duration = .zero, markup: String? = nil, _ query: String = "?via=pages"
    ) throws -> HackerNewsSource {
        HackerNewsSource(
            fetcher: fixture.fetcher, site: try fixture.address("/" + query),
            selectors: try Self.selectors(try markup ?? Self.shipped()),
            spacing: spacing,
            now: { [clock = fixture.clock] in clock.now })
    }

    private func list(_ source: HackerNewsSource, _ address: WebAddress, after: SourceCursor? = nil) async throws
        -> ChannelResponse
    {
        try await source.stories(in: ChannelRequest(address: address, reason: .viewed, after: after))
    }

    @Test(.mission("HN-64", "HN-80"), arguments: [CommunityBehaviour.Markup.current, .titlelink, .storylink])
    func `lists are read from pages of today and of older years, page after page`(markup: CommunityBehaviour.Markup)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.markup = markup }
            let source = try source(fixture)
            for (path, name) in [("/news", "top"), ("/newest", "new"), ("/jobs", "job")] {
                let wanted = fixture.community.list(name).map(String.init)
                var response = try await list(source, try fixture.address(path))
                var keys = response.stories?.map(\.key) ?? []
                #expect(response.firstRank == 0)
                while let next = response.next, keys.count < 400 {
                    response = try await list(source, try fixture.address(path), after: next)
                    #expect(response.firstRank == keys.count)
                    keys += response.stories?.map(\.key) ?? []
                }
                #expect(keys == wanted, "\(path)")
            }
            #expect(fixture.hits("/v0") == 0 && fixture.hits("/api") == 0)
        }
    }

    @Test func `a story is the same by its page as by the interface`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let pages = try #require(try await list(try source(fixture), try fixture.address("/news")).stories)
            let items = try #require(try await fixture.list().stories)
            for (page, item) in zip(pages, items) {
                #expect(page.key == item.key && page.title == item.title && page.link == item.link)
                #expect(page.points == item.points && page.commentCount == item.commentCount, "\(page.title)")
                #expect(page.byline == (item.kind == .job ? page.byline : item.byline) && page.kind == item.kind)
                #expect(
                    page.publishedAt
                        == item.publishedAt.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
                )
            }
            let again = try await source(fixture).stories(
                in: ChannelRequest(
                    address: try fixture.address("/news"), reason: .viewed,
                    sourceState: try await list(try source(fixture), try fixture.address("/news")).sourceState))
            #expect(again.stories == nil)
        }
    }

    @Test(.mission("HN-25")) func `the discussion by pages keeps its contract`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let community = fixture.community
            let capability = try #require(try source(fixture).discussion)
            let thread = { (id: Int) in DiscussionContract.Thread(capability, DiscussionRequest(storyKey: "\(id)")) }
            let nested = try #require(
                community.list("best").first { (20...120).contains(community.thread(below: $0).count) })
            let shown = { (id: Int) async throws -> [String] in
                // Dead comments are shown only to signed-in users.
                let dead = Set(
                    try await fixture.thread(id).comments?.filter { $0.moderationState == .dead }.map(\.key) ?? [])
                return community.thread(below: id).map(String.init).filter { !dead.contains($0) }
            }
            let none = FeedFixture.html(
                body:
                    "<table id=hnmain><tr><td><table class=fatitem><tr class=athing id=5><td><span class=titleline><a href='item?id=5'>Quiet</a></span></td></tr><tr><td class=subtext><span class=score>3 points</span> by <a class=hnuser>a</a> <a href='item?id=5'>discuss</a></td></tr></table></td></tr></table>"
            )
            let hostile = FeedFixture.html(
                body:
                    "<table id=hnmain><tr><td><table class=fatitem></table><table class=comment-tree><tr class='athing comtr' id=9><td><table><tr><td class=ind indent=0></td><td class=default><a class=hnuser>b</a><span class=age title='2025-11-27T11:00:00 1764241200'>now</span><div class=comment><div class='commtext c00'>One <script>alert(1)</script><a href='javascript:x()' onclick='y()'>two</a><img src=x onerror=z()></div></div></td></tr></table></td></tr></table></td></tr></table>"
            )
            await community.origin.simulate(.serving(none), at: "/item?id=5")
            await community.origin.simulate(.serving(hostile), at: "/item?id=8")
            await community.origin.simulate(
                .serving(FeedFixture.html(body: "<main><article>A new design.</article></main>")), at: "/item?id=6")
            let deleted = try #require(community.deleted(below: community.longThreadID).first)
            let contract = DiscussionContract(
                nested: (thread(nested), try await shown(nested)),
                deleted: (thread(community.longThreadID), "\(deleted)"),
                empty: thread(5), unreadable: thread(6), failing: thread(3),
                long: (thread(community.longThreadID), try await shown(community.longThreadID).count),
                hostile: (thread(8), "9"))
            try await contract.verify()
        }
    }

    @Test(.mission("HN-88"), arguments: [CommunityBehaviour.Markup.current, .storylink])
    func `faded comments say how far, and depth is read from either sign`(markup: CommunityBehaviour.Markup)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.markup = markup }
            let capability = try #require(try source(fixture).discussion)
            let comments = try #require(
                try await capability.thread(for: DiscussionRequest(storyKey: "\(fixture.community.longThreadID)"))
                    .comments
            )
            let fades = Set(comments.map(\.fadePercent))
            #expect(fades.contains(0) && fades.contains(35) && fades.contains(90) && fades.count > 6)
            #expect(
                comments.contains { $0.moderationState == .flagged }
                    && comments.contains { $0.moderationState == .deleted })
            let byKey = Dictionary(uniqueKeysWithValues: comments.map { ($0.key, $0) })
            var depth = 0
            var deepest = 0
            for comment in comments {
                depth = 0
                var at = comment.parentKey
                while let key = at {
                    depth += 1
                    at = byKey[key]?.parentKey
                }
                deepest = max(deepest, depth)
            }
            #expect(deepest >= 20)
        }
    }

    @Test(.mission("HN-80", "HN-81"))
    func `changed markup is an error that names what is missing, and the interface goes on`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.markup = .unknown }
            let source = try source(fixture)
            let id = fixture.community.longThreadID
            for path in ["/v0/topstories.json", "/v0/item/\(id).json", "/api/v1/items/\(id)"] {
                await fixture.community.origin.simulate(.status(500), at: path)
            }
            do {
                _ = try await list(source, try fixture.address("/news"))
                Issue.record("a list was read")
            } catch let error as SourceError {
                guard case .unreadable(let cause) = error else { throw error }
                #expect(
                    cause.message.contains("127.0.0.1") && cause.message.contains("list.row")
                        && cause.message.contains("tr.athing"))
            }
            let capability = try #require(source.discussion)
            let failure = await HackerNewsFixture.failure {
                _ = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)"))
            }
            guard case .unreadable(let cause)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(cause.message.contains("item."))
            // The API, if there is one, replaces the unreadable pages, and the reason is reported.
            await fixture.community.origin.resetBehaviour()
            let instead = try await list(source, try fixture.address("/news"))
            #expect(instead.stories?.count == 30 && instead.diagnostics.first?.contains("list.row") == true)
            let thread = try await capability.thread(for: DiscussionRequest(storyKey: "\(id)"))
            #expect(thread.comments?.count == 1_200 && thread.diagnostics.first?.contains("item.") == true)
            #expect(try await fixture.list().stories?.count == 30)
            #expect(try await fixture.thread(id).comments?.count == 1_200)
            // The operator can change the selectors.
            let mended = try Self.shipped().replacing("row: \"tr.athing\"", with: "row: \"tr.athing, tr.entry\"")
                .replacing("a.storylink\"", with: "a.storylink, h3.headline > a\"")
            let read = try await list(
                try self.source(fixture, markup: mended), try fixture.address("/news"))
            #expect(read.stories?.map(\.key) == fixture.community.list("top").prefix(30).map(String.init))
        }
    }

    @Test(
        .mission("HN-80"),
        arguments: [
            (
                "span.titleline > a, a.titlelink, a.storylink", "b.nothing",
                "fails its own fixture: hacker-news.yaml sent a page on which no titles"
            ),
            ("span.score\"", "span.rank\"", "fails its own fixture: it reads “story 11 | Warp & weft | mara | - | 145"),
            ("row: \"tr.athing\"", "row: \"tr[[\"", "“tr[[” (list.row) is no selector"),
            ("  more: \"a.morelink\"\n\nitem", "\nitem", "the rule “list.more” is missing"),
            ("version: 1", "version: 2", "the version is “2”; this Tidings understands 1"),
            ("version: 1", "# no version", "the version is missing"),
        ])
    func `rules that cannot be right are refused with a sentence`(from: String, to: String, sentence: String) throws {
        let text = try Self.shipped()
        #expect(text.contains(from))
        do {
            _ = try Self.selectors(text.replacing(from, with: to))
            Issue.record("they were taken")
        } catch let error as HackerNewsSelectors.LoadError {
            #expect(error.message.contains(sentence), "\(error.message)")
        }
    }

    @Test(
        .mission("HN-80"),
        arguments: [
            ("item:\n  story", "item\n  story", 34, "could not find expected ':'"),
            ("  row: \"tr.athing\"", "  row: \"tr.athing", 17, "This is not readable YAML"),
            ("  rank: \"span.rank\"", "\trank: \"span.rank\"", 17, "tabs do not indent"),
            ("  row: \"tr.athing\"", "  row: [tr.athing, tr.entry]", 16, "“list.row” has one value, not a list"),
            ("  rank: \"span.rank\"", "  row: \"span.rank\"", 16, "“row” stands twice"),
        ])
    func `a file that is not what it should be is refused with its line`(
        from: String, to: String, line: Int, sentence: String
    ) throws {
        let text = try Self.shipped()
        #expect(text.contains(from))
        do {
            _ = try Self.selectors(text.replacing(from, with: to))
            Issue.record("it was taken")
        } catch let error as YAMLDiagnostic {
            #expect(error.line == line && error.message.contains(sentence), "\(error.line): \(error.message)")
        }
    }

    @Test(.mission("HN-85")) func `a poll's page has its options with their votes`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let capability = try #require(try source(fixture).discussion)
            let request = DiscussionRequest(storyKey: "\(fixture.community.poll)")
            let story = try #require(try await capability.thread(for: request).story)
            let same = try await fixture.thread(fixture.community.poll).story
            #expect(story.kind == .poll && !story.pollOptions.isEmpty && story.pollOptions == same?.pollOptions)
        }
    }

    @Test(.mission("HN-26")) func `a thread of several pages is read to its end`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.commentsPerPage = 400 }
            let capability = try #require(try source(fixture).discussion)
            let response = try await capability.thread(
                for: DiscussionRequest(storyKey: "\(fixture.community.longThreadID)"))
            #expect(response.comments?.count ?? 0 > 1_180)
            #expect(fixture.community.origin.requests.map(\.target).last?.hasSuffix("&p=3") == true)
        }
    }

    @Test(.mission("HN-36", "HN-40")) func `a person's pages`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let people = try #require(try source(fixture).profiles)
            let person = try await people.profile("halyard")
            let same = try await #require(try fixture.source().profiles).profile("halyard")
            #expect(person.karma == same.karma && person.page == same.page)
            let joined = try #require(person.joinedAt)
            #expect(joined == same.joinedAt && joined.timeIntervalSince1970.remainder(dividingBy: 86_400) != 0)
            let said = try await people.comments(by: "halyard")
            #expect(
                !said.comments.isEmpty && said.comments.allSatisfy { $0.storyTitle != nil && Int($0.storyKey) != nil })
            _ = try await people.stories(by: "halyard")
            await #expect(throws: SourceError.notThere) { try await people.profile("nobody_at_all") }
        }
    }

    @Test(.mission("HN-78")) func `pages are asked for with time between them`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let source = try source(fixture, spacing: .milliseconds(300))
            let began = ContinuousClock.now
            for path in ["/news", "/newest", "/ask"] { _ = try await list(source, try fixture.address(path)) }
            #expect(ContinuousClock.now - began >= .milliseconds(600))
            #expect(HackerNewsSource.defaultSpacing == .seconds(2), "what the program keeps")
            #expect(fixture.community.origin.maxConcurrentRequests == 1)
        }
    }

    @Test(.mission("HN-78"), arguments: [403, 429, 503])
    func `a site that says no is left alone for a while`(status: Int) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let source = try source(fixture)
            await fixture.community.origin.simulate(.status(status), times: 1)
            for _ in 0..<2 {
                do {
                    _ = try await list(source, try fixture.address("/news"))
                    Issue.record("it was asked again")
                } catch let error as SourceError {
                    guard case .busy(let until, _) = error else { throw error }
                    #expect(until == fixture.clock.now.addingTimeInterval(600))
                }
            }
            #expect(fixture.community.origin.requests.count == 1)
            fixture.clock.advance(days: 1)
            #expect(try await list(source, try fixture.address("/news")).stories?.count == 30)
        }
    }

    @Test(.mission("HN-81")) func `pages of few words are not taken for threads`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let capability = try #require(try source(fixture).discussion)
            await #expect(throws: SourceError.notThere) {
                try await capability.thread(for: DiscussionRequest(storyKey: "3"))
            }
            await fixture.community.origin.simulate(
                .serving(SampleResource("Sorry.", contentType: "text/html")), at: "/item?id=4")
            await #expect(throws: SourceError.unreadable(FailureCause(.briefPage("Sorry."), at: "127.0.0.1"))) {
                try await capability.thread(for: DiscussionRequest(storyKey: "4"))
            }
        }
    }

    @Test(arguments: [
        "<td class=ind indent=-1>", "<td class=ind indent=9223372036854775807>",
        "<td class=ind><img src=s.gif width=-9223372036854775808>", "<td class=ind><img src=s.gif width=99999999999>",
    ])
    func `a comment that stands nowhere stands at an end`(place: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let page = FeedFixture.html(
                body: """
                    <table id=hnmain><tr><td><table class=fatitem><tr class=athing id=8><td><span class=titleline>
                    <a href='item?id=8'>T</a></span></td></tr><tr><td class=subtext>
                    <span class=score>99999999999999999999 points</span> by <a class=hnuser>a</a>
                    <span class=age title='2025-11-27T10:54:02 9223372036854775807'>now</span></td></tr></table>
                    <table class=comment-tree>
                    <tr class='athing comtr' id=9><td><table><tr>\(place)</td><td class=default>
                    <a class=hnuser>b</a><span class=age title='2025-11-27T11:00:00'>now</span>
                    <div class=comment><div class='commtext c00'>One</div></div></td></tr></table></td>
                    </tr></table></td></tr></table>
                    """)
            await fixture.community.origin.simulate(.serving(page), at: "/item?id=8")
            let capability = try #require(try source(fixture).discussion)
            let response = try await capability.thread(for: DiscussionRequest(storyKey: "8"))
            #expect(
                response.comments?.map(\.key) == ["9"] && response.comments?[0].parentKey == nil && response.isComplete)
            #expect(response.story?.points == 999_999_999_999)
        }
    }

    @Test func `a thread of more pages than are read is not whole`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.commentsPerPage = 30 }
            let capability = try #require(try source(fixture).discussion)
            let response = try await capability.thread(
                for: DiscussionRequest(storyKey: "\(fixture.community.longThreadID)"))
            #expect(response.comments?.count == 600 && !response.isComplete)
        }
    }
}
