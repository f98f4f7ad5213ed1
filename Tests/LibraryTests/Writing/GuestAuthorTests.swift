import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of a guest's name and address, which are kept only by choice, and with an action only until that ends.
@Suite(.timeLimit(.minutes(1))) struct GuestAuthorTests {
    private static let author = GuestAuthor(
        name: "Quillon", email: "quill@harbour.test", url: "https://quill.test/", allowsCookies: true)

    private func comment(_ fixture: WritingFixture, _ text: String = "I agree.") -> RemoteAction {
        .comment(NewComment(target: fixture.item, text: text, author: Self.author))
    }

    /// Returns true if the database contains a part of the guest's name or address.
    private func isKept(_ fixture: WritingFixture) async throws -> Bool {
        try await fixture.base.number(
            "select count(*) from outbox where payload like '%Quillon%' or payload like '%quill%'") != 0
    }

    @Test(arguments: [
        RemoteActionOutcome.accepted(), .pending(RemoteLocation(key: "9")), .possiblySpam, .notShown(),
        .refused(RemoteRefusal(.closed)), .unsent(.unreachable), .fateUnknown,
    ])
    func `name and addresses go when the entry ends, however it ends`(_ outcome: RemoteActionOutcome) async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        fixture.posting.answer(outcome)
        if outcome == .fateUnknown { fixture.posting.find(.failure(.notThere)) }
        async let performed = fixture.perform(comment(fixture))
        await gate.reached()
        #expect(try await isKept(fixture), "it is still needed")
        gate.open()
        let entry = try await performed
        #expect(entry.state == .ended(outcome))
        #expect(try await !isKept(fixture))
        guard case .comment(let kept) = entry.action else { throw MissingValue(what: "a comment") }
        #expect(kept.text == "I agree." && kept.isGuest && kept.author == nil)
        #expect(kept.isSigned(by: " quillon") == true && kept.isSigned(by: "Quill") == false)
        #expect(fixture.posting.actions == [comment(fixture)])
    }

    @Test func `what may have arrived is told by its author, and sent again only with a new signature`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        let entry = try await fixture.perform(comment(fixture))
        #expect(entry.state == .notArrived)
        #expect(try await !isKept(fixture))
        await #expect(throws: LibraryError.self, "nobody signs it") {
            try await fixture.outbox.retry(entry.id, for: fixture.me)
        }
        await #expect(throws: LibraryError.self, "the address is none") {
            try await fixture.outbox.retry(
                entry.id, signedBy: GuestAuthor(name: "Ada", email: "ada"), for: fixture.me)
        }
        #expect(fixture.posting.sentCount == 1)
        let again = GuestAuthor(name: "Ada", email: "ada@harbour.test")
        #expect(
            try await fixture.outbox.retry(entry.id, signedBy: again, for: fixture.me).state == .ended(.accepted()))
        #expect(fixture.posting.actions.map(\.author) == [Self.author, again])
        #expect(try await fixture.base.number("select count(*) from outbox where payload like '%harbour%'") == 0)
    }

    @Test func `what cannot be signed is looked for all the same`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.notThere), .success(.accepted()))
        let entry = try await fixture.perform(comment(fixture))
        #expect(entry.state == .ended(.fateUnknown))
        #expect(try await fixture.outbox.retry(entry.id, for: fixture.me).state == .ended(.accepted()))
        #expect(fixture.posting.sentCount == 1)
    }

    @Test func `the composer's form, and who is remembered, sign a second try`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown, .unsent(.unreachable))
        let first = try await fixture.perform(comment(fixture), token: "1")
        #expect(first.state == .notArrived)
        let second = try await fixture.perform(comment(fixture), token: "2")
        #expect(second.id == first.id && second.state == .ended(.unsent(.unreachable)))
        try await fixture.library.drafts.setGuestAuthor(Self.author, for: fixture.me)
        #expect(try await fixture.outbox.retry(first.id, for: fixture.me).state == .ended(.accepted()))
        #expect(fixture.posting.actions.map(\.author) == [Self.author, Self.author, Self.author])
        #expect(try await !isKept(fixture))
    }

    @Test func `a name of the thread ends what is not signed any longer, and no other name does`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.notThere))
        let entry = try await fixture.perform(comment(fixture))
        var (other, own) = (makeComment("8", by: "Bob", "I agree."), makeComment("9", by: "Quillon", "I agree."))
        (other.publishedAt, own.publishedAt) = (fixture.clock.now, fixture.clock.now)
        fixture.base.source.put(comments: [other], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .manual)
        #expect(try await fixture.outbox.entry(entry.id, for: fixture.me).state == .ended(.fateUnknown))
        fixture.clock.advance(301)
        fixture.base.source.put(comments: [other, own], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .manual)
        let state = try await fixture.outbox.entry(entry.id, for: fixture.me).state
        #expect(state == .ended(.accepted(RemoteLocation(key: "9", page: own.link))))
    }

    @Test func `what earlier versions kept goes at the next maintenance`() async throws {
        let fixture = try await WritingFixture()
        let entry = try await fixture.perform(comment(fixture))
        let payload = try JSONColumn.encode(comment(fixture))
        try await fixture.base.execute("update outbox set payload = '\(payload)', state = 'refused'")
        #expect(try await isKept(fixture))
        try await fixture.library.context.removeOldOutboxEntries()
        #expect(try await !isKept(fixture))
        guard case .comment(let kept) = try await fixture.outbox.entry(entry.id, for: fixture.me).action else {
            throw MissingValue(what: "a comment")
        }
        #expect(kept.isSigned(by: "Quillon") == true)
    }

    @Test func `no backup has how a guest signed, not even of what is being sent`() async throws {
        let fixture = try await WritingFixture()
        let gate = fixture.posting.hold("send")
        async let performed = fixture.perform(comment(fixture))
        await gate.reached()
        let place = temporaryFolder()
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { removeFolder(place) }
        let file = place.appending(path: "copy.tar")
        _ = try BackupWriter(folder: fixture.base.folder, settings: nil, program: "Tidings test")
            .write(to: file, isReplacing: false, now: fixture.clock.now)
        gate.open()
        _ = try await performed
        let bytes = try Data(contentsOf: file)
        #expect(bytes.range(of: Data("I agree.".utf8)) != nil)
        for secret in ["Quillon", "quill@harbour.test", "quill.test"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }
}
