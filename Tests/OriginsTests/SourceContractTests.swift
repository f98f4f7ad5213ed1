import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// The guarantees of every source kind.
@Suite struct SourceContractTests {
    private static let threeStories = [
        PlainStory("a", minutesAgo: 1), PlainStory("b", minutesAgo: 60), PlainStory("c", minutesAgo: 3_000),
    ]

    private func open(
        _ contract: ContractFixture, _ stories: [PlainStory]? = nil, limits: FetchLimits = .standard,
        _ body: (ContractRun) async throws -> Void
    ) async throws {
        try await SourceFixture.open(limits: limits) { fixture in
            let run = ContractRun(contract: contract, fixture: fixture)
            run.serve(stories ?? Self.threeStories)
            try await body(run)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `stories come in the origin's order, with key, title, link, text and date`(_ contract: ContractFixture)
        async throws
    {
        try await open(contract) { run async throws in
            let response = try await run.fetch()
            let stories = try #require(response.stories)
            #expect(stories.map(\.key) == run.keys("a", "b", "c"))
            #expect(stories.map(\.title) == ["Story a", "Story b", "Story c"])
            #expect(stories.map(\.link?.text) == Self.threeStories.map(\.link))
            #expect(stories.map(\.text) == ["Some words.", "Some words.", "Some words."])
            #expect(stories.map(\.publishedAt) == Self.threeStories.map { $0.publishedAt(run.fixture.clock.now) })
            #expect(response.status == 200 && response.diagnostics.isEmpty && response.sourceState != nil)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `texts are cleaned, and titles are plain`(_ contract: ContractFixture) async throws {
        let story = PlainStory(
            "a", title: "Fish &amp; chips",
            html: "<p onclick=\"x()\">Safe<script>alert(1)</script> <img src=\"/i.png\" width=\"500\"></p>")
        try await open(contract, [story]) { run async throws in
            let read = try #require(try await run.fetch().stories?.first)
            #expect(read.title == "Fish & chips")
            #expect(read.text == "Safe")
            #expect(!read.body.text.contains("script") && !read.body.text.contains("onclick"))
            #expect(read.original.contains("script"))
            #expect(read.pictures.map(\.address.path) == ["/i.png"])
        }
    }

    @Test(arguments: ContractFixture.all)
    func `keys stay when stories change, move and vanish`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            let first = try await run.fetch()
            run.serve([PlainStory("c", title: "Another title"), PlainStory("a", html: "<p>Other words.</p>")])
            let second = try await run.fetch(previous: first.sourceState)
            #expect(second.stories?.map(\.key) == run.keys("c", "a"))
        }
    }

    @Test(arguments: ContractFixture.all)
    func `a story that stands twice comes once`(_ contract: ContractFixture) async throws {
        try await open(contract, [PlainStory("a"), PlainStory("b"), PlainStory("a")]) { run async throws in
            let response = try await run.fetch()
            #expect(response.stories?.map(\.key) == run.keys("a", "b"))
        }
    }

    @Test(arguments: ContractFixture.all)
    func `a date that cannot be read costs the story nothing else`(_ contract: ContractFixture) async throws {
        var odd = PlainStory("b")
        odd.badDate = "the day before yesterday"
        try await open(contract, [PlainStory("a"), odd]) { run async throws in
            let response = try await run.fetch()
            #expect(response.stories?.map { $0.publishedAt == nil } == [false, true])
        }
    }

    @Test(arguments: ContractFixture.all)
    func `nothing new is no stories, by 304 or by the same bytes`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            let first = try await run.fetch()
            let second = try await run.fetch(previous: first.sourceState)
            #expect(second.stories == nil && second.status == 304)
            #expect(run.fixture.origin.requests.last?.header("if-none-match") != nil)
            await run.fixture.origin.simulate(.withoutValidators)
            let third = try await run.fetch(previous: second.sourceState)
            #expect(third.stories == nil && third.status == 200)
            let fourth = try await run.fetch(previous: third.sourceState)
            #expect(run.fixture.origin.requests.last?.header("if-none-match") == nil)
            #expect(fourth.sourceState != nil)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `what the answer says of its freshness is passed on, with a 304 too`(_ contract: ContractFixture) async throws
    {
        try await open(contract) { run async throws in
            run.serve(Self.threeStories, cache: "max-age=90")
            let first = try await run.fetch()
            let second = try await run.fetch(previous: first.sourceState)
            #expect(
                first.pollingHints.freshSeconds == 90 && second.pollingHints.freshSeconds == 90 && second.stories == nil
            )
        }
    }

