import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct HostBackoffTests {
    /// Records a back-off of twenty days, by a Retry-After and by a feed's response, and returns the days that are kept.
    private func keptDays(_ policy: PollingPolicy) async throws -> [Double] {
        let clock = TestClock()
        let source = FakeSource()
        let folder = temporaryFolder()
        defer { removeFolder(folder) }
        let library = try NewsLibrary.open(
            at: folder, now: { clock.now }, pollingPolicy: policy, sources: source.catalog)
        defer { library.close() }
        let until = clock.now.addingTimeInterval(20 * 86_400)
        await library.context.hostBackoffs.record("a.test", until: until)
        source.put(.failure(.busy(until: until)), at: "https://b.test/feed")
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress("https://b.test/feed"), metadata: ChannelMetadata())
        _ = try await library.subscriptions.follow(found, folder: nil, for: .first)
        _ = await Refresher(library: library, jitter: { 0 }).runOnce()
        let ends = try await library.context.database.read { transaction in
            try transaction.all("select backoff_until from host_backoff order by host") { $0.date("backoff_until") }
        }
        return ends.map { ($0.timeIntervalSince(clock.now) / 86_400).rounded() }
    }

    @Test func `a back-off is at most seven days long`() async throws {
        #expect(try await keptDays(.standard) == [7, 7])
    }

    @Test func `a longer one is honoured where the settings allow it`() async throws {
        var policy = PollingPolicy.standard
        policy.maxBackoff = .seconds(30 * 86_400)
        #expect(try await keptDays(policy) == [20, 20])
    }
}
