import Foundation
import Markup
import News
import Origins
import SampleOrigins
import TestSupport
import Testing
import URLs

@Suite struct SyndicationSourceTests {
    @Test func `the first question is unconditional and brings stories and facts`() async throws {
        let page = FeedFixture.rss(
            FeedFixture.item("one", hours: 2), FeedFixture.item("two", hours: 1),
            channel:
                "<link>https://ledger.example/</link><description>Daily accounts</description><language>en-GB</language>"
        )
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let response = try await fixture.fetch()
            #expect(response.stories?.map(\.key) == ["one", "two"])
            #expect(response.stories?.first?.title == "Story one")
            #expect(response.stories?.first?.link?.text == "https://ledger.example/one")
            #expect(response.stories?.first?.text == "About one.")
            #expect(response.stories?.first?.publishedAt == Date(timeIntervalSince1970: 1_767_232_800))
            #expect(response.metadata?.title == "The Ledger")
            #expect(response.metadata?.site?.text == "https://ledger.example/")
            #expect(response.metadata?.description == "Daily accounts")
            #expect(response.metadata?.format == "RSS 2.0")
            #expect(response.movedTo == nil)
            #expect(fixture.origin.requests.first?.header("if-none-match") == nil)
            #expect(fixture.origin.requests.first?.header("if-modified-since") == nil)
        }
    }

    @Test(
        arguments: [
            ("<rss version='0.92'><channel><title>T</title></channel></rss>", "RSS 0.92"),
            ("<rss><channel><title>T</title></channel></rss>", "RSS"),
            ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title></feed>", "Atom"),
            ("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title>T</title></feed>", "Atom 0.3"),
            (
                "{\"version\":\"https:\\/\\/jsonfeed.org\\/version\\/1.1\",\"title\":\"T\",\"items\":[]}",
                "JSON Feed 1.1"
            ),
            ("{\"version\":\"https://jsonfeed.org/version/1\",\"title\":\"T\",\"items\":[]}", "JSON Feed 1"),
        ])
    func `a feed says how it is written`(document: String, words: String) async throws {
        let page = SampleResource(document, contentType: document.first == "{" ? "application/feed+json" : "text/xml")
        try await SourceFixture.open(["/feed": page]) { fixture in
            let response = try await fixture.fetch()
            #expect(response.metadata?.format == words)
        }
    }

    @Test func `validators come back as they were given, and a 304 leaves the stories alone`() async throws {
        var page = FeedFixture.rss(FeedFixture.item("one"))
        page.modifiedAt = Date(timeIntervalSince1970: 1_789_000_000)
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let first = try await fixture.fetch()
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(second.stories == nil)
            #expect(second.metadata == nil)
            let hit = try #require(fixture.origin.requests.last)
            #expect(hit.header("if-none-match")?.hasPrefix("W/\"") == true)
            #expect(hit.header("if-modified-since")?.hasSuffix("GMT") == true)
            let third = try await fixture.fetch(previous: second.sourceState)
            #expect(third.stories == nil)
            #expect(fixture.origin.requests.last?.header("if-none-match") == hit.header("if-none-match"))
        }
    }

    @Test func `a page that leads to where the feed is now does not end the feed`() async throws {
        let page = FeedFixture.html(head: "<meta http-equiv='refresh' content='0;url=/rss.xml'>")
        var feed = FeedFixture.rss(FeedFixture.item("one"))
        feed.modifiedAt = Date(timeIntervalSince1970: 1_789_000_000)
        try await SourceFixture.open(["/feed": page, "/rss.xml": feed]) { fixture async throws in
            let first = try await fixture.fetch()
            #expect(first.stories?.map(\.key) == ["one"])
            #expect(first.movedTo == nil)
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(second.stories == nil)
            let asked = fixture.origin.requests.suffix(2)
            #expect(asked.map(\.path) == ["/feed", "/rss.xml"])
            #expect(asked.map { $0.header("if-modified-since") != nil } == [false, true])
        }
    }

    @Test(arguments: ["0; url=/feed", "30", "0; url=/other"])
    func `a page that leads to no feed is still no feed`(refresh: String) async throws {
        let page = FeedFixture.html(head: "<meta http-equiv=refresh content=\"\(refresh)\">")
        try await SourceFixture.open(["/feed": page, "/other": FeedFixture.html()]) { fixture async throws in
            guard case .unreadable = try await fixture.failure() else {
                Issue.record("not unreadable")
                return
            }
        }
    }

    @Test func `of all texts the whole one is shown, of a podcast's the notes`() async throws {
        let item = """
            <item><guid>a</guid><description>Described.</description><content:encoded>&lt;p&gt;Whole.&lt;/p&gt;</content:encoded>
            <itunes:summary xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">Summed up.</itunes:summary></item>
            <item><guid>b</guid><itunes:summary xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">Summed up.</itunes:summary>
            <description>Described.</description></item>
            <item><guid>c</guid><itunes:summary xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">Summed up.</itunes:summary></item>
            """
        try await SourceFixture.open(["/feed": FeedFixture.rss(item)]) { fixture async throws in
            let stories = try #require(try await fixture.fetch().stories)
            #expect(stories.map(\.text) == ["Whole.", "Described.", "Summed up."])
        }
    }

    @Test func `the story's own address comes before the one that counts its readers`() async throws {
        let item = """
            <item><guid>a</guid><title>A</title><link>https://counts.example/~r/1</link>
            <feedburner:origLink xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0">https://ledger.example/a</feedburner:origLink></item>
            """
        try await SourceFixture.open(["/feed": FeedFixture.rss(item)]) { fixture async throws in
            #expect(try await fixture.fetch().stories?.first?.link?.text == "https://ledger.example/a")
        }
    }

    @Test func `a feed whose ids identify nothing keeps its stories by their links, for good`() async throws {
        func item(_ id: String, _ name: String) -> String {
            "<item><guid isPermaLink=\"false\">\(id)</guid><title>\(name)</title><link>https://ledger.example/\(name)</link></item>"
        }
        let first = FeedFixture.rss(item("1", "a"), item("1", "b"), item("2", "c"))
        try await SourceFixture.open(["/feed": first]) { fixture async throws in
            let before = try await fixture.fetch()
            #expect(before.stories?.map(\.key).last == "https://ledger.example/c")
            fixture.origin.serve(FeedFixture.rss(item("1", "d"), item("2", "c")), at: "/feed")
            let after = try await fixture.fetch(previous: before.sourceState)
            #expect(after.stories?.map(\.key) == ["https://ledger.example/d", "https://ledger.example/c"])
        }
    }

    @Test func `the same body from an origin without validators is not read again`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            await fixture.origin.simulate(.withoutValidators)
            let first = try await fixture.fetch()
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(first.stories?.count == 1)
            #expect(second.stories == nil)
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
            fixture.origin.serve(FeedFixture.rss(FeedFixture.item("two"), FeedFixture.item("one")), at: "/feed")
            let third = try await fixture.fetch(previous: second.sourceState)
            #expect(third.stories?.map(\.key) == ["two", "one"])
        }
    }

    @Test func `validators are replaced by every whole answer, also when the body is the same`() async throws {
        var page = FeedFixture.rss(FeedFixture.item("one"))
        page.hasEntityTag = false
        page.headers = [("ETag", "\"first\"")]
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let first = try await fixture.fetch()
            page.headers = [("ETag", "\"second\"")]
            fixture.origin.serve(page, at: "/feed")
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(second.stories == nil)
            #expect(fixture.origin.requests.last?.header("if-none-match") == "\"first\"")
            page.headers = []
            fixture.origin.serve(page, at: "/feed")
            let third = try await fixture.fetch(previous: second.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") == "\"second\"")
            _ = try await fixture.fetch(previous: third.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
        }
    }

    @Test func `a 304 may bring new validators, and they replace the old`() async throws {
        var page = FeedFixture.rss(FeedFixture.item("one"))
        page.hasEntityTag = false
        page.headers = [("ETag", "\"first\""), ("Last-Modified", "once upon a time")]
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let first = try await fixture.fetch()
            await fixture.origin.simulate(
                .serving(FeedFixture.unmodified([("ETag", "W/\"second\"")])), at: "/feed", times: 1)
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(second.stories == nil && second.status == 304)
            _ = try await fixture.fetch(previous: second.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") == "W/\"second\"")
            #expect(fixture.origin.requests.last?.header("if-modified-since") == "once upon a time")
        }
    }

    @Test func `the patience with 304 is a setting`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            var fixture = fixture
            fixture.fullFetchInterval = .seconds(10)
            let first = try await fixture.fetch()
            fixture.clock.advance(days: 9.0 / 86_400)
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") != nil)
            fixture.clock.advance(days: 1.0 / 86_400)
            _ = try await fixture.fetch(previous: second.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
        }
    }

    @Test func `freshness that a 304 does not name holds on`() async throws {
        var page = FeedFixture.rss(FeedFixture.item("one"))
        page.cacheControl = "max-age=7200"
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let first = try await fixture.fetch()
            await fixture.origin.simulate(.serving(FeedFixture.unmodified([])), at: "/feed", times: 1)
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(first.pollingHints.freshSeconds == 7200 && second.pollingHints.freshSeconds == 7200)
            await fixture.origin.simulate(
                .serving(FeedFixture.unmodified([("Cache-Control", "max-age=60")])), at: "/feed", times: 1)
            let third = try await fixture.fetch(previous: second.sourceState)
            #expect(third.pollingHints.freshSeconds == 60)
        }
    }

    @Test func `validators are shown to the address that gave them and to no other`() async throws {
        try await SourceFixture.open([
            "/new": FeedFixture.rss(FeedFixture.item("one")), "/other": FeedFixture.rss(FeedFixture.item("two")),
        ]) {
            fixture async throws in
            await fixture.origin.simulate(.redirected(to: "/new", permanent: false), at: "/feed")
            let first = try await fixture.fetch()
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(second.stories == nil && second.status == 304)
            #expect(fixture.requestPaths == ["/feed", "/new", "/feed", "/new"])
            #expect(fixture.origin.requests.map { $0.header("if-none-match") != nil } == [false, false, false, true])
            await fixture.origin.simulate(.redirected(to: "/other", permanent: false), at: "/feed")
            let third = try await fixture.fetch(previous: second.sourceState)
            #expect(third.stories?.map(\.key) == ["two"])
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
        }
    }

    @Test func `what discovery has read is the first answer, so following costs one question`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            let found = try await fixture.discover("/feed")
            _ = try await fixture.discover("/feed")
            let first = try await fixture.fetch()
            #expect(found.first?.storyCount == 1 && first.stories?.count == 1)
            #expect(fixture.origin.requests.count == 1)
            let second = try await fixture.fetch(previous: first.sourceState)
            #expect(second.stories == nil)
            #expect(fixture.origin.requests.count == 2 && fixture.origin.requests.last?.header("if-none-match") != nil)
        }
    }

    @Test func `what discovery has read a while ago is asked after, conditionally`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            _ = try await fixture.discover("/feed")
            fixture.clock.advance(days: 10.0 / 1440)
            let first = try await fixture.fetch()
            #expect(first.stories?.count == 1)
            #expect(fixture.origin.requests.map { $0.header("if-none-match") != nil } == [false, true])
        }
    }

    @Test func `after eight days of nothing but 304 the whole document is asked for once`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            var response = try await fixture.fetch()
            fixture.clock.advance(days: 7)
            response = try await fixture.fetch(previous: response.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") != nil)
            fixture.clock.advance(days: 1)
            response = try await fixture.fetch(previous: response.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
            #expect(response.stories == nil)
            response = try await fixture.fetch(previous: response.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") != nil)
        }
    }

    @Test func `validators outlast a silence, whose ever it was`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            var response = try await fixture.fetch()
            fixture.clock.advance(days: 20)
            response = try await fixture.fetch(previous: response.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") != nil)
            fixture.clock.advance(days: 20)
            response = try await fixture.fetch(previous: response.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") != nil)
            fixture.clock.advance(days: 1)
            response = try await fixture.fetch(previous: response.sourceState)
            #expect(fixture.origin.requests.last?.header("if-none-match") == nil)
        }
    }

    @Test func `the document's own pace is reported with its 304 too`() async throws {
        var page = FeedFixture.rss(
            FeedFixture.item("one"),
            channel: """
                <ttl>90</ttl><skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>
                <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>1</sy:updateFrequency>
                """)
        page.cacheControl = "max-age=1800"
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let first = try await fixture.fetch()
            let second = try await fixture.fetch(previous: first.sourceState)
            for pollingHints in [first.pollingHints, second.pollingHints] {
                #expect(pollingHints.intervalSeconds == 5_400)
                #expect(pollingHints.skipHours == [3])
                #expect(pollingHints.skipDays == [0])
                #expect(pollingHints.freshSeconds == 1_800)
            }
        }
    }

    @Test func `the beginning of a document's rhythm is reported, and a time to live beyond all years`() async throws {
        let base = "<sy:updateBase>2000-01-01T12:00+00:00</sy:updateBase>"
        let rhythmic = FeedFixture.rss(
            FeedFixture.item("one"), channel: "<sy:updatePeriod>daily</sy:updatePeriod>\(base)")
        let eternal = FeedFixture.rss(FeedFixture.item("one"), channel: "<ttl>99999999999999999999</ttl>\(base)")
        try await SourceFixture.open(["/feed": rhythmic, "/eternal": eternal]) { fixture async throws in
            let first = try await fixture.fetch()
            let second = try await fixture.fetch(previous: first.sourceState)
            for pollingHints in [first.pollingHints, second.pollingHints] {
                #expect(
                    pollingHints.updateBaseAt == Date(timeIntervalSince1970: 946_728_000)
                        && pollingHints.intervalSeconds == 86_400)
            }
            let pollingHints = try await fixture.fetch("/eternal").pollingHints
            #expect(pollingHints.intervalSeconds == 525_600 * 60 && pollingHints.updateBaseAt == nil)
        }
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func `only a permanent move is reported`(isPermanent: Bool, moves: Int) async throws {
        try await SourceFixture.open(["/new": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            await fixture.origin.simulate(.redirected(to: "/new", permanent: isPermanent), at: "/feed")
            let response = try await fixture.fetch()
            #expect(response.stories?.count == 1)
            let new = try fixture.address("/new")
            #expect(response.movedTo == (moves == 1 ? new : nil))
        }
    }

    @Test func `a feed that refuses says why`() async throws {
        try await SourceFixture.open { fixture async throws in
            let missing = try await fixture.failure()
            #expect(missing == .notThere)
            await fixture.origin.simulate(.gone)
            let afterGone = try await fixture.failure()
            #expect(afterGone == .gone)
            await fixture.origin.simulate(.status(403))
            let forbidden = try await fixture.failure()
            #expect(forbidden == .refused(status: 403))
            await fixture.origin.simulate(.status(401))
            let stranger = try await fixture.failure()
            #expect(stranger == .signInNeeded)
        }
    }

    @Test func `a Retry-After of a feed binds its host`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            await fixture.origin.simulate(.status(429, retryAfter: .seconds(7_200)), times: 1)
            let until = fixture.clock.now.addingTimeInterval(7_200)
            let first = try await fixture.failure()
            #expect(first == .busy(until: until))
            let second = try await fixture.failure()
            #expect(second == .busy(until: until))
            #expect(fixture.origin.requests.count == 1)
            fixture.clock.advance(days: 1)
            let later = try await fixture.failure()
            #expect(later == nil)
        }
    }

    @Test func `a page instead of a feed is named as such, with the host`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.html(body: "<p>Welcome")]) { fixture async throws in
            guard case .unreadable(let cause) = try await fixture.failure() else {
                Issue.record("not unreadable")
                return
            }
            #expect(cause.message.contains("127.0.0.1"))
            #expect(cause.message.contains("web page"))
        }
    }

    @Test func `bytes without sense and a broken connection are told apart`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            await fixture.origin.simulate(.garbage)
            guard case .unreadable = try await fixture.failure() else {
                Issue.record("garbage was read")
                return
            }
            await fixture.origin.simulate(.offline)
            guard case .unreachable(let cause) = try await fixture.failure() else {
                Issue.record("nobody was there")
                return
            }
            #expect(cause.message.contains("127.0.0.1"))
        }
    }

    @Test func `a failed reading forgets nothing`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            let first = try await fixture.fetch()
            await fixture.origin.simulate(.serving(FeedFixture.html(body: "<p>Back soon")), times: 1)
            await #expect(throws: SourceError.self) { try await fixture.fetch(previous: first.sourceState) }
            let response = try await fixture.fetch(previous: first.sourceState)
            #expect(response.stories == nil)
        }
    }

    @Test func `a memory of another kind is as good as none`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            let response = try await fixture.fetch(previous: SourceState(bytes: Array("cursor=12".utf8)))
            #expect(response.stories?.count == 1)
        }
    }

    @Test func `the catalogue knows feeds and nothing it does not`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("one"))]) { fixture async throws in
            let catalog = BuiltInSources.catalog(fetcher: fixture.fetcher)
            let address = try fixture.address("/feed")
            let source = try #require(catalog.source(of: .feed, at: address))
            let response = try await source.stories(in: ChannelRequest(address: address, reason: .manual))
            #expect(response.stories?.count == 1)
            #expect(catalog.source(of: SourceKind(rawValue: "telegraph"), at: address) == nil)
        }
    }
}