    @Test(arguments: ContractFixture.all)
    func `an empty list is a list`(_ contract: ContractFixture) async throws {
        try await open(contract, []) { run async throws in
            let response = try await run.fetch()
            #expect(response.stories?.isEmpty == true && response.next == nil)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `a memory of another kind is as good as none`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            let response = try await run.fetch(previous: SourceState(bytes: Array("cursor=12".utf8)))
            #expect(response.stories?.count == 3)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `every page is read once, without gaps and without repeats`(_ contract: ContractFixture) async throws {
        let all = (1...50).map { PlainStory("story-\($0)", minutesAgo: Double($0)) }
        try await open(contract, all) { run async throws in
            run.serve(all, perPage: contract.hasPages ? 20 : 50)
            var response = try await run.fetch()
            var keys = response.stories?.map(\.key) ?? []
            while let next = response.next, keys.count <= 50 {
                response = try await run.fetch(after: next)
                keys += response.stories?.map(\.key) ?? []
            }
            #expect(keys == all.map(contract.key))
            // WordPress needs one more request to count the comments of each page's stories.
            let lists = run.fixture.requestPaths.filter { !$0.hasSuffix("/comments") }
            #expect(lists.count == (contract.hasPages ? 3 : 1))
        }
    }

    @Test(arguments: ContractFixture.all.filter { $0.directory != nil })
    func `channels are listed in the origin's order, and each can be asked for`(_ contract: ContractFixture)
        async throws
    {
        try await open(contract) { run async throws in
            guard let list = contract.directory else { return }
            run.fixture.origin.serve(list.page, at: list.path)
            let address = try run.fixture.address(list.path)
            let directory = ChannelRequest(address: address, reason: .viewed)
            let response = try await run.source.stories(in: directory)
            #expect(response.channels?.map(\.title) == list.titles && response.stories == nil)
            #expect(Set(response.channels?.map(\.key) ?? []).count == list.titles.count)
            let unchanged = ChannelRequest(address: address, reason: .viewed, sourceState: response.sourceState)
            let again = try await run.source.stories(in: unchanged)
            #expect(again.channels == nil && again.stories == nil && again.sourceState != nil)
            for channel in response.channels ?? [] {
                let request = ChannelRequest(address: channel.address, reason: .viewed, title: channel.title)
                let stories = try await run.source.stories(in: request).stories
                #expect(stories?.count == 3, "\(channel.title)")
            }
        }
    }

    // MARK: Trouble

    @Test(.mission("NEXUS-55"), arguments: ContractFixture.all)
    func `refusals keep their meaning`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            let origin = run.fixture.origin
            await origin.simulate(.status(404))
            try await run.expectFailure(.notThere)
            await origin.simulate(.gone)
            try await run.expectFailure(.gone)
            await origin.simulate(.status(403))
            try await run.expectFailure(.refused(status: 403))
            await origin.simulate(.status(401))
            try await run.expectFailure(.signInNeeded)
            await origin.simulate(.status(500))
            try await run.expectFailure(.refused(status: 500))
        }
    }

    @Test(arguments: ContractFixture.all)
    func `Retry-After is passed on and binds the host`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            await run.fixture.origin.simulate(.status(429, retryAfter: .seconds(7_200)), times: 1)
            let until = run.fixture.clock.now.addingTimeInterval(7_200)
            try await run.expectFailure(.busy(until: until))
            try await run.expectFailure(.busy(until: until))
            #expect(run.fixture.origin.requests.count == 1)
            run.fixture.clock.advance(days: 1)
            try await run.expectFailure(nil)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `bytes without sense, a web page, nothing and half an answer are unreadable`(_ contract: ContractFixture)
        async throws
    {
        try await open(contract) { run async throws in
            let whole = contract.page(Self.threeStories, run.fixture.clock.now, nil)
            for page in [
                SampleResource((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }, contentType: whole.contentType),
                FeedFixture.html(body: "<p>Welcome"), SampleResource([], contentType: whole.contentType),
            ] {
                await run.fixture.origin.simulate(.serving(page))
                guard case .unreadable(let cause)? = try await run.failure() else {
                    Issue.record("read: \(String(decoding: page.body.prefix(40), as: UTF8.self))")
                    continue
                }
                #expect(cause.message.contains("127.0.0.1"))
            }
            await run.fixture.origin.simulate(.truncated)
            let half = try await run.failure()
            #expect(half != nil)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `an answer that never ends is taken up to a bound`(_ contract: ContractFixture) async throws {
        try await open(contract, limits: FetchLimits(timeout: .seconds(60), size: 256 * 1024)) {
            run async throws in
            await run.fixture.origin.simulate(.endless)
            guard case .notAllowed = try await run.failure() else {
                Issue.record("everything was taken")
                return
            }
        }
    }

    @Test(arguments: ContractFixture.all)
    func `an origin that is too slow and one that is not there are unreachable`(_ contract: ContractFixture)
        async throws
    {
        try await open(contract, limits: FetchLimits(timeout: .milliseconds(400))) { run async throws in
            let origin = run.fixture.origin
            await origin.simulate(.delayed(.seconds(60)))
            guard case .unreachable = try await run.failure() else {
                Issue.record("nobody waited")
                return
            }
            await origin.simulate(.offline)
            guard case .unreachable(let cause) = try await run.failure() else {
                Issue.record("somebody was there")
                return
            }
            #expect(cause.message.contains("127.0.0.1"))
        }
    }

    @Test(arguments: ContractFixture.all)
    func `a failure forgets nothing`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            let first = try await run.fetch()
            await run.fixture.origin.simulate(.serving(FeedFixture.html(body: "<p>Back soon")), times: 1)
            await #expect(throws: SourceError.self) { try await run.fetch(previous: first.sourceState) }
            let response = try await run.fetch(previous: first.sourceState)
            #expect(response.stories == nil)
        }
    }

    @Test(arguments: ContractFixture.all)
    func `a redirect is followed`(_ contract: ContractFixture) async throws {
        try await open(contract) { run async throws in
            let origin = run.fixture.origin
            origin.serve(contract.page(Self.threeStories, run.fixture.clock.now, nil), at: "/elsewhere")
            await origin.simulate(.redirected(to: "/elsewhere", permanent: false), at: contract.path)
            let response = try await run.fetch()
            #expect(response.stories?.count == 3 && response.movedTo == nil)
        }
    }
}

