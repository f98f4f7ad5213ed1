import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite(.timeLimit(.minutes(1))) struct OutboxTests {
    // MARK: - What is sent

    @Test func `an accepted comment leaves an entry, no draft, and a thread that is due`() async throws {
        let fixture = try await WritingFixture()
        let (library, story) = (fixture.library, fixture.story)
        fixture.base.source.put(comments: [makeComment("a")], under: "1")
        _ = try await library.discussions.refresh(story, reason: .viewed)
        #expect(try await library.discussions.refresh(story, reason: .viewed) == .upToDate)
        #expect(try await library.discussions.refresh(story, reason: .manual) == .tooSoon)
        _ = try await library.drafts.save(
            Draft(target: .comment(story, parent: nil), text: "I agr"), basedOn: nil, for: fixture.me)
        let revision = library.revision(for: fixture.me)
        let location = RemoteLocation(key: "9", page: try webAddress("https://o.test/1#9"))
        fixture.posting.answer(.accepted(location))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.accepted(location)))
        #expect(entry.story == story && entry.storyTitle == "Story 1" && entry.sentAt == fixture.clock.now)
        #expect(fixture.posting.steps == ["prepare comment", "send comment"])
        #expect(try await library.drafts.drafts(for: fixture.me).isEmpty)
        #expect(library.revision(for: fixture.me) > revision)
        #expect(try await fixture.outbox.entries(for: fixture.me).map(\.id) == [entry.id])
        #expect(try await fixture.outbox.entries(of: story, for: fixture.me).isEmpty)
        // The thread is fetched once, although it is fresh.
        for expected in [FetchOutcome.fetched(new: 0), .upToDate] {
            #expect(try await library.discussions.refresh(story, reason: .viewed) == expected)
        }
    }

    @Test func `the row is there before the origin is asked for anything, and says so just before it is sent`()
        async throws
    {
        let fixture = try await WritingFixture()
        let (preparing, sending) = (fixture.posting.hold("prepare"), fixture.posting.hold("send"))
        async let performed = fixture.perform()
        await preparing.reached()
        var entry = try #require(try await fixture.outbox.entries(for: fixture.me).first)
        #expect(entry.state == .sending && entry.sentAt == nil)
        await #expect(throws: LibraryError.self) { try await fixture.outbox.remove(entry.id, for: fixture.me) }
        await #expect(throws: LibraryError.self) { try await fixture.retry(entry.id) }
        preparing.open()
        await sending.reached()
        entry = try await fixture.outbox.entry(entry.id, for: fixture.me)
        #expect(entry.state == .sending && entry.sentAt == fixture.clock.now)
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).count == 1)
        sending.open()
        #expect(try await performed.state == .ended(.accepted()))
    }

    @Test(.mission("HN-52")) func `two requests with one token send once, and get the same entry`() async throws {
        let fixture = try await WritingFixture()
        let sending = fixture.posting.hold("send")
        async let first = fixture.perform()
        await sending.reached()
        async let second = fixture.perform(fixture.comment("Something else."))
        sending.open()
        let entries = try await [first, second, fixture.perform()]
        #expect(Set(entries.map(\.id)).count == 1)
        #expect(entries.allSatisfy { $0.state == .ended(.accepted()) })
        #expect(fixture.posting.sentCount == 1)
        // The same token of another reader is another form.
        let other = try await fixture.other()
        #expect(try await fixture.perform(for: other).id != entries[0].id)
    }

    @Test func `actions of one reader at one source go one after another, in their order`() async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        async let first = fixture.perform(token: "1")
        await gate.reached()
        async let second = fixture.perform(.vote(fixture.item, .up), token: "2")
        try await fixture.waitUntil { try await fixture.outbox.entries(for: fixture.me).count == 2 }
        gate.open()
        _ = try await [first, second]
        #expect(fixture.posting.maxConcurrent == 1)
        #expect(fixture.posting.steps == ["prepare comment", "send comment", "prepare vote", "send vote"])
    }

    @Test func `an action goes on when whoever asked for it has left`() async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        let request = Task { try await fixture.perform() }
        await gate.reached()
        request.cancel()
        gate.open()
        let id = try #require(try await fixture.outbox.entries(for: fixture.me).first?.id)
        #expect(try await fixture.ended(id).state == .ended(.accepted()))
        #expect(fixture.posting.sentCount == 1)
    }

    // MARK: - What is refused

    @Test(arguments: [
        ("", "nothing to send"), (" \n ", "nothing to send"), (String(repeating: "ä", count: 41), "these are 41"),
    ])
    func `what the rules forbid is refused before it is stored`(text: String, why: String) async throws {
        let fixture = try await WritingFixture()
        do {
            try await fixture.perform(fixture.comment(text))
            Issue.record("it was taken")
        } catch {
            #expect((error as? LibraryError)?.userMessage.contains(why) == true)
        }
        #expect(fixture.posting.steps.isEmpty)
        #expect(try await fixture.outbox.entries(for: fixture.me).isEmpty)
    }

    @Test func `titles and names are counted as the origin counts them`() async throws {
        let fixture = try await WritingFixture()
        let refused: [RemoteAction] = [
            .submit(NewSubmission(title: "", url: "https://a.test/")), .submit(NewSubmission(title: "A")),
            .submit(NewSubmission(title: "Eleven char", text: "x")), .edit(fixture.item, text: "\n"),
            .comment(
                NewComment(target: fixture.item, text: "x", author: GuestAuthor(name: "ninechars", email: "a@b.test"))),
        ]
        for action in refused {
            await #expect(throws: LibraryError.self, "\(action)") { try await fixture.perform(action) }
        }
        // Twenty lines of two characters are sent with the line endings of a form.
        let lines = Array(repeating: "a", count: 20).joined(separator: "\r\n")
        #expect(try await fixture.perform(fixture.comment(lines)).state == .ended(.accepted()))
        let submission = NewSubmission(title: "Ten chars.", url: "https://a.test/")
        #expect(try await fixture.perform(.submit(submission), token: "2").state == .ended(.accepted()))
    }

    @Test func `a source that takes nothing of the kind is no place for it`() async throws {
        let fixture = try await WritingFixture()
        fixture.base.source.offer(
            posting: FakePosting(
                rules: PostingRules(actions: [.comment], needsMembership: false, markup: .hackerNews)))
        await #expect(throws: LibraryError.notThere) { try await fixture.perform(.vote(fixture.item, .up)) }
        await #expect(throws: LibraryError.notThere) {
            _ = try await fixture.outbox.item(story: StoryID(rawValue: 99), comment: nil)
        }
    }

    @Test(.mission("HN-51"))
    func `a refused comment keeps its draft and stays in the outbox until it is removed`() async throws {
        let fixture = try await WritingFixture()
        let target = Draft.Target.comment(fixture.story, parent: nil)
        _ = try await fixture.library.drafts.save(
            Draft(target: target, text: "I agree."), basedOn: nil, for: fixture.me)
        let refusal = RemoteRefusal(.tooQuick, message: "Too quick.", retryAt: fixture.clock.now, isGuess: true)
        fixture.posting.answer(.refused(refusal))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.refused(refusal)))
        #expect(try await fixture.library.drafts.draft(for: target, reader: fixture.me)?.text == "I agree.")
        #expect(try await fixture.outbox.entries(of: fixture.story, for: fixture.me).map(\.id) == [entry.id])
        fixture.clock.advance(days: 90)
        try await fixture.library.context.removeOldOutboxEntries()
        #expect(try await fixture.outbox.entries(for: fixture.me).count == 1)
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
        await #expect(throws: LibraryError.self) { try await fixture.retry(entry.id) }
        try await fixture.outbox.remove(entry.id, for: fixture.me)
        await #expect(throws: LibraryError.notThere) { try await fixture.outbox.entry(entry.id, for: fixture.me) }
    }

    @Test func `what is done is forgotten after thirty days, and so are votes of any end`() async throws {
        let fixture = try await WritingFixture()
        try await fixture.perform(token: "1")
        fixture.posting.answer(.refused(RemoteRefusal(.notOffered)))
        try await fixture.perform(.vote(fixture.item, .up), token: "2")
        fixture.clock.advance(days: 29)
        try await fixture.library.context.removeOldOutboxEntries()
        #expect(try await fixture.outbox.entries(for: fixture.me).count == 2)
        fixture.clock.advance(days: 2)
        try await fixture.library.context.removeOldOutboxEntries()
        #expect(try await fixture.outbox.entries(for: fixture.me).isEmpty)
    }

    @Test(.mission("HN-57")) func `an expired form is fetched and sent once more, and no third time`() async throws {
        let fixture = try await WritingFixture()
        let expired = RemoteActionOutcome.refused(RemoteRefusal(.expiredForm))
        fixture.posting.answer(expired, .accepted())
        #expect(try await fixture.perform(token: "1").state == .ended(.accepted()))
        fixture.posting.answer(expired, expired)
        #expect(try await fixture.perform(token: "2").state == .ended(expired))
        #expect(fixture.posting.sentCount == 4)
    }

    @Test func `a form that cannot be read is no unknown fate: nothing was sent`() async throws {
        let fixture = try await WritingFixture()
        let later = fixture.clock.now.addingTimeInterval(60)
        fixture.posting.prepare(
            .failure(.unreachable(.noAnswer(from: "o.test"))), .failure(.busy(until: later)),
            .success(.refused(RemoteRefusal(.closed))))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.unsent(.unreachable, .noAnswer(from: "o.test"))))
        #expect(
            try await fixture.retry(entry.id).state
                == .ended(.unsent(.busy, nil, retryAt: later)))
        #expect(
            try await fixture.retry(entry.id).state == .ended(.refused(RemoteRefusal(.closed))))
        #expect(fixture.posting.sentCount == 0 && !fixture.posting.steps.contains("find comment"))
        #expect(try await fixture.retry(entry.id).state == .ended(.accepted()))
    }
}
