import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

extension HackerNewsFixture {
    /// Returns a source for the website with the shipped selectors, without pauses.
    func scrapingSource() throws -> HackerNewsSource {
        HackerNewsSource(
            fetcher: fetcher, site: try address("/?via=pages"),
            selectors: try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped()), spacing: .zero,
            now: { [clock] in clock.now })
    }
}

/// Tests of scraped pages that are cut off, or whose markup has changed in part.
@Suite struct HackerNewsDoubtTests {
    /// Lets the APIs fail, so that only the website is left.
    private func withoutAPIs(_ fixture: HackerNewsFixture) async {
        for path in ["/v0/topstories.json", "/v0/item/\(fixture.community.longThreadID).json"] {
            await fixture.community.origin.simulate(.status(500), at: path)
        }
        await fixture.community.origin.simulate(
            .status(500), at: "/api/v1/items/\(fixture.community.longThreadID)")
    }

    private func thread(
        _ fixture: HackerNewsFixture, stored: Int = 0, _ state: SourceState? = nil, _ key: String? = nil
    ) async throws -> DiscussionResponse {
        let capability = try #require(try fixture.scrapingSource().discussion)
        return try await capability.thread(
            for: DiscussionRequest(
                storyKey: key ?? "\(fixture.community.longThreadID)", storedCount: stored, sourceState: state))
    }

    private func list(_ fixture: HackerNewsFixture, _ state: SourceState? = nil) async throws -> ChannelResponse {
        try await fixture.scrapingSource().stories(
            in: ChannelRequest(address: try fixture.address("/news"), reason: .viewed, sourceState: state))
    }

    /// Returns the rejection of a page with which the work fails; nil for other results.
    private func doubt(_ work: () async throws -> Void) async -> ScrapeRejection? {
        guard case .unreadable(let cause)? = await HackerNewsFixture.failure(work),
            case .doubtfulPage(let doubt) = cause.reason
        else { return nil }
        return doubt
    }

    // MARK: Threads

