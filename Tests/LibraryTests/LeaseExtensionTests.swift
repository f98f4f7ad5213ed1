import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of fetches that take longer than their leases.
@Suite(.timeLimit(.minutes(1))) struct `Leases of long fetches` {
    private let source = FakeSource()
    private let clock = TestClock()
    private let library: NewsLibrary
    private let feed = "https://slow.test/feed"
    private let page = "https://slow.test/1"
    private let me = ReaderID.first

    init() throws {
        var policy = PollingPolicy(minimum: .zero, unconditionalMinimum: .zero, manualMinimum: .zero)
        policy.leaseDuration = .milliseconds(200)
        library = try NewsLibrary.open(
            at: temporaryFolder(), now: { [clock] in clock.now }, pollingPolicy: policy, sources: source.catalog)
    }

    /// Moves the clock past the first end of the lease in `table`, once the lease has been extended.
    private func passFirstLease(in table: String) async throws {
        var first: Int64 = 0
        while first == 0 { first = try await leaseEnd(in: table) }
        clock.advance(0.15)
        while try await leaseEnd(in: table) == first { await Task.yield() }
        clock.advance(0.1)
        #expect(clock.now.milliseconds > first)
    }

    private func leaseEnd(in table: String) async throws -> Int64 {
        try await library.context.database.read { try $0.number("select max(claimed_until) from \(table)") ?? 0 }
    }

    @Test func `a feed that is still being read when its lease ends is not fetched a second time`() async throws {
        let channel = try await library.subscriptions.follow(.feed, at: webAddress(feed), for: me).id
        let gate = source.hold(feed)
        let refresher = Refresher(library: library, jitter: { 0 })
        async let first = refresher.runOnce(only: [channel])
        try await passFirstLease(in: "channel")
        _ = try await library.refreshing.requestRefresh([channel], reason: .manual, for: me, minimumInterval: .zero)
        _ = await refresher.runOnce(only: [channel])
        #expect(source.requests.count == 1)
        gate.finish()
        let summary = await first
        #expect(summary.fetched == 1)
        #expect(try await leaseEnd(in: "channel") == 0)
    }

    @Test func `a page that is still being read when its lease ends is not fetched a second time`() async throws {
        source.put(
            [FetchedStory(key: "1", title: "Slow", link: try webAddress(page))], at: feed)
        let channel = try await library.subscriptions.follow(.feed, at: webAddress(feed), for: me).id
        _ = await Refresher(library: library, jitter: { 0 }).runOnce(only: [channel])
        try source.put(page: "The whole story, which is rather long.", at: page)
        let rows = try await library.stories.list(.everything, for: me, depth: 1).rows
        let story = try #require(rows.first).id
        var policy = FullTextPolicy(hostInterval: .zero)
        (policy.fetching.leaseDuration, policy.fetching.manualMinimum) = (.milliseconds(200), .zero)
        let service = FullTextService(context: library.context, policy: policy)
        let gate = source.hold(page)
        async let first = service.fetch(story, isManual: true)
        try await passFirstLease(in: "fetch_state")
        #expect(try await service.fetch(story, isManual: true) == .inProgress)
        gate.finish()
        let outcome = try await first
        #expect(outcome == .fetched(new: 1))
        #expect(source.requestedPages == [page])
    }
}
