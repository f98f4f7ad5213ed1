import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Testing

@Suite struct SyndicationSourceTests {
    @Test func `the first question is unconditional and brings stories and facts`() async throws {
        let page = Dish.rss(
            Dish.item("one", hours: 2), Dish.item("two", hours: 1),
            channel:
                "<link>https://ledger.example/</link><description>Daily accounts</description><language>en-GB</language>"
        )
        try await Kitchen.open(["/feed": page]) { kitchen in
            let answer = try await kitchen.ask()
            #expect(answer.stories?.map(\.key) == ["one", "two"])
            #expect(answer.stories?.first?.title == "Story one")
            #expect(answer.stories?.first?.link?.text == "https://ledger.example/one")
            #expect(answer.stories?.first?.text == "About one.")
            #expect(answer.stories?.first?.publishedAt == Date(timeIntervalSince1970: 1_767_232_800))
            #expect(answer.facts?.title == "The Ledger")
            #expect(answer.facts?.site?.text == "https://ledger.example/")
            #expect(answer.facts?.about == "Daily accounts")
            #expect(answer.facts?.format == "RSS")
            #expect(answer.movedTo == nil)
            #expect(kitchen.origin.hits.first?.header("if-none-match") == nil)
            #expect(kitchen.origin.hits.first?.header("if-modified-since") == nil)
        }
    }

    @Test func `validators come back as they were given, and a 304 leaves the stories alone`() async throws {
        var page = Dish.rss(Dish.item("one"))
        page.modifiedAt = Date(timeIntervalSince1970: 1_789_000_000)
        try await Kitchen.open(["/feed": page]) { kitchen in
            let first = try await kitchen.ask()
            let second = try await kitchen.ask(remembering: first.memory)
            #expect(second.stories == nil)
            #expect(second.facts == nil)
            let hit = try #require(kitchen.origin.hits.last)
            #expect(hit.header("if-none-match")?.hasPrefix("W/\"") == true)
            #expect(hit.header("if-modified-since")?.hasSuffix("GMT") == true)
            let third = try await kitchen.ask(remembering: second.memory)
            #expect(third.stories == nil)
            #expect(kitchen.origin.hits.last?.header("if-none-match") == hit.header("if-none-match"))
        }
    }