    @Test(.mission("HN-81")) func `a thread's page that breaks off replaces nothing, and says so`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let whole = try await thread(fixture)
            #expect(whole.isComplete && whole.diagnostics.isEmpty)
            fixture.community.configure { $0.pageShare = 0.5 }
            await withoutAPIs(fixture)
            let stored = try #require(whole.comments?.count)
            let found = await doubt { _ = try await thread(fixture, stored: stored, whole.sourceState) }
            #expect(found == .cutOff)
            // Half a thread is shown, marked as incomplete, if nothing is stored, and the whole one replaces it.
            let half = try await thread(fixture)
            let count = try #require(half.comments?.count)
            #expect(count > 100 && count < stored && !half.isComplete && half.missingCount > 0)
            #expect(half.diagnostics == ["127.0.0.1 sent a page that breaks off before its end."])
            fixture.community.configure { $0.pageShare = 1 }
            let mended = try await thread(fixture, stored: count, half.sourceState)
            #expect(mended.comments?.count == stored && mended.isComplete && mended.diagnostics.isEmpty)
        }
    }

    @Test(arguments: [
        ("class=\"hnuser\"", ScrapeRejection.Part.author), ("class=\"age\"", .time), ("class='ind'", .depth),
    ])
    func `a thread whose rows lack a part replaces nothing, and says which`(mark: String, part: ScrapeRejection.Part)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let whole = try await thread(fixture)
            fixture.community.configure { $0.renamedMarkup = [mark: mark.replacing("class=", with: "data-x=")] }
            await withoutAPIs(fixture)
            let found = await doubt { _ = try await thread(fixture, stored: 1_183, whole.sourceState) }
            guard case .missing(let missing, let rows, let total)? = found else {
                Issue.record("\(String(describing: found))")
                return
            }
            #expect(missing == part && rows * 10 > total * 9 && total > 1_000)
        }
    }

    @Test func `the interface gives what a doubtful page does not, and the page's fault is told`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let whole = try await thread(fixture)
            fixture.community.configure { $0.pageShare = 0.5 }
            let instead = try await thread(fixture, stored: 1_183, whole.sourceState)
            #expect(instead.comments?.count == 1_200 && instead.isComplete)
            #expect(
                instead.diagnostics == [
                    "127.0.0.1 sent a page that breaks off before its end.",
                    "It came from the official interface instead.",
                ])
        }
    }

    @Test func `a page that ends as it should and counts more than it has is not whole either`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let rows = (1...3).map {
                """
                <tr class='athing comtr' id=\(20 + $0)><td><table><tr><td class=ind indent=0></td><td class=default>
                <a class=hnuser>b</a><span class=age title='2025-11-27T11:00:00'>now</span>
                <div class=comment><div class='commtext c00'>One</div></div></td></tr></table></td></tr>
                """
            }
            let page = FeedFixture.html(
                body: """
                    <table id=hnmain><tr><td><table class=fatitem><tr class=athing id=8><td><span class=titleline>
                    <a href='item?id=8'>T</a></span></td></tr><tr><td class=subtext><a class=hnuser>a</a>
                    <a href='item?id=8'>124 comments</a></td></tr></table>
                    <table class=comment-tree>\(rows.joined())</table></td></tr></table>
                    """)
            await fixture.community.origin.simulate(.serving(page), at: "/item?id=8")
            let known = await doubt { _ = try await thread(fixture, stored: 124, nil, "8") }
            #expect(known == .fewer(found: 3, expected: 124))
            let first = try await thread(fixture, stored: 0, nil, "8")
            #expect(first.comments?.count == 3 && first.missingCount == 121 && !first.isComplete)
            #expect(first.diagnostics == ["127.0.0.1 sent a page with 3 of 124 comments."])
        }
    }

    /// Returns the page of a story without comments; `subtext` may count some.
    private func emptyThread(_ id: Int, _ subtext: String) -> SampleResource {
        FeedFixture.html(
            body: """
                <table id=hnmain><tr><td><table class=fatitem><tr class=athing id=\(id)><td><span class=titleline>
                <a href='item?id=\(id)'>T</a></span></td></tr><tr><td class=subtext><a class=hnuser>a</a>
                \(subtext)</td></tr></table><table class=comment-tree></table></td></tr></table>
                """)
    }

    @Test func `a page that counts no comments is believed, and one that does not count once a person asks`()
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let (counting, silent) = (emptyThread(5, "<a href='item?id=5'>discuss</a>"), emptyThread(6, "by a"))
            await fixture.community.origin.simulate(.serving(counting), at: "/item?id=5")
            await fixture.community.origin.simulate(.serving(silent), at: "/item?id=6")
            // Moderators removed all comments.
            let none = try await thread(fixture, stored: 12, nil, "5")
            #expect(none.comments?.isEmpty == true && none.isComplete && none.diagnostics.isEmpty)
            let found = await doubt { _ = try await thread(fixture, stored: 12, nil, "6") }
            #expect(found == .fewer(found: 0, expected: 12))
            let capability = try #require(try fixture.scrapingSource().discussion)
            let wanted = try await capability.thread(
                for: DiscussionRequest(storyKey: "6", storedCount: 12, reason: .manual))
            #expect(wanted.comments?.isEmpty == true && wanted.isComplete)
        }
    }

    @Test(arguments: [
        ("", "“”", false), ("<p>Sorry.</p>", "sent no page but “Sorry.”", true),
        (
            "<p>Validation required. If this doesn't work, you can email hn@loom.example. \(String(repeating: "Please. ", count: 40))",
            "It says “Validation required. If this doesn't work, you can email", true
        ),
    ])
    func `a page that is another's is told in its own words, if it has any`(body: String, words: String, isTold: Bool)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let page = SampleResource("<html><body>\(body)</body></html>", contentType: "text/html; charset=utf-8")
            await fixture.community.origin.simulate(.serving(page), at: "/item?id=4")
            let failure = await HackerNewsFixture.failure { _ = try await thread(fixture, stored: 0, nil, "4") }
            let message = try #require(failure?.cause?.message)
            #expect(message.contains(words) == isTold, "\(message)")
        }
    }

    // MARK: Lists

    @Test(arguments: [
        ("class=\"hnuser\"", ScrapeRejection.Part.author), ("class=\"age\"", .time), ("class=\"rank\"", .rank),
        ("class=\"sitestr\"", .site),
    ])
    func `a list whose rows lack a part that they had replaces nothing`(mark: String, part: ScrapeRejection.Part)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let whole = try await list(fixture)
            fixture.community.configure { $0.renamedMarkup = [mark: mark.replacing("class=", with: "data-x=")] }
            let instead = try await list(fixture, whole.sourceState)
            #expect(instead.stories?.count == 30 && instead.diagnostics.count == 2)
            await withoutAPIs(fixture)
            let found = await doubt { _ = try await list(fixture, whole.sourceState) }
            guard case .missing(let missing, _, _)? = found else {
                Issue.record("\(String(describing: found))")
                return
            }
            #expect(missing == part)
        }
    }

    @Test(arguments: [("rank", true), ("sitestr", true), ("hnuser", false), ("age", false)])
    func `a list that has given up ranks or site names is read when a person asks, without authors never`(
        name: String, isRead: Bool
    ) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let whole = try await list(fixture)
            fixture.community.configure { $0.renamedMarkup = ["class=\"\(name)\"": "data-x=\"\(name)\""] }
            await withoutAPIs(fixture)
            let request = ChannelRequest(
                address: try fixture.address("/news"), reason: .manual, sourceState: whole.sourceState)
            guard isRead else {
                let found = await doubt { _ = try await fixture.scrapingSource().stories(in: request) }
                #expect(found != nil)
                return
            }
            let wanted = try await fixture.scrapingSource().stories(in: request)
            #expect(wanted.stories?.count ?? 30 == 30 && wanted.firstRank == 0)
            // Later fetches no longer miss the ranks or site names.
            #expect(try await list(fixture, wanted.sourceState).stories == nil)
        }
    }

    @Test func `a list that breaks off replaces nothing, and no end of a list is taken from it`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let whole = try await list(fixture)
            fixture.community.configure { $0.pageShare = 0.4 }
            await withoutAPIs(fixture)
            let known = await doubt { _ = try await list(fixture, whole.sourceState) }
            let first = await doubt { _ = try await list(fixture) }
            #expect(known == .cutOff && first == .cutOff)
            let next = try #require(whole.next)
            let older = await doubt {
                _ = try await fixture.scrapingSource().stories(
                    in: ChannelRequest(address: try fixture.address("/news"), reason: .manual, after: next))
            }
            #expect(older == .cutOff)
        }
    }

    @Test(.mission("HN-64")) func `further pages of a list without numbers stand below the first`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.omitsRanks = true }
            var response = try await list(fixture)
            var keys = response.stories?.map(\.key) ?? []
            #expect(response.firstRank == 0)
            while let next = response.next, keys.count < 400 {
                response = try await fixture.scrapingSource().stories(
                    in: ChannelRequest(address: try fixture.address("/news"), reason: .manual, after: next))
                #expect(response.firstRank == keys.count)
                keys += response.stories?.map(\.key) ?? []
            }
            #expect(keys == fixture.community.list("top").map(String.init) && keys.count > 60)
        }
    }

    @Test func `a cursor without a place is read, and places nothing`() {
        let old = ScrapedListCursor(SourceCursor(rawValue: "https://loom.example/news?p=2"))
        #expect(
            old.address == "https://loom.example/news?p=2" && old.rank(orAt: nil) == nil && old.rank(orAt: 30) == 30)
        let new = ScrapedListCursor(ScrapedListCursor(address: "https://loom.example/?p=3", offset: 60).cursor)
        #expect(new.address == "https://loom.example/?p=3" && new.rank(orAt: nil) == 60 && new.rank(orAt: 0) == 60)
        #expect(ScrapedListCursor(SourceCursor(rawValue: "99999999999999999999 x")).offset == nil)
    }

    // MARK: Requests

    @Test func `a thread of several pages whose first has not changed is asked for once`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.commentsPerPage = 400 }
            let first = try await thread(fixture)
            #expect(fixture.hits("/item") == 3)
            fixture.community.origin.clearRequests()
            let second = try await thread(fixture, stored: 1_183, first.sourceState)
            #expect(second.comments == nil && second.isComplete && fixture.hits("/item") == 1)
            // The other pages may change too, so a manual refresh or an hour's age loads all of them.
            let capability = try #require(try fixture.scrapingSource().discussion)
            let request = DiscussionRequest(
                storyKey: "\(fixture.community.longThreadID)", storedCount: 1_183, sourceState: second.sourceState,
                reason: .manual)
            #expect(try await capability.thread(for: request).comments == nil && fixture.hits("/item") == 4)
            fixture.clock.advance(days: 61 / 1_440)
            _ = try await thread(fixture, stored: 1_183, second.sourceState)
            #expect(fixture.hits("/item") == 7)
        }
    }
}
