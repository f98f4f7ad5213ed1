import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite(.timeLimit(.minutes(1))) struct WritingBackupTests {
    @Test func `a backup has what readers wrote, and no cookie, no token and nothing that only a member sees`()
        async throws
    {
        let fixture = try await WritingFixture(needsMembership: true)
        let (library, me) = (fixture.library, fixture.me)
        #expect(try await fixture.perform(token: "token-of-a-form-0").state == .waitingForSignIn)
        fixture.clock.advance(1)
        try await fixture.signIn()
        fixture.membership.put(
            .success(MemberThreadState(items: ["1": MemberItemState(vote: .up)], karma: 7)), for: "ada")
        _ = try await library.memberViews.refresh(fixture.story, reason: .viewed, for: me)
        try await library.drafts.setGuestAuthor(GuestAuthor(name: "Ada", email: "a@b.test"), for: me)
        _ = try await library.drafts.save(
            Draft(target: .submission(fixture.source.id), title: "Begun"), basedOn: nil, for: me)
        fixture.posting.answer(.refused(RemoteRefusal(.closed)))
        try await fixture.perform(token: "token-of-a-form-1")
        // The action is in progress while the backup is made.
        let gate = fixture.posting.hold("prepare")
        async let performed = fixture.perform(token: "token-of-a-form-2")
        await gate.reached()
        let place = temporaryFolder()
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { removeFolder(place) }
        let (file, folder) = (place.appending(path: "copy.tar"), place.appending(path: "restored"))
        _ = try BackupWriter(folder: fixture.base.folder, settings: nil, program: "Tidings test")
            .write(to: file, isReplacing: false, now: fixture.clock.now)
        gate.open()
        _ = try await performed
        let sealed = try await library.context.database.read { try SecretStore(transaction: $0).all().map(\.sealed) }
        let bytes = try Data(contentsOf: file)
        #expect(sealed.count == 1)
        for secret in ["token-of-a-form", "cookie-of", "member-session", FakeMembership.password] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        for secret in sealed { #expect(bytes.range(of: Data(secret)) == nil) }
        _ = try BackupRestorer(file: file, folder: folder).run()
        try await expectRestored(folder, fixture)
    }

    private func expectRestored(_ folder: URL, _ fixture: WritingFixture) async throws {
        let me = fixture.me
        let back = try NewsLibrary.open(
            at: folder, now: fixture.clock.read, masterKeyFile: fixture.masterKeyFile,
            sources: fixture.base.source.catalog)
        defer { back.close() }
        let account = try #require(try await back.memberAccounts.account(at: fixture.source, for: me))
        #expect(account.name == "ada" && account.state == .unreadable && account.karma == 7)
        #expect(try await back.memberViews.view(of: fixture.story, for: me).story == nil)
        #expect(try await back.drafts.drafts(for: me).map(\.title) == ["Begun"])
        #expect(try await back.drafts.guestAuthor(for: me)?.email == "a@b.test")
        let states = try await back.outbox.entries(for: me).map(\.state)
        #expect(states == [.ended(.fateUnknown), .ended(.refused(RemoteRefusal(.closed))), .waitingForSignIn])
        // The person decides whether the comment is sent.
        _ = try await back.memberAccounts.signIn(
            name: "ada", password: FakeMembership.password, at: fixture.source, for: me)
        #expect(try await back.outbox.resumeAfterSignIn(at: fixture.source, for: me).isEmpty)
        #expect(try await back.memberAccounts.replies(for: me).isEmpty)
    }
}