/// The source of a contract at its origin.
private struct ContractRun {
    let contract: ContractFixture
    let fixture: SourceFixture
    private let plan = SpentPlan()

    var source: any Source {
        get throws {
            let catalog = BuiltInSources.catalog(
                fetcher: fixture.fetcher, now: { [clock = fixture.clock] in clock.now },
                keyedAPIAccess: { [fixture, plan] _ in plan.access(at: fixture.clock) })
            return try #require(catalog.source(of: contract.kind, at: try fixture.address(contract.root)))
        }
    }

    /// Returns the keys of stories with these names.
    func keys(_ names: String...) -> [String] { names.map { contract.key(PlainStory($0)) } }

    /// Serves the stories, in pages of `perPage`.
    func serve(_ stories: [PlainStory], perPage: Int = .max, cache: String? = nil) {
        let pages = stride(from: 0, to: max(1, stories.count), by: min(perPage, max(1, stories.count))).map {
            Array(stories.dropFirst($0).prefix(perPage))
        }
        for (number, stories) in pages.enumerated() {
            let next = number + 1 < pages.count ? "/further/\(number + 1)" : nil
            var page = contract.page(stories, fixture.clock.now, next)
            page.cacheControl = cache
            fixture.origin.serve(page, at: number == 0 ? contract.path : "/further/\(number)")
        }
    }

    func fetch(previous state: SourceState? = nil, after next: SourceCursor? = nil) async throws -> ChannelResponse {
        try await source.stories(
            in: ChannelRequest(
                address: try fixture.address(contract.channel), reason: .due, sourceState: state, after: next))
    }

    func expectFailure(_ wanted: SourceError?, at location: SourceLocation = #_sourceLocation) async throws {
        var failure = try await failure()
        // The reason why a plan is exhausted differs between services.
        if case .busy(let until, _) = failure { failure = .busy(until: until) }
        #expect(failure == wanted, sourceLocation: location)
    }

    /// Returns the error of a fetch; nil if there is none.
    func failure() async throws -> SourceError? {
        do {
            _ = try await fetch()
            return nil
        } catch let error as SourceError {
            return error
        }
    }
}
