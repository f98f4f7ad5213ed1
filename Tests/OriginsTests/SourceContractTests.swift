import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// What every kind of source promises, whatever its origin speaks.
@Suite struct SourceContractTests {
    private static let three = [
        PlainStory("a", minutesAgo: 1), PlainStory("b", minutesAgo: 60), PlainStory("c", minutesAgo: 3_000),
    ]

    private func open(
        _ contestant: Contestant, _ stories: [PlainStory]? = nil, limits: FetchLimits = .standard,
        _ body: (Table) async throws -> Void
    ) async throws {
        try await Kitchen.open(limits: limits) { kitchen in
            let table = Table(contestant: contestant, kitchen: kitchen)
            table.serve(stories ?? Self.three)
            try await body(table)
        }
    }

    @Test(arguments: Contestant.all)
    func `stories come in the origin's order, with key, title, link, text and date`(_ contestant: Contestant)
        async throws
    {
        try await open(contestant) { table async throws in
            let answer = try await table.ask()
            let stories = try #require(answer.stories)
            #expect(stories.map(\.key) == ["a", "b", "c"])
            #expect(stories.map(\.title) == ["Story a", "Story b", "Story c"])
            #expect(stories.map(\.link?.text) == Self.three.map(\.link))
            #expect(stories.map(\.text) == ["Some words.", "Some words.", "Some words."])
            #expect(stories.map(\.publishedAt) == Self.three.map { $0.publishedAt(table.kitchen.clock.now) })
            #expect(answer.status == 200 && answer.complaints.isEmpty && answer.memory != nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `texts are cleaned, and titles are plain`(_ contestant: Contestant) async throws {
        let story = PlainStory(
            "a", title: "Fish &amp; chips",
            html: "<p onclick=\"x()\">Safe<script>alert(1)</script> <img src=\"/i.png\" width=\"500\"></p>")
        try await open(contestant, [story]) { table async throws in
            let read = try #require(try await table.ask().stories?.first)
            #expect(read.title == "Fish & chips")
            #expect(read.text == "Safe")
            #expect(!read.body.text.contains("script") && !read.body.text.contains("onclick"))
            #expect(read.original.contains("script"))
            #expect(read.pictures.map(\.address.path) == ["/i.png"])
        }
    }

    @Test(arguments: Contestant.all)
    func `keys stay when stories change, move and vanish`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            let first = try await table.ask()
            table.serve([PlainStory("c", title: "Another title"), PlainStory("a", html: "<p>Other words.</p>")])
            let second = try await table.ask(remembering: first.memory)
            #expect(second.stories?.map(\.key) == ["c", "a"])
        }
    }

    @Test(arguments: Contestant.all)
    func `a story that stands twice comes once`(_ contestant: Contestant) async throws {
        try await open(contestant, [PlainStory("a"), PlainStory("b"), PlainStory("a")]) { table async throws in
            let answer = try await table.ask()
            #expect(answer.stories?.map(\.key) == ["a", "b"])
        }
    }

    @Test(arguments: Contestant.all)
    func `a date that cannot be read costs the story nothing else`(_ contestant: Contestant) async throws {
        var odd = PlainStory("b")
        odd.badDate = "the day before yesterday"
        try await open(contestant, [PlainStory("a"), odd]) { table async throws in
            let answer = try await table.ask()
            #expect(answer.stories?.map { $0.publishedAt == nil } == [false, true])
        }
    }

    @Test(arguments: Contestant.all)
    func `nothing new is no stories, by 304 or by the same bytes`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            let first = try await table.ask()
            let second = try await table.ask(remembering: first.memory)
            #expect(second.stories == nil && second.status == 304)
            #expect(table.kitchen.origin.hits.last?.header("if-none-match") != nil)
            await table.kitchen.origin.behave(.withoutValidators)
            let third = try await table.ask(remembering: second.memory)
            #expect(third.stories == nil && third.status == 200)
            let fourth = try await table.ask(remembering: third.memory)
            #expect(table.kitchen.origin.hits.last?.header("if-none-match") == nil)
            #expect(fourth.memory != nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `what the answer says of its freshness is passed on, with a 304 too`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            table.serve(Self.three, cache: "max-age=90")
            let first = try await table.ask()
            let second = try await table.ask(remembering: first.memory)
            #expect(first.pace.freshSeconds == 90 && second.pace.freshSeconds == 90 && second.stories == nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `an empty list is a list`(_ contestant: Contestant) async throws {
        try await open(contestant, []) { table async throws in
            let answer = try await table.ask()
            #expect(answer.stories?.isEmpty == true && answer.next == nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `a memory of another kind is as good as none`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            let answer = try await table.ask(remembering: ChannelMemory(bytes: Array("cursor=12".utf8)))
            #expect(answer.stories?.count == 3)
        }
    }

    @Test(arguments: Contestant.all)
    func `every page is read once, without gaps and without repeats`(_ contestant: Contestant) async throws {
        let all = (1...50).map { PlainStory("story-\($0)", minutesAgo: Double($0)) }
        try await open(contestant, all) { table async throws in
            table.serve(all, perPage: contestant.hasPages ? 20 : 50)
            var answer = try await table.ask()
            var keys = answer.stories?.map(\.key) ?? []
            while let next = answer.next, keys.count <= 50 {
                answer = try await table.ask(after: next)
                keys += answer.stories?.map(\.key) ?? []
            }
            #expect(keys == all.map(\.key))
            #expect(table.kitchen.origin.hits.count == (contestant.hasPages ? 3 : 1))
        }
    }

    @Test(arguments: Contestant.all.filter { $0.directory != nil })
    func `channels are listed in the origin's order, and each can be asked for`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            guard let list = contestant.directory else { return }
            table.kitchen.origin.put(list.page, at: list.path)
            let address = try table.kitchen.address(list.path)
            let directory = ChannelRequest(address: address, reason: .appeared)
            let answer = try await table.source.stories(in: directory)
            #expect(answer.channels?.map(\.title) == list.titles && answer.stories == nil)
            #expect(Set(answer.channels?.map(\.key) ?? []).count == list.titles.count)
            let unchanged = ChannelRequest(address: address, reason: .appeared, memory: answer.memory)
            let again = try await table.source.stories(in: unchanged)
            #expect(again.channels == nil && again.stories == nil && again.memory != nil)
            for channel in answer.channels ?? [] {
                let request = ChannelRequest(address: channel.address, reason: .appeared, title: channel.title)
                let stories = try await table.source.stories(in: request).stories
                #expect(stories?.count == 3, "\(channel.title)")
            }
        }
    }

    // MARK: Trouble

    @Test(arguments: Contestant.all)
    func `refusals keep their meaning`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            let origin = table.kitchen.origin
            await origin.behave(.status(404))
            try await table.expectFailure(.notThere)
            await origin.behave(.gone)
            try await table.expectFailure(.gone)
            await origin.behave(.status(403))
            try await table.expectFailure(.refused(status: 403))
            await origin.behave(.status(401))
            try await table.expectFailure(.signInNeeded)
            await origin.behave(.status(500))
            try await table.expectFailure(.refused(status: 500))
        }
    }

    @Test(arguments: Contestant.all)
    func `Retry-After is passed on and binds the host`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            await table.kitchen.origin.behave(.status(429, retryAfter: .seconds(7_200)), times: 1)
            let until = table.kitchen.clock.now.addingTimeInterval(7_200)
            try await table.expectFailure(.busy(until: until))
            try await table.expectFailure(.busy(until: until))
            #expect(table.kitchen.origin.hits.count == 1)
            table.kitchen.clock.pass(days: 1)
            try await table.expectFailure(nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `bytes without sense, a web page, nothing and half an answer are unreadable`(_ contestant: Contestant)
        async throws
    {
        try await open(contestant) { table async throws in
            let whole = contestant.page(Self.three, table.kitchen.clock.now, nil)
            for page in [
                SamplePage((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }, contentType: whole.contentType),
                Dish.html(body: "<p>Welcome"), SamplePage([], contentType: whole.contentType),
            ] {
                await table.kitchen.origin.behave(.serving(page))
                guard case .unreadable(let why)? = try await table.failure() else {
                    Issue.record("read: \(String(decoding: page.body.prefix(40), as: UTF8.self))")
                    continue
                }
                #expect(why.contains("127.0.0.1"))
            }
            await table.kitchen.origin.behave(.truncated)
            let half = try await table.failure()
            #expect(half != nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `an answer that never ends is taken up to a bound`(_ contestant: Contestant) async throws {
        try await open(contestant, limits: FetchLimits(timeout: .seconds(60), size: 256 * 1024)) {
            table async throws in
            await table.kitchen.origin.behave(.endless)
            guard case .notAllowed = try await table.failure() else {
                Issue.record("everything was taken")
                return
            }
        }
    }

    @Test(arguments: Contestant.all)
    func `an origin that is too slow and one that is not there are unreachable`(_ contestant: Contestant)
        async throws
    {
        try await open(contestant, limits: FetchLimits(timeout: .milliseconds(400))) { table async throws in
            let origin = table.kitchen.origin
            await origin.behave(.delayed(.seconds(60)))
            guard case .unreachable = try await table.failure() else {
                Issue.record("nobody waited")
                return
            }
            await origin.behave(.offline)
            guard case .unreachable(let why) = try await table.failure() else {
                Issue.record("somebody was there")
                return
            }
            #expect(why.contains("127.0.0.1"))
        }
    }

    @Test(arguments: Contestant.all)
    func `a failure forgets nothing`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            let first = try await table.ask()
            await table.kitchen.origin.behave(.serving(Dish.html(body: "<p>Back soon")), times: 1)
            await #expect(throws: SourceError.self) { try await table.ask(remembering: first.memory) }
            let answer = try await table.ask(remembering: first.memory)
            #expect(answer.stories == nil)
        }
    }

    @Test(arguments: Contestant.all)
    func `a redirect is followed`(_ contestant: Contestant) async throws {
        try await open(contestant) { table async throws in
            let origin = table.kitchen.origin
            origin.put(contestant.page(Self.three, table.kitchen.clock.now, nil), at: "/elsewhere")
            await origin.behave(.redirected(to: "/elsewhere", permanent: false), at: contestant.path)
            let answer = try await table.ask()
            #expect(answer.stories?.count == 3 && answer.movedTo == nil)
        }
    }
}

