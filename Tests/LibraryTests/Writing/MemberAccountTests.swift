import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite(.timeLimit(.minutes(1))) struct MemberAccountTests {
    let fixture: WritingFixture

    init() async throws { fixture = try await WritingFixture(needsMembership: true) }

    private var service: MemberAccountService { fixture.library.memberAccounts }
    private var me: ReaderID { fixture.me }

    private func account(_ reader: ReaderID = .first) async throws -> MemberAccount? {
        try await service.account(at: fixture.source, for: reader)
    }

    // MARK: - Signing in

    @Test func `signing in keeps the session sealed, and nothing of the password`() async throws {
        #expect(try await account() == nil)
        let revision = fixture.library.revision(for: me)
        guard
            case .signedIn(let account) = try await service.signIn(
                name: " ada ", password: FakeMembership.password, at: fixture.source, for: me)
        else { throw MissingValue(what: "an account") }
        #expect(account.name == "ada" && account.state == .signedIn && account.signedInAt == fixture.clock.now)
        #expect(try await service.accounts(for: me) == [account])
        #expect(fixture.library.revision(for: me) > revision)
        let session = try #require(try await fixture.library.context.session(at: fixture.source, for: me))
        #expect(session.session.cookie == "user=ada&cookie-of-ada")
        fixture.library.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.base.folder.path) {
            let bytes = try Data(contentsOf: fixture.base.folder.appendingPathComponent(name))
            for secret in ["cookie-of-ada", FakeMembership.password] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test(.mission("HN-28"))
    func `refusals and puzzles come in the origin's words, and nothing is kept`() async throws {
        let wrong = try await service.signIn(name: "ada", password: "wrong", at: fixture.source, for: me)
        guard case .rejected("Bad login.") = wrong else { throw MissingValue(what: "\(wrong)") }
        fixture.membership.put(signIn: .captcha(message: "Validation required."))
        let puzzle = try await service.signIn(
            name: "ada", password: FakeMembership.password, at: fixture.source, for: me)
        guard case .captcha("Validation required.") = puzzle else { throw MissingValue(what: "\(puzzle)") }
        await #expect(throws: LibraryError.self) {
            _ = try await service.signIn(name: "ada", password: "", at: fixture.source, for: me)
        }
        await #expect(throws: LibraryError.self, "it goes into a header") {
            _ = try await service.adopt(cookie: "a\r\nb", at: fixture.source, for: me)
        }
        #expect(try await account() == nil)
        _ = try await service.adopt(cookie: "user=x", at: fixture.source, for: me)
        #expect(try await account()?.name == "adopted")
    }

    @Test func `without a key file no password is sent`() async throws {
        let folder = temporaryFolder()
        defer { removeFolder(folder) }
        let library = try NewsLibrary.open(
            at: folder, now: fixture.clock.read, sources: fixture.base.source.catalog)
        defer { library.close() }
        await #expect(throws: LibraryError.self) {
            _ = try await library.memberAccounts.signIn(
                name: "ada", password: FakeMembership.password, at: fixture.source, for: .first)
        }
        #expect(fixture.membership.requests.isEmpty)
    }

    @Test(.mission("HN-31"))
    func `a session is taken up at the next start, with another key it has to be begun anew`() async throws {
        try await fixture.signIn()
        fixture.library.close()
        for (file, state) in [
            (fixture.masterKeyFile, MemberAccount.State.signedIn), (nil as MasterKeyFile?, .unreadable),
        ] {
            let later = try NewsLibrary.open(
                at: fixture.base.folder, now: fixture.clock.read, masterKeyFile: file,
                sources: fixture.base.source.catalog)
            defer { later.close() }
            let account = try await later.memberAccounts.account(at: fixture.source, for: me)
            #expect(account?.name == "ada" && account?.state == state)
            let session = try await later.context.session(at: fixture.source, for: me)
            #expect((session != nil) == (state == .signedIn))
        }
    }

    // MARK: - A session that is lost

    @Test func `what needs a session waits for it, and is done once after the sign-in, in order`() async throws {
        let first = try await fixture.perform(token: "1")
        let second = try await fixture.perform(.vote(fixture.item, .up), token: "2")
        #expect(first.state == .waitingForSignIn && second.state == .waitingForSignIn)
        #expect(fixture.posting.steps.isEmpty)
        #expect(try await fixture.outbox.retry(first.id, for: me).state == .waitingForSignIn)
        #expect(try await fixture.outbox.resumeAfterSignIn(at: fixture.source, for: me).isEmpty)
        try await fixture.signIn()
        let done = try await fixture.outbox.resumeAfterSignIn(at: fixture.source, for: me)
        #expect(done.map(\.id) == [first.id, second.id])
        #expect(done.allSatisfy { $0.state == .ended(.accepted()) })
        #expect(fixture.posting.steps == ["prepare comment", "send comment", "prepare vote", "send vote"])
        #expect(fixture.posting.sessions.map { $0?.name } == ["ada", "ada"])
        #expect(try await fixture.outbox.resumeAfterSignIn(at: fixture.source, for: me).isEmpty)
    }

    @Test(.mission("HN-32")) func `a session lost in the middle is told, and the action waits`() async throws {
        try await fixture.signIn()
        fixture.posting.answer(.signInNeeded)
        let entry = try await fixture.perform()
        #expect(entry.state == .waitingForSignIn)
        #expect(try await account()?.state == .lost(at: fixture.clock.now))
        #expect(try await fixture.base.number("select count(*) from secret") == 0)
        fixture.clock.advance(5)
        try await fixture.signIn()
        #expect(try await account()?.state == .signedIn)
        #expect(
            try await fixture.outbox.resumeAfterSignIn(at: fixture.source, for: me).map(\.state) == [
                .ended(.accepted())
            ])
    }

    @Test(.mission("HN-32"), arguments: [true, false])
    func `a page that wants a sign-in right after one fails its action, and holds up no other`(isSent: Bool)
        async throws
    {
        let first = try await fixture.perform(token: "1")
        let second = try await fixture.perform(.vote(fixture.item, .up), token: "2")
        fixture.clock.advance(5)
        try await fixture.signIn()
        if isSent { fixture.posting.answer(.signInNeeded) } else { fixture.posting.prepare(.failure(.signInNeeded)) }
        let done = try await fixture.outbox.resumeAfterSignIn(at: fixture.source, for: me)
        #expect(done.map(\.id) == [first.id, second.id])
        #expect(done.map(\.state) == [.ended(.refused(RemoteRefusal(.notSignedIn))), .ended(.accepted())])
        #expect(try await account()?.state == .signedIn)
        // A new session may be lost again.
        fixture.posting.answer(.signInNeeded)
        fixture.clock.advance(5)
        #expect(try await fixture.perform(token: "3").state == .waitingForSignIn)
        #expect(try await account()?.state == .lost(at: fixture.clock.now))
    }

    @Test(.mission("HN-32")) func `a look that wants a sign-in right after one ends no session`() async throws {
        try await fixture.signIn()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.signInNeeded))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.fateUnknown))
        #expect(try await account()?.state == .lost(at: fixture.clock.now))
        fixture.clock.advance(5)
        try await fixture.signIn()
        fixture.posting.find(.failure(.signInNeeded))
        #expect(try await fixture.retry(entry.id).state == .ended(.fateUnknown))
        #expect(try await account()?.state == .signedIn)
    }

    @Test func `an old action that is sent again long after the sign-in tells that the session is lost`() async throws {
        try await fixture.signIn()
        fixture.posting.answer(.unsent(.unreachable))
        let entry = try await fixture.perform()
        #expect(entry.state == .ended(.unsent(.unreachable)))
        fixture.clock.advance(1800)
        try await fixture.signIn()
        fixture.clock.advance(3 * 3600)
        fixture.posting.prepare(.failure(.signInNeeded))
        #expect(try await fixture.retry(entry.id).state == .waitingForSignIn)
        #expect(try await account()?.state == .lost(at: fixture.clock.now))
    }

    @Test func `a look for an old action long after the sign-in tells that the session is lost`() async throws {
        try await fixture.signIn()
        fixture.posting.answer(.fateUnknown)
        fixture.posting.find(.failure(.notThere), .failure(.signInNeeded))
        let entry = try await fixture.perform()
        fixture.clock.advance(1800)
        try await fixture.signIn()
        fixture.clock.advance(3 * 3600)
        #expect(try await fixture.outbox.look(entry.id, for: me).state == .ended(.fateUnknown))
        #expect(try await account()?.state == .lost(at: fixture.clock.now))
    }

    @Test func `every request notices that the session is lost`() async throws {
        fixture.membership.put(profile: .failure(.signInNeeded))
        fixture.membership.put(.upvoted, .failure(.signInNeeded))
        fixture.membership.put(.replies, .failure(.signInNeeded))
        fixture.membership.put(.failure(.signInNeeded), for: "ada")
        let requests: [@Sendable (WritingFixture) async throws -> Void] = [
            { fixture in
                let result = try await fixture.library.memberAccounts.profile(at: fixture.source, for: .first)
                guard case .signInNeeded = result else { throw MissingValue(what: "\(result)") }
            },
            { fixture in
                let page = try await fixture.library.memberAccounts.list(.upvoted, at: fixture.source, for: .first)
                #expect(page.needsSignIn && page.failure == nil)
            },
            { try await $0.library.memberAccounts.refreshReplies(for: .first, reason: .due) },
            { _ = try await $0.library.memberViews.refresh($0.story, reason: .viewed, for: .first) },
        ]
        for request in requests {
            try await fixture.signIn()
            try await request(fixture)
            #expect(try await account()?.state == .lost(at: fixture.clock.now))
        }
    }

    @Test(.mission("HN-33"))
    func `signing out forgets the session here and there, and all that only the member saw`() async throws {
        #expect(try await fixture.perform().state == .waitingForSignIn)
        try await fixture.signIn()
        fixture.membership.put(
            .success(MemberThreadState(items: ["1": MemberItemState(vote: .up)], karma: 7)), for: "ada")
        _ = try await fixture.library.memberViews.refresh(fixture.story, reason: .viewed, for: me)
        fixture.membership.put(.replies, .success(reply("r")))
        try await service.refreshReplies(for: me, reason: .due)
        let other = try await fixture.other()
        try await fixture.signIn("bob", for: other)
        #expect(try await account()?.karma == 7)
        try await service.signOut(at: fixture.source, for: me)
        #expect(fixture.membership.requests.last == "sign-out ada")
        #expect(try await account() == nil)
        for table in ["member_item", "received_reply", "member_account", "outbox"] {
            #expect(try await fixture.base.number("select count(*) from \(table) where reader_id = 1") == 0, "\(table)")
        }
        #expect(try await fixture.base.number("select count(*) from secret") == 1)
        #expect(try await account(other)?.state == .signedIn)
    }

    // MARK: - Lists and profiles

    @Test func `own lists store stories as anybody sees them, and locate comments`() async throws {
        try await fixture.signIn()
        await #expect(throws: LibraryError.notThere) {
            _ = try await service.list(.upvoted, at: fixture.source, for: try await fixture.other())
        }
        var response = MemberItemListResponse(stories: [FetchedStory(key: "77", title: "Liked")], karma: 12)
        response.comments = reply("r").comments
        fixture.membership.put(.upvoted, .success(response))
        let page = try await service.list(.upvoted, at: fixture.source, for: me)
        #expect(page.stories.map(\.title) == ["Liked"] && page.failure == nil && !page.needsSignIn)
        #expect(page.comments.first?.localTarget?.story == fixture.story)
        #expect(try await account()?.karma == 12)
        #expect(try await fixture.base.number("select count(*) from member_item") == 0)
        fixture.membership.put(.upvoted, .failure(.refused(status: 503)))
        #expect(
            try await service.list(.upvoted, at: fixture.source, for: me).failure
                == FetchFailure(code: .refused, status: 503))
    }

    @Test func `the sources of an edition with members are listed once`() async throws {
        #expect(try await service.sources(of: .mine, for: me) == [fixture.source])
        #expect(service.isSupported(by: fixture.source))
        let channel = ChannelAddress(kind: .feed, site: fixture.source.site, address: fixture.source.site)
        let sections = ["a", "b"].map { EditionSection(key: $0, title: $0, channels: [channel]) }
        let paper = Edition(id: EditionID(rawValue: "paper"), title: "P", sections: .listed(sections))
        try await fixture.library.editions.synchronize([paper])
        #expect(try await service.sources(of: paper.id, for: me) == [fixture.source])
    }

    // MARK: - Replies

    private func reply(_ keys: String..., by author: String = "bob") -> MemberItemListResponse {
        MemberItemListResponse(
            comments: keys.map {
                ProfileComment(comment: makeComment($0, by: author), storyKey: "1", storyTitle: "Story 1")
            })
    }

    @Test func `replies that come after the first look are new until they are shown`() async throws {
        try await fixture.signIn()
        fixture.membership.put(.replies, .success(reply("old")))
        try await service.refreshReplies(for: me, reason: .due)
        #expect(try await service.unseenReplyCount(for: me) == 0)
        #expect(try await service.replies(for: me).map(\.isNew) == [false])
        fixture.clock.advance(1200)
        let revision = fixture.library.revision(for: me)
        fixture.membership.put(
            .replies,
            .success(MemberItemListResponse(comments: reply("new", "old").comments + reply("own", by: "ada").comments)))
        try await service.refreshReplies(for: me, reason: .due)
        #expect(fixture.library.revision(for: me) > revision)
        #expect(try await service.unseenReplyCount(for: me) == 1)
        let replies = try await service.replies(for: me)
        #expect(Set(replies.map { "\($0.comment.comment.comment.key) \($0.isNew)" }) == ["new true", "old false"])
        #expect(replies.first?.comment.localTarget?.story == fixture.story)
        let other = try await fixture.other()
        #expect(try await service.replies(for: other).isEmpty)
        #expect(try await service.unseenReplyCount(for: other) == 0)
        try await service.markRepliesSeen(for: me)
        #expect(try await service.unseenReplyCount(for: me) == 0)
    }

    @Test func `replies are looked for every ten minutes at most, and rarer while nothing comes`() async throws {
        try await fixture.signIn()
        func count(after seconds: Double) async throws -> Int {
            fixture.clock.advance(seconds)
            let before = fixture.membership.requests(of: "replies")
            try await service.refreshDueReplies()
            return fixture.membership.requests(of: "replies") - before
        }
        #expect(try await count(after: 0) == 1)
        for (pause, expected) in [(599.0, 0), (1, 1), (1199, 0), (1, 1), (2399, 0), (1, 1)] {
            #expect(try await count(after: pause) == expected, "\(pause)")
        }
        for _ in 0..<9 { _ = try await count(after: 6 * 3600) }
        #expect(try await count(after: 6 * 3600 - 1) == 0)
        #expect(try await count(after: 1) == 1, "six hours is the longest pause")
        fixture.membership.put(.replies, .success(reply("new")))
        #expect(try await count(after: 6 * 3600) == 1)
        #expect(try await count(after: 600) == 1, "something came")
        // A person may check once a minute.
        try await service.refreshReplies(for: me, reason: .manual)
        #expect(try await count(after: 0) == 0)
        fixture.clock.advance(61)
        let before = fixture.membership.requests(of: "replies")
        try await service.refreshReplies(for: me, reason: .manual)
        #expect(fixture.membership.requests(of: "replies") == before + 1)
    }

    @Test func `a host that asked for a pause is not asked for replies`() async throws {
        try await fixture.signIn()
        let until = fixture.clock.now.addingTimeInterval(5000)
        try await fixture.base.execute(
            "insert into host_backoff (host, backoff_until) values ('o.test', \(until.milliseconds))")
        for reason in [RefreshReason.due, .manual] { try await service.refreshReplies(for: me, reason: reason) }
        #expect(fixture.membership.requests(of: "replies") == 0)
        fixture.clock.advance(5001)
        fixture.membership.put(.replies, .failure(.busy(until: fixture.clock.now.addingTimeInterval(50_000))))
        try await service.refreshReplies(for: me, reason: .due)
        fixture.clock.advance(49_000)
        try await service.refreshDueReplies()
        #expect(fixture.membership.requests(of: "replies") == 1)
    }
}
