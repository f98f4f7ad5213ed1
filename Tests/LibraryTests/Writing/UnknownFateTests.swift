import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of actions that may or may not have arrived.
@Suite(.timeLimit(.minutes(1))) struct UnknownFateTests {
    @Test func `after an answer that did not come the origin is looked at once, and what is there counts`() async throws
    {
        let fixture = try await WritingFixture()
        let location = RemoteLocation(key: "9")
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.success(.accepted(location)))
        #expect(try await fixture.perform().state == .ended(.accepted(location)))
        #expect(fixture.posting.steps == ["prepare comment", "send comment", "find comment"])
    }

    @Test func `what is not there has not arrived, and is sent again by a person alone`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        let entry = try await fixture.perform()
        #expect(entry.state == .notArrived && fixture.posting.sentCount == 1)
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).count == 1)
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        #expect(fixture.posting.sentCount == 2)
    }

    @Test func `where the look fails the fate stays unknown, and a retry looks before it sends`() async throws {
        let fixture = try await WritingFixture()
        let noAnswer = SourceError.unreachable(.noAnswer(from: "o.test"))
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(noAnswer), .failure(noAnswer), .failure(noAnswer), .success(.pending()))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.fateUnknown))
        let sent = entry.sentAt
        fixture.clock.advance(600)
        for _ in 0..<2 {
            let looked = try await fixture.outbox.look(entry.id, for: fixture.me)
            #expect(looked.state == .ended(.fateUnknown) && looked.sentAt == sent)
        }
        #expect(try await fixture.retry(entry.id).state == .ended(.pending()))
        #expect(fixture.posting.sentCount == 1)
    }

    @Test(.mission("NEXUS-40")) func `a retry sends what the look before it did not find`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.notThere))
        let entry = try await fixture.perform()
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        #expect(
            fixture.posting.steps == [
                "prepare comment", "send comment", "find comment", "find comment", "prepare comment", "send comment",
            ])
    }

    @Test func `a duplicate after an unknown fate is the comment itself; else it is a refusal`() async throws {
        let fixture = try await WritingFixture()
        let duplicate = RemoteActionOutcome.refused(RemoteRefusal(.duplicate))
        fixture.posting.answer(.fateUnknown, duplicate)
        let entry = try await fixture.perform(token: "1")
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        fixture.posting.answer(duplicate)
        #expect(try await fixture.perform(token: "2").state == .ended(duplicate))
    }

    @Test func `what takes too long is not sent, or of unknown fate`() async throws {
        let fixture = try await WritingFixture()
        let service = OutboxService(
            context: fixture.library.context, policy: OutboxPolicy(stepLimit: .seconds(1), pauseBeforeLook: .zero))
        _ = fixture.posting.hold("prepare")
        let cause = FailureCause(.incomplete(seconds: 1), at: "o.test")
        let first = try await service.perform(fixture.comment(), at: fixture.source, token: "1", for: fixture.me)
        #expect(first.state == .ended(.unsent(.unreachable, cause)))
        _ = fixture.posting.hold("send")
        let second = try await service.perform(fixture.comment(), at: fixture.source, token: "2", for: fixture.me)
        #expect(second.state == .notArrived)
        #expect(fixture.posting.steps.last == "find comment")
    }

    @Test func `without a session an unknown fate stays unknown`() async throws {
        let fixture = try await WritingFixture(needsMembership: true)
        try await fixture.signIn()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.signInNeeded))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.fateUnknown))
        let account = try await fixture.library.memberAccounts.account(at: fixture.source, for: fixture.me)
        #expect(account?.state == .lost(at: fixture.clock.now))
        for _ in 0..<2 {
            #expect(try await fixture.retry(entry.id).state == .ended(.fateUnknown))
            #expect(try await fixture.outbox.look(entry.id, for: fixture.me).state == .ended(.fateUnknown))
        }
        try await fixture.signIn()
        #expect(try await fixture.outbox.resumeAfterSignIn(at: fixture.source, for: fixture.me).isEmpty)
        fixture.posting.find(.success(.accepted()))
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        #expect(fixture.posting.sentCount == 1)
    }

    @Test func `a look says when a comment no longer waits for approval`() async throws {
        let fixture = try await WritingFixture()
        let pending = RemoteActionOutcome.pending(RemoteLocation(key: "9"))
        fixture.posting.answer(pending)
        fixture.posting.find(.success(pending), .success(nil))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(pending))
        await #expect(throws: LibraryError.self, "it has arrived") {
            try await fixture.retry(entry.id)
        }
        #expect(try await fixture.outbox.look(entry.id, for: fixture.me).state == .ended(pending))
        #expect(
            try await fixture.outbox.look(entry.id, for: fixture.me).state
                == .ended(.refused(RemoteRefusal(.notThere))))
    }

    // MARK: - Threads

    @Test func `a pending comment ends as accepted when the thread has its key`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.pending(RemoteLocation(key: "9")))
        let entry = try await fixture.perform()
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).map(\.id) == [entry.id])
        // One comment is still held back, and the other is somebody else's.
        fixture.base.source.put(
            comments: [makeComment("9", "I agree.", standing: .pending), makeComment("8", "I agree.")], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).count == 1)
        fixture.clock.advance(301)
        fixture.base.source.put(comments: [makeComment("9", "I agree.")], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).isEmpty)
        let location = RemoteLocation(key: "9", page: try webAddress("https://o.test/said/9"))
        #expect(try await fixture.outbox.entry(entry.id, for: fixture.me).state == .ended(.accepted(location)))
    }

    @Test func `what has an unknown fate ends as accepted when the thread has the author with these words`()
        async throws
    {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.notThere))
        let entry = try await fixture.perform(fixture.comment("I *really* agree."))
        var older = makeComment("1", by: "ada", "I really agree.")
        older.publishedAt = fixture.clock.now.addingTimeInterval(-86_400)
        var same = makeComment("3", by: "ada", "I really agree.")
        same.publishedAt = fixture.clock.now
        let others = [older, makeComment("2", by: "bob", "I really agree.")]
        fixture.base.source.put(comments: others, under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        #expect(try await fixture.outbox.entry(entry.id, for: fixture.me).state == .ended(.fateUnknown))
        fixture.clock.advance(301)
        fixture.base.source.put(comments: others + [same], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        let location = RemoteLocation(key: "3", page: same.link)
        #expect(try await fixture.outbox.entry(entry.id, for: fixture.me).state == .ended(.accepted(location)))
    }

    @Test func `a reader's replies are about the stored comment`() async throws {
        let fixture = try await WritingFixture()
        fixture.base.source.put(comments: [makeComment("a")], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        let thread = try await fixture.library.discussions.thread(of: fixture.story, for: fixture.me)
        let comment = try #require(thread.comments.first?.id)
        let found = try await fixture.outbox.item(story: fixture.story, comment: comment)
        let page = try webAddress("https://o.test/1")
        #expect(found.item == RemoteItem(storyKey: "1", commentKey: "a", page: page))
        let entry = try await fixture.perform(fixture.comment(on: "a"))
        #expect(entry.comment == comment && entry.story == fixture.story)
    }
}
