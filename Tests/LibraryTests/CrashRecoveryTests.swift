import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// A source that ends the process during a request, as a fault in reading a response would.
private struct CrashingSource: Source {
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        kill(getpid(), SIGKILL)
        return ChannelResponse(stories: [])
    }
}

@Suite(.timeLimit(.minutes(2))) struct CrashRecoveryTests {
    /// Refreshes all due channels as a server does, until the origin's response ends the process.
    private static func runAndDie(_ folder: String, hours: Double) async throws {
        let library = try NewsLibrary.open(
            at: URL(fileURLWithPath: folder), now: { Date().addingTimeInterval(hours * 3600) })
        #expect(try await library.crashRecovery.startRun().isEmpty)
        var feed = try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions).first
        if feed == nil {
            feed = try await library.subscriptions.follow(.feed, at: try webAddress("https://a.test/feed"), for: .first)
        }
        _ = try await library.refreshing.requestRefresh(
            [try #require(feed).id], reason: .manual, for: .first, minimumInterval: .zero)
        _ = await Refresher(library: library.withSources(SourceCatalog([.feed: { _ in CrashingSource() }]))).runOnce()
    }

    @Test func `a feed that ended two runs is left alone for a day, and told`() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
        let folder = place.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            try await Self.runAndDie(folder, hours: 0)
        }
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            try await Self.runAndDie(folder, hours: 1)
        }
        let now = Date().addingTimeInterval(2 * 3600)
        let library = try NewsLibrary.open(at: place, now: { now })
        defer { library.close() }
        let suspended = try await library.crashRecovery.startRun()
        #expect(suspended.map(\.kind) == ["channel"])
        let due = try #require(suspended.first?.until)
        #expect(abs(due.timeIntervalSince(now) - 86400) < 1)
        let feed = try #require(try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions).first)
        #expect(feed.health.state == .failing && feed.health.lastError == .crashed)
        // The channel is not fetched automatically before then.
        let source = FakeSource()
        _ = await Refresher(library: library.withSources(source.catalog)).runOnce()
        #expect(source.requests.isEmpty)
        // A refresh of everything, or of a whole newspaper, does not fetch the channel either.
        for several in [nil, [feed.id, ChannelID(rawValue: 99)]] {
            let answer = try await library.refreshing.requestRefresh(
                several, reason: .manual, for: .first, minimumInterval: .zero)
            #expect(answer.accepted == 0 && answer.waiting == 1)
        }
        _ = await Refresher(library: library.withSources(source.catalog)).runOnce()
        #expect(source.requests.isEmpty)
        // A person may try once anyway, and a success clears the suspicion.
        _ = try await library.refreshing.requestRefresh([feed.id], reason: .manual, for: .first, minimumInterval: .zero)
        _ = await Refresher(library: library.withSources(source.catalog)).runOnce()
        #expect(source.requests.count == 1)
        let left = try await library.context.database.read {
            try $0.count("select count(*) from crash_suspect where kind = 'channel'")
        }
        #expect(left == 0)
    }

    /// Claims the due channels, as a refresh does.
    private func claim(_ fixture: LibraryFixture) async throws -> [String] {
        let now = fixture.clock.now
        return try await fixture.library.context.database.write { transaction in
            try DueChannelQueue(transaction: transaction, now: now, policy: .standard, channels: nil).groups(hosts: 16)
                .flatMap { $0.map(\.channel.address.text) }
        }
    }

    @Test func `those under suspicion are fetched one at a time, beside all others`() async throws {
        let fixture = try LibraryFixture()
        let suspects = ["https://a.test/1", "https://a.test/2", "https://b.test/1"]
        for address in suspects { try await fixture.follow(address) }
        fixture.clock.advance(100_000)
        _ = try await fixture.library.crashRecovery.startRun()
        #expect(Set(try await claim(fixture)) == Set(suspects))
        // The process died here, and the next run begins.
        #expect(try await fixture.library.crashRecovery.startRun().isEmpty)
        for address in ["https://a.test/3", "https://c.test/1"] { try await fixture.follow(address) }
        fixture.clock.advance(100_000)
        let claimed = try await claim(fixture)
        #expect(Set(claimed).intersection(suspects).count == 1)
        #expect(claimed.contains("https://c.test/1"))
        // This fetch ends well: the suspicion is gone, and the next channel is tried.
        _ = await fixture.refresher.runOnce()
        #expect(try await claim(fixture).isEmpty)
        fixture.clock.advance(1000)
        _ = await fixture.refresher.runOnce()
        fixture.clock.advance(100_000)
        _ = await fixture.refresher.runOnce()
        #expect(try await fixture.number("select count(*) from crash_suspect where kind = 'channel'") == 0)
        #expect(Set(fixture.source.requests.map(\.address.text)).isSuperset(of: suspects))
    }

    @Test func `an orderly end accuses nobody`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.follow("https://a.test/feed")
        for _ in 0..<4 {
            fixture.clock.advance(100_000)
            #expect(try await fixture.library.crashRecovery.startRun().isEmpty)
            _ = try await claim(fixture)
            try fixture.library.crashRecovery.endRun()
        }
        #expect(try await fixture.number("select count(*) from crash_suspect") == 0)
    }

    @Test func `a picture is claimed before it is measured, and left alone when two runs died over it`() async throws {
        let fixture = try LibraryFixture()
        var story = try fixture.story("1")
        story.pictures = [PictureReference(address: try webAddress("https://a.test/1.png"))]
        try await fixture.follow("https://a.test/feed", stories: [story])
        let service = fixture.library.pictures
        for crashes in 1...2 {
            #expect(try await fixture.library.crashRecovery.startRun().isEmpty)
            #expect(try await service.leaseUnmeasured(limit: 9).count == 1)
            // The picture is leased, so nobody else gets it now.
            #expect(try await service.leaseUnmeasured(limit: 9).isEmpty)
            let suspended = try await fixture.library.crashRecovery.startRun()
            #expect(suspended.map(\.name) == (crashes == 2 ? ["https://a.test/1.png"] : []))
            try fixture.library.crashRecovery.endRun()
        }
        #expect(try await service.leaseUnmeasured(limit: 9).isEmpty)
        fixture.clock.advance(86_401)
        let again = try #require(try await service.leaseUnmeasured(limit: 9).first)
        try await service.recordMeasurement(again.id, width: 10, height: 10, colour: "#000000")
        #expect(try await fixture.number("select count(*) from crash_suspect") == 0)
    }
}
