import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of words that are sent again while it is unknown if they have arrived.
@Suite(.timeLimit(.minutes(1))) struct RepeatedActionTests {
    private let noAnswer = SourceError.unreachable(.noAnswer(from: "o.test"))

    @Test func `another form with the words of what may have arrived is a retry, which looks first`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(noAnswer), .success(.pending()))
        let first = try await fixture.perform(token: "1")
        #expect(first.state == .ended(.fateUnknown))
        let second = try await fixture.perform(token: "2")
        #expect(second.id == first.id && second.state == .ended(.pending()))
        // A second tap sends the form once more.
        #expect(try await fixture.perform(token: "2").id == first.id)
        #expect(fixture.posting.sentCount == 1)
    }

    @Test func `another form with the words of what is on its way waits for that`() async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        async let first = fixture.perform(token: "1")
        await gate.reached()
        async let second = fixture.perform(token: "2")
        // The second token belongs to the same row from then on.
        try await fixture.waitUntil {
            try await fixture.base.number("select count(*) from outbox where form_token = '2'") == 1
        }
        gate.open()
        let entries = try await [first, second]
        #expect(entries[0].id == entries[1].id && fixture.posting.sentCount == 1)
    }

    @Test func `a submission and its repetition are one; other words are another action`() async throws {
        let fixture = try await WritingFixture()
        let story = RemoteAction.submit(NewSubmission(title: "Tides", url: "https://a.test/"))
        fixture.posting.answer(.fateUnknown, .fateUnknown)
        fixture.posting.find(.failure(noAnswer), .failure(noAnswer), .failure(noAnswer))
        let first = try await fixture.perform(story, token: "1")
        #expect(try await fixture.perform(story, token: "2").id == first.id)
        #expect(fixture.posting.sentCount == 1)
        let other = RemoteAction.submit(NewSubmission(title: "Tables", url: "https://a.test/"))
        #expect(try await fixture.perform(other, token: "3").id != first.id)
        #expect(fixture.posting.sentCount == 2)
    }

    @Test func `what was not there is looked for again before it is sent: it may have come late`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.success(nil), .success(.accepted()))
        let entry = try await fixture.perform()
        #expect(entry.state == .notArrived)
        fixture.clock.advance(600)
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        #expect(fixture.posting.sentCount == 1)
    }

    @Test func `so is what a backup brought, since it may have been sent after the backup`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.refused(RemoteRefusal(.tooQuick)))
        let entry = try await fixture.perform()
        // A restore leaves the row without a token.
        try await fixture.base.execute("update outbox set form_token = null")
        fixture.posting.find(.success(.accepted()))
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        #expect(fixture.posting.steps == ["prepare comment", "send comment", "find comment"])
    }

    @Test func `signs without letters are told apart in a thread`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(noAnswer))
        let entry = try await fixture.perform(fixture.comment("👍🏽"))
        var comments = ["!?", "👍🏽"].map { makeComment($0, $0) }
        for index in comments.indices { comments[index].publishedAt = fixture.clock.now }
        fixture.base.source.put(comments: [comments[0]], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        #expect(try await fixture.outbox.entry(entry.id, for: fixture.me).state == .ended(.fateUnknown))
        fixture.clock.advance(301)
        fixture.base.source.put(comments: comments, under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
        guard case .ended(.accepted) = try await fixture.outbox.entry(entry.id, for: fixture.me).state else {
            Issue.record("it was not recognised")
            return
        }
    }
}