    @Test func `the same body from an origin without validators is not read again`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            await kitchen.origin.behave(.withoutValidators)
            let first = try await kitchen.ask()
            let second = try await kitchen.ask(remembering: first.memory)
            #expect(first.stories?.count == 1)
            #expect(second.stories == nil)
            #expect(kitchen.origin.hits.last?.header("if-none-match") == nil)
            kitchen.origin.put(Dish.rss(Dish.item("two"), Dish.item("one")), at: "/feed")
            let third = try await kitchen.ask(remembering: second.memory)
            #expect(third.stories?.map(\.key) == ["two", "one"])
        }
    }

    @Test func `validators are replaced by every whole answer, also when the body is the same`() async throws {
        var page = Dish.rss(Dish.item("one"))
        page.hasEntityTag = false
        page.headers = [("ETag", "\"first\"")]
        try await Kitchen.open(["/feed": page]) { kitchen in
            let first = try await kitchen.ask()
            page.headers = [("ETag", "\"second\"")]
            kitchen.origin.put(page, at: "/feed")
            let second = try await kitchen.ask(remembering: first.memory)
            #expect(second.stories == nil)
            #expect(kitchen.origin.hits.last?.header("if-none-match") == "\"first\"")
            page.headers = []
            kitchen.origin.put(page, at: "/feed")
            let third = try await kitchen.ask(remembering: second.memory)
            #expect(kitchen.origin.hits.last?.header("if-none-match") == "\"second\"")
            _ = try await kitchen.ask(remembering: third.memory)
            #expect(kitchen.origin.hits.last?.header("if-none-match") == nil)
        }
    }

    @Test func `after eight days of nothing but 304 the whole document is asked for once`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            var answer = try await kitchen.ask()
            kitchen.clock.pass(days: 7)
            answer = try await kitchen.ask(remembering: answer.memory)
            #expect(kitchen.origin.hits.last?.header("if-none-match") != nil)
            kitchen.clock.pass(days: 1)
            answer = try await kitchen.ask(remembering: answer.memory)
            #expect(kitchen.origin.hits.last?.header("if-none-match") == nil)
            #expect(answer.stories == nil)
            answer = try await kitchen.ask(remembering: answer.memory)
            #expect(kitchen.origin.hits.last?.header("if-none-match") != nil)
        }
    }

    @Test func `the document's own pace is reported with its 304 too`() async throws {
        var page = Dish.rss(
            Dish.item("one"),
            channel: """
                <ttl>90</ttl><skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>
                <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>1</sy:updateFrequency>
                """)
        page.cacheControl = "max-age=1800"
        try await Kitchen.open(["/feed": page]) { kitchen in
            let first = try await kitchen.ask()
            let second = try await kitchen.ask(remembering: first.memory)
            for pace in [first.pace, second.pace] {
                #expect(pace.intervalSeconds == 5_400)
                #expect(pace.quietHours == [3])
                #expect(pace.quietDays == [0])
                #expect(pace.freshSeconds == 1_800)
            }
        }
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func `only a permanent move is reported`(isPermanent: Bool, moves: Int) async throws {
        try await Kitchen.open(["/new": Dish.rss(Dish.item("one"))]) { kitchen in
            await kitchen.origin.behave(.redirected(to: "/new", permanent: isPermanent), at: "/feed")
            let answer = try await kitchen.ask()
            #expect(answer.stories?.count == 1)
            let new = try kitchen.address("/new")
            #expect(answer.movedTo == (moves == 1 ? new : nil))
        }
    }

    @Test func `refusals keep their meaning`() async throws {
        try await Kitchen.open { kitchen in
            let missing = try await kitchen.failure()
            #expect(missing == .notThere)
            await kitchen.origin.behave(.gone)
            let afterGone = try await kitchen.failure()
            #expect(afterGone == .gone)
            await kitchen.origin.behave(.status(403))
            let forbidden = try await kitchen.failure()
            #expect(forbidden == .refused(status: 403))
            await kitchen.origin.behave(.status(401))
            let stranger = try await kitchen.failure()
            #expect(stranger == .signInNeeded)
        }
    }

    @Test func `Retry-After is passed on and binds the host`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            await kitchen.origin.behave(.status(429, retryAfter: .seconds(7_200)), times: 1)
            let until = kitchen.clock.now.addingTimeInterval(7_200)
            let first = try await kitchen.failure()
            #expect(first == .busy(until: until))
            let second = try await kitchen.failure()
            #expect(second == .busy(until: until))
            #expect(kitchen.origin.hits.count == 1)
            kitchen.clock.pass(days: 1)
            let later = try await kitchen.failure()
            #expect(later == nil)
        }
    }

    @Test func `a page instead of a feed is named as such, with the host`() async throws {
        try await Kitchen.open(["/feed": Dish.html(body: "<p>Welcome")]) { kitchen in
            guard case .unreadable(let why) = try await kitchen.failure() else {
                Issue.record("not unreadable")
                return
            }
            #expect(why.contains("127.0.0.1"))
            #expect(why.contains("web page"))
        }
    }

    @Test func `bytes without sense and a broken connection are told apart`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            await kitchen.origin.behave(.garbage)
            guard case .unreadable = try await kitchen.failure() else {
                Issue.record("garbage was read")
                return
            }
            await kitchen.origin.behave(.offline)
            guard case .unreachable(let why) = try await kitchen.failure() else {
                Issue.record("nobody was there")
                return
            }
            #expect(why.contains("127.0.0.1"))
        }
    }

    @Test func `a failed reading forgets nothing`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            let first = try await kitchen.ask()
            await kitchen.origin.behave(.serving(Dish.html(body: "<p>Back soon")), times: 1)
            await #expect(throws: SourceError.self) { try await kitchen.ask(remembering: first.memory) }
            let answer = try await kitchen.ask(remembering: first.memory)
            #expect(answer.stories == nil)
        }
    }

    @Test func `a memory of another kind is as good as none`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            let answer = try await kitchen.ask(remembering: ChannelMemory(bytes: Array("cursor=12".utf8)))
            #expect(answer.stories?.count == 1)
        }
    }

    @Test func `the catalogue knows feeds and nothing it does not`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("one"))]) { kitchen in
            let catalog = Catalog.sources(fetcher: kitchen.fetcher)
            let address = try kitchen.address("/feed")
            let source = try #require(catalog.source(of: .feed, at: address))
            let answer = try await source.stories(in: ChannelRequest(address: address, reason: .asked))
            #expect(answer.stories?.count == 1)
            #expect(catalog.source(of: SourceKind(rawValue: "telegraph"), at: address) == nil)
        }
    }
}
