import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// A source that ends the process in a step of an action, as `kill -9` would.
private struct KillingSource: Source, PostingCapability {
    let step: String

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: [])
    }

    private func die(in current: String) { if current == step { kill(getpid(), SIGKILL) } }

    var posting: (any PostingCapability)? { self }

    let rules = PostingRules(actions: [.comment], needsMembership: false, markup: .hackerNews)

    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result {
        die(in: "prepare")
        guard let address = WebAddress("https://o.test/post") else { throw .notThere }
        return .ready(PreparedAction(action, address: address, method: .post))
    }

    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        die(in: "send")
        return .accepted()
    }

    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? { nil }
}

@Suite(.timeLimit(.minutes(2))) struct OutboxKillTests {
    private static func sendAndDie(_ folder: String, in step: String) async throws {
        let opened = try NewsLibrary.open(at: URL(fileURLWithPath: folder), now: { Date() })
        let library = opened.withSources(SourceCatalog([.feed: { _ in KillingSource(step: step) }]))
        let site = try webAddress("https://o.test/feed")
        try await library.subscriptions.follow(.feed, at: site, for: .first)
        let found = try await library.context.database.read { try StorySource.find(1, $0) }
        let target = RemoteItem(storyKey: "1")
        _ = try await library.drafts.save(
            Draft(target: .submission(1), title: "Kept"), basedOn: nil, for: .first)
        try await library.outbox.perform(
            .comment(NewComment(target: target, text: "I agree.")), at: try #require(found), token: "t", for: .first)
    }

    private func entry(_ folder: URL) async throws -> OutboxEntry {
        let library = try NewsLibrary.open(at: folder, now: { Date() })
        defer { library.close() }
        #expect(try await library.drafts.drafts(for: .first).map(\.title) == ["Kept"])
        return try #require(try await library.outbox.entries(for: .first).first)
    }

    @Test func `killed while the form is read, nothing was sent, and the next start says so`() async throws {
        let place = temporaryFolder()
        defer { removeFolder(place) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = place.path as String] in
            try await Self.sendAndDie(folder, in: "prepare")
        }
        #expect(try await entry(place).state == .ended(.unsent(.crashed)))
    }

    @Test func `killed while it is sent, its fate is unknown, and the next start says so`() async throws {
        let place = temporaryFolder()
        defer { removeFolder(place) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = place.path as String] in
            try await Self.sendAndDie(folder, in: "send")
        }
        let entry = try await entry(place)
        #expect(entry.state == .ended(.fateUnknown) && entry.sentAt != nil)
    }

    @Test func `another process sees what is on its way, and takes nothing from a process that lives`() async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        async let performed = fixture.perform()
        await gate.reached()
        let clock = fixture.clock
        let other = try NewsLibrary.open(
            at: fixture.base.folder, now: clock.read, sources: fixture.base.source.catalog)
        defer { other.close() }
        let service = OutboxService(context: other.context, policy: OutboxPolicy(pauseBeforeLook: .zero))
        clock.advance(3600)
        let seen = try #require(try await service.entries(for: fixture.me).first)
        #expect(seen.state == .sending)
        // The same form, sent to the other process, waits for the first one's entry.
        async let second = service.perform(fixture.comment(), at: fixture.source, token: "t", for: fixture.me)
        gate.open()
        let entries = try await [performed, second]
        #expect(entries.map(\.state) == [.ended(.accepted()), .ended(.accepted())])
        #expect(Set(entries.map(\.id)) == [seen.id] && fixture.posting.sentCount == 1)
    }

    @Test func `what a process left that has ended is found by the next look of another`() async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        async let performed = fixture.perform()
        await gate.reached()
        let other = try NewsLibrary.open(
            at: fixture.base.folder, now: fixture.clock.read, sources: fixture.base.source.catalog)
        defer { other.close() }
        #expect(try await other.outbox.entries(for: fixture.me).map(\.state) == [.sending])
        fixture.library.context.presence.end()
        #expect(try await other.outbox.entries(for: fixture.me).map(\.state) == [.ended(.fateUnknown)])
        gate.open()
        // The result comes too late: the decision made meanwhile stays.
        #expect(try await performed.state == .ended(.fateUnknown))
    }

    @Test func `a process that sends nothing leaves no file, and one that closes removes its own`() async throws {
        let fixture = try await WritingFixture()
        func locks() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: fixture.base.folder.path)
                .count { $0.hasPrefix("sending-") }
        }
        #expect(try locks() == 0)
        try await fixture.perform()
        #expect(try locks() == 1)
        fixture.library.close()
        #expect(try locks() == 0)
    }
}