/// A contestant's source at its origin.
private struct Table {
    let contestant: Contestant
    let kitchen: Kitchen

    var source: any Source {
        get throws {
            let catalog = Catalog.sources(fetcher: kitchen.fetcher, now: { [clock = kitchen.clock] in clock.now })
            return try #require(catalog.source(of: contestant.kind, at: try kitchen.address(contestant.root)))
        }
    }

    /// Serves the stories, in pages where so many are more than one holds.
    func serve(_ stories: [PlainStory], perPage: Int = .max, cache: String? = nil) {
        let pages = stride(from: 0, to: max(1, stories.count), by: min(perPage, max(1, stories.count))).map {
            Array(stories.dropFirst($0).prefix(perPage))
        }
        for (number, stories) in pages.enumerated() {
            let next = number + 1 < pages.count ? "/further/\(number + 1)" : nil
            var page = contestant.page(stories, kitchen.clock.now, next)
            page.cacheControl = cache
            kitchen.origin.put(page, at: number == 0 ? contestant.path : "/further/\(number)")
        }
    }

    func ask(remembering memory: ChannelMemory? = nil, after next: Cursor? = nil) async throws -> ChannelAnswer {
        try await source.stories(
            in: ChannelRequest(
                address: try kitchen.address(contestant.channel), reason: .due, memory: memory, after: next))
    }

    func expectFailure(_ wanted: SourceError?, at location: SourceLocation = #_sourceLocation) async throws {
        let failure = try await failure()
        #expect(failure == wanted, sourceLocation: location)
    }

    /// The error that asking ends in, if it does.
    func failure() async throws -> SourceError? {
        do {
            _ = try await ask()
            return nil
        } catch let error as SourceError {
            return error
        }
    }
}
