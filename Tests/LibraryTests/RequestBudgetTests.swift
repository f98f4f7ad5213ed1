import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

private let hour = 3600.0

@Suite struct `The budget of requests to a service` {
    private let site: WebAddress

    init() throws { site = try webAddress("https://api.test/v2/") }

    /// Claims a request; returns nil if it is granted, otherwise the time at which one is possible.
    private func claim(_ library: NewsLibrary, _ reason: RefreshReason) async throws -> Date? {
        do throws(SourceError) {
            try await library.requestBudgets.claimRequest(at: site, for: reason)
            return nil
        } catch {
            guard case .busy(let until, _) = error else { throw error }
            return until
        }
    }

    private func claimAll(_ library: NewsLibrary, _ count: Int, _ reason: RefreshReason = .viewed) async throws {
        for _ in 0..<count { #expect(try await claim(library, reason) == nil) }
    }

    @Test func `what is scheduled leaves two fifths to what is on screen`() async throws {
        let fixture = try LibraryFixture()
        let start = fixture.clock.now
        for _ in 0..<25 {
            try await claimAll(fixture.library, 1, .viewed)
            fixture.clock.advance(60)
        }
        fixture.clock.advance(2 * hour)
        try await claimAll(fixture.library, 5, .due)
        #expect(try await claim(fixture.library, .due) == start.addingTimeInterval(12 * hour))
        try await claimAll(fixture.library, 10, .viewed)
        try await claimAll(fixture.library, 10, .manual)
        for reason in [RefreshReason.viewed, .manual] {
            #expect(try await claim(fixture.library, reason) == start.addingTimeInterval(12 * hour))
        }
        // Twenty-one requests must have left the window until thirty are available.
        #expect(try await claim(fixture.library, .due) == start.addingTimeInterval(12 * hour + 20 * 60))
        fixture.clock.advance(10 * hour)
        #expect(try await claim(fixture.library, .viewed) == nil, "the oldest has left the window")
    }

    @Test(.mission("BREAK-28"))
    func `what is scheduled is spread over the plan's time, and leaves a person something at any hour`() async throws {
        let fixture = try LibraryFixture()
        var granted: [Date] = []
        for minute in 0..<(24 * 60) {
            if try await claim(fixture.library, .due) == nil { granted.append(fixture.clock.now) }
            if minute == 20 { #expect(granted.count == 5) }
            if minute % 60 == 59 {
                let status = try await fixture.library.requestBudgets.status(of: site)
                #expect(status.nextRequestAt == nil && status.windows.allSatisfy { $0.limit - $0.used >= 20 })
            }
            fixture.clock.advance(60)
        }
        #expect(granted.count == 60, "three fifths of a hundred")
        for moment in granted {
            #expect(granted.filter { (0..<2 * hour).contains(moment.timeIntervalSince($0)) }.count <= 5)
        }
    }

    @Test func `a small plan's share is spread, too`() {
        for (half, pace) in [(3, 1), (5, 1), (12, 2), (50, 5), (1_000, 100)] {
            let plan = RequestQuota(requestsPerDay: 2 * half, requestsPerHalfDay: half)
            #expect(plan.windows(for: .background).last?.limit == pace, "\(half)")
        }
    }

    /// A reader looks every five minutes; every two hours the program restarts, or another one takes over.
    @Test(.mission("BREAK-28"))
    func `over two days with restarts no window is exceeded, and all that is allowed is used`() async throws {
        let fixture = try LibraryFixture()
        var library = fixture.library
        var granted: [Date] = []
        for step in 0..<(48 * 12) {
            if step % 24 == 23 {
                if step > 24 { library.close() }
                library = try NewsLibrary.open(at: fixture.folder, now: fixture.clock.read)
            }
            if try await claim(library, .viewed) == nil { granted.append(fixture.clock.now) }
            fixture.clock.advance(300)
        }
        library.close()
        for moment in granted {
            let ages = granted.map { moment.timeIntervalSince($0) }
            #expect(ages.filter { (0..<12 * hour).contains($0) }.count <= 50)
            #expect(ages.filter { (0..<24 * hour).contains($0) }.count <= 100)
        }
        #expect(granted.count == 200)
        #expect(try await fixture.number("select count(*) from keyed_api_request") == 100, "old ones are forgotten")
    }

    @Test func `two processes share one budget, whoever is quicker`() async throws {
        let fixture = try LibraryFixture()
        let other = try NewsLibrary.open(at: fixture.folder, now: fixture.clock.read)
        defer { other.close() }
        let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                group.addTask { try await claim(number % 2 == 0 ? fixture.library : other, .viewed) == nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(granted == 50)
        #expect(try await claim(fixture.library, .viewed) != nil)
    }

    @Test func `the plan can be another, and other services have their own`() async throws {
        let folder = temporaryFolder()
        defer { removeFolder(folder) }
        let clock = TestClock()
        let library = try NewsLibrary.open(
            at: folder, now: clock.read, requestPlan: RequestQuota(requestsPerDay: 5, requestsPerHalfDay: 3))
        defer { library.close() }
        try await claimAll(library, 3)
        #expect(try await claim(library, .viewed) == clock.now.addingTimeInterval(12 * hour))
        clock.advance(12 * hour)
        try await claimAll(library, 2)
        #expect(try await claim(library, .viewed) == clock.now.addingTimeInterval(12 * hour), "five in a day")
        try await library.requestBudgets.claimRequest(at: try webAddress("https://other.test/"), for: .viewed)
        // The http and https addresses are one service.
        let plain = try await library.requestBudgets.status(of: try webAddress("http://api.test/"))
        let secure = try await library.requestBudgets.status(of: site)
        #expect(plain == secure && plain.windows.map(\.used) == [2, 5])
    }

    @Test func `the status says what is used, and when the next request is possible`() async throws {
        let fixture = try LibraryFixture()
        let budgets = fixture.library.requestBudgets
        typealias Usage = RequestBudgetStatus.Usage
        #expect(
            try await budgets.status(of: site)
                == RequestBudgetStatus(
                    windows: [Usage(used: 0, limit: 50, hours: 12), Usage(used: 0, limit: 100, hours: 24)]))
        try await claimAll(fixture.library, 50)
        let full = try await budgets.status(of: site)
        #expect(full.windows.map(\.used) == [50, 50] && full.blockedUntil == nil)
        #expect(full.nextRequestAt == fixture.clock.now.addingTimeInterval(12 * hour))
    }

    // MARK: 429

    @Test func `after a 429 nothing is asked for an hour, doubled up to twelve while it repeats`() async throws {
        let fixture = try LibraryFixture()
        let budgets = fixture.library.requestBudgets
        for hours in [1.0, 2, 4, 8, 12, 12] {
            try await claimAll(fixture.library, 1)
            await budgets.recordExhaustion(at: site, until: nil)
            // The other request was already under way, and does not count as a repetition.
            await budgets.recordExhaustion(at: site, until: nil)
            let end = fixture.clock.now.addingTimeInterval(hours * hour)
            for reason in [RefreshReason.due, .viewed, .manual] {
                #expect(try await claim(fixture.library, reason) == end)
            }
            let status = try await budgets.status(of: site)
            #expect(status.blockedUntil == end && status.nextRequestAt == end)
            #expect(status.windows.first?.used == 50, "others have used what is not counted here")
            fixture.clock.advance(hours * hour)
        }
        try await claimAll(fixture.library, 1)
        fixture.clock.advance(120)
        await budgets.recordExhaustion(at: site, until: nil)
        #expect(
            try await claim(fixture.library, .viewed) == fixture.clock.now.addingTimeInterval(hour),
            "a request succeeded in between")
    }

    @Test func `the end that a service states is kept, within a week, also after a restart`() async throws {
        let fixture = try LibraryFixture()
        let now = fixture.clock.now
        let budgets = fixture.library.requestBudgets
        await budgets.recordExhaustion(at: site, until: now.addingTimeInterval(300))
        let other = try NewsLibrary.open(at: fixture.folder, now: fixture.clock.read)
        defer { other.close() }
        #expect(try await claim(other, .manual) == now.addingTimeInterval(300))
        await budgets.recordExhaustion(at: site, until: now.addingTimeInterval(5 * hour))
        #expect(try await claim(other, .manual) == now.addingTimeInterval(5 * hour))
        await budgets.recordExhaustion(at: site, until: .distantFuture)
        #expect(try await claim(other, .manual) == now.addingTimeInterval(7 * 24 * hour))
    }

    @Test(.mission("BREAK-28"))
    func `another key lifts what the former one's 429 closed; the same key does not`() async throws {
        let fixture = try SecretFixture()
        let library = try fixture.open()
        defer { library.close() }
        let (keys, budgets) = (library.apiKeys, library.requestBudgets)
        try await keys.set("first", for: site)
        await budgets.recordExhaustion(at: site, until: nil)
        await library.hostBackoffs.record(site.hostKey, until: fixture.clock.now.addingTimeInterval(hour))
        let blockedUntil = fixture.clock.now.addingTimeInterval(hour)
        try await keys.set("first", for: site)
        #expect(try await claim(library, .manual) == blockedUntil)
        #expect(await library.hostBackoffs.end(of: site.hostKey) == blockedUntil)
        try await keys.set("second", for: site)
        #expect(await library.hostBackoffs.end(of: site.hostKey) == nil)
        let status = try await budgets.status(of: site)
        #expect(status.nextRequestAt == nil && status.windows.allSatisfy { $0.used == 0 })
        #expect(try await claim(library, .due) == nil)
    }

    @Test func `a back-off of the host that is no key's stays with another key`() async throws {
        let fixture = try SecretFixture()
        let library = try fixture.open()
        defer { library.close() }
        let until = fixture.clock.now.addingTimeInterval(hour)
        await library.hostBackoffs.record(site.hostKey, until: until)
        try await library.apiKeys.set("first", for: site)
        #expect(await library.hostBackoffs.end(of: site.hostKey) == until)
    }

    @Test func `an end that is past is none`() async throws {
        let fixture = try LibraryFixture()
        let now = fixture.clock.now
        await fixture.library.requestBudgets.recordExhaustion(at: site, until: now.addingTimeInterval(-5))
        #expect(try await claim(fixture.library, .viewed) == now.addingTimeInterval(hour))
    }

    // MARK: The clock

    @Test(arguments: [60, 13 * hour, 1000 * 24 * hour])
    func `a clock that is set back neither blocks for ever nor forgets requests`(step: Double) async throws {
        let fixture = try LibraryFixture()
        try await claimAll(fixture.library, 50)
        fixture.clock.advance(-step)
        let now = fixture.clock.now
        let shown = try await fixture.library.requestBudgets.status(of: site)
        #expect(shown.nextRequestAt == now.addingTimeInterval(12 * hour))
        #expect(try await claim(fixture.library, .viewed) == now.addingTimeInterval(12 * hour))
        fixture.clock.advance(12 * hour)
        #expect(try await claim(fixture.library, .viewed) == nil)
    }

    @Test func `a block does not outlast a clock that is set back`() async throws {
        let fixture = try LibraryFixture()
        let budgets = fixture.library.requestBudgets
        await budgets.recordExhaustion(at: site, until: nil)
        fixture.clock.advance(days: -1000)
        let now = fixture.clock.now
        #expect(try await budgets.status(of: site).blockedUntil == now.addingTimeInterval(hour))
        let until = try #require(try await claim(fixture.library, .viewed))
        #expect(until <= now.addingTimeInterval(12 * hour))
        fixture.clock.advance(12 * hour)
        #expect(try await claim(fixture.library, .viewed) == nil)
    }

    @Test func `a clock that is set forward is corrected by the service`() async throws {
        let fixture = try LibraryFixture()
        try await claimAll(fixture.library, 50)
        fixture.clock.advance(days: 2)
        #expect(try await claim(fixture.library, .viewed) == nil, "it cannot be known")
        await fixture.library.requestBudgets.recordExhaustion(at: site, until: nil)
        #expect(try await claim(fixture.library, .viewed) == fixture.clock.now.addingTimeInterval(hour))
    }

    // MARK: The host

    /// The service has used thirty of fifty requests, or all.
    @Test(arguments: [(30, false), (50, true)])
    func `a scheduled refresh that waits for the plan leaves the host open while something is left`(
        used: Int, isHostClosed: Bool
    ) async throws {
        let fixture = try LibraryFixture()
        let address = "https://api.test/v2/top-headlines"
        let channel = try await fixture.follow(address)
        let askedAt = try await fixture.number("select last_attempt_at from channel")
        try await claimAll(fixture.library, used)
        let until = try #require(try await claim(fixture.library, .due))
        fixture.source.put(.failure(.busy(until: until)), at: address)
        fixture.clock.advance(120)
        _ = try await fixture.library.refreshing.requestRefresh(
            [channel], reason: .due, for: fixture.me, minimumInterval: .zero)
        await fixture.refresher.runOnce(only: [channel])
        let closedUntil = try await fixture.number("select backoff_until from host_backoff where host = 'api.test'")
        #expect((closedUntil != nil) == isHostClosed)
        // A channel that keeps its state is fetched when it is shown.
        let state = isHostClosed ? ChannelHealthState.waiting : .fine
        #expect(try await fixture.number("select 1 from channel where state = '\(state.rawValue)'") == 1)
        let askedLater = try await fixture.number("select last_attempt_at from channel")
        #expect((askedLater == askedAt) == !isHostClosed)
        let dueAt = try #require(try await fixture.number("select due_at from channel"))
        #expect(dueAt >= until.milliseconds, "its schedule waits in any case")
    }
}
