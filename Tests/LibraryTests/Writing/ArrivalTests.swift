import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of the search for an accepted comment in its thread.
@Suite(.timeLimit(.minutes(1))) struct ArrivalTests {
    private let location = RemoteLocation(key: "9", page: nil)

    @Test(.mission("NEXUS-41")) func `an accepted comment is found in the thread, which is read once`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.accepted(location))
        let entry = try await fixture.perform()
        fixture.base.source.put(comments: [makeComment("9", "Other words.")], under: "1")
        let found = await fixture.outbox.confirmArrival(of: entry, for: fixture.me)
        #expect(found.entry.state == .ended(.accepted(location)) && found.comment != nil)
        #expect(!fixture.posting.steps.contains("find comment"))
    }

    @Test(.mission("NEXUS-38"))
    func `a comment that the site took and does not show is said to be held or dropped`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.accepted(location))
        let entry = try await fixture.perform()
        fixture.base.source.put(comments: [makeComment("8", "I agree.")], under: "1")
        let found = await fixture.outbox.confirmArrival(of: entry, for: fixture.me)
        #expect(found.entry.state == .ended(.notShown(location)) && found.comment == nil)
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).map(\.id) == [entry.id])
        await #expect(throws: LibraryError.self, "it has arrived") {
            try await fixture.outbox.retry(entry.id, for: fixture.me)
        }
        #expect(try await fixture.outbox.look(entry.id, for: fixture.me).state == .ended(.notShown(location)))
        // The entry is kept until the comment is shown, or its writer removes it.
        fixture.clock.advance(40 * 86_400)
        try await fixture.library.context.removeOldOutboxEntries()
        fixture.base.source.put(comments: [makeComment("8"), makeComment("9", "I agree.")], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .manual)
        guard case .ended(.accepted) = try await fixture.outbox.entry(entry.id, for: fixture.me).state else {
            throw MissingValue(what: "an accepted entry")
        }
    }

    @Test(.mission("NEXUS-38"))
    func `what the look finds waiting is said to wait, and a failed read says nothing`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.accepted(location), .accepted(location))
        fixture.posting.find(.success(.pending(location)))
        fixture.base.source.put(comments: [], under: "1")
        let waiting = try await fixture.perform(token: "1")
        #expect(
            await fixture.outbox.confirmArrival(of: waiting, for: fixture.me).entry.state
                == .ended(.pending(location)))
        let other = try await fixture.perform(fixture.comment("More."), token: "2")
        fixture.posting.find(.failure(.notThere))
        #expect(
            await fixture.outbox.confirmArrival(of: other, for: fixture.me).entry.state
                == .ended(.accepted(location)))
    }

    @Test func `an accepted comment stays accepted where the look for it fails`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.accepted(location))
        let entry = try await fixture.perform()
        // The database accepts no more writes.
        fixture.library.close()
        let found = await fixture.outbox.confirmArrival(of: entry, for: fixture.me)
        #expect(found.entry.state == .ended(.accepted(location)) && found.comment == nil)
    }
}
