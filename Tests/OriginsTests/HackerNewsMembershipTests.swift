import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

extension HackerNewsFixture {
    static let member = SampleMember(name: "juniper", password: "rosemary", karma: 612)

    /// Returns a source that has the API for reading.
    func memberSource(fetcher: Fetcher? = nil, spacing: Duration = .zero) throws -> HackerNewsSource {
        HackerNewsSource(
            fetcher: fetcher ?? self.fetcher, site: try address("/"),
            selectors: try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped()), spacing: spacing,
            now: { [clock] in clock.now })
    }

    /// Signs in, and removes the recorded requests for it.
    func signIn(_ member: SampleMember = member) async throws -> MemberSession {
        community.configure { behaviour in
            if !behaviour.members.contains(member) { behaviour.members = [member] }
        }
        let membership = try #require(try memberSource().membership)
        let outcome = try await membership.signIn(name: member.name, password: member.password)
        guard case .signedIn(let session) = outcome else { throw NotSignedIn(outcome: outcome) }
        community.origin.clearRequests()
        return session
    }

    struct NotSignedIn: Error { let outcome: SignInOutcome }

    func view(_ story: Int, as session: MemberSession) async throws -> MemberThreadState {
        try await #require(try memberSource().membership).view(of: "\(story)", as: session)
    }

    /// Returns a story with comments, and one of the comments by others, which can be voted for.
    func votable(as session: MemberSession) async throws -> (story: RemoteItem, comment: RemoteItem) {
        let story = try #require(
            community.list("best").first {
                $0 != community.poll && (5...120).contains(community.thread(below: $0).count)
            })
        let items = try await view(story, as: session).items
        let comment = try #require(
            community.thread(below: story).first { items["\($0)"]?.availableActions.contains(.voteUp) == true })
        community.origin.clearRequests()
        return (
            RemoteItem(storyKey: "\(story)"), RemoteItem(storyKey: "\(story)", commentKey: "\(comment)")
        )
    }
}

/// Tests of signing in at the invented community, and of the data it shows its members.
@Suite struct HackerNewsMembershipTests {
    // MARK: Sessions

    @Test(.mission("HN-27"))
    func `a member signs in with the fields of the site's form, and keeps a cookie alone`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.members = [HackerNewsFixture.member] }
            let membership = try #require(try fixture.memberSource().membership)
            let outcome = try await membership.signIn(name: "juniper", password: "rosemary")
            guard case .signedIn(let session) = outcome else { throw HackerNewsFixture.NotSignedIn(outcome: outcome) }
            #expect(session.name == "juniper" && session.cookie.hasPrefix("user=juniper&"))
            #expect(!session.cookie.contains("rosemary") && !session.cookie.contains(";"))
            #expect(!String(reflecting: session).contains(session.cookie))
            let requests = fixture.community.origin.requests
            #expect(requests.map(\.method) == ["GET", "POST"] && requests.allSatisfy { $0.path == "/login" })
            let form = try #require(requests.last?.form)
            #expect(
                form.map(\.name) == ["goto", "acct", "pw"] && form.map(\.value) == ["news", "juniper", "rosemary"])
            #expect(requests.allSatisfy { $0.header("cookie") == nil && !$0.target.contains("rosemary") })
            #expect(membership.signInPage == (try fixture.address("/login?goto=news")))
        }
    }

    @Test(
        .mission("HN-95"),
        arguments: [
            ("<base href=\"https://evil.example/\">", ""), ("", "formaction=\"https://evil.example/login\""),
        ])
    func `no other site gets the password`(head: String, button: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let origin = fixture.community.origin
            let form = """
                \(head)<form method=post action=login><input name=acct><input type=password name=pw>
                <input type=submit value=login \(button)></form>
                """
            origin.serve(SampleResource(form, contentType: "text/html"), at: "/login")
            let membership = try #require(try fixture.memberSource().membership)
            let failure = await HackerNewsFixture.failure {
                _ = try await membership.signIn(name: "juniper", password: "rosemary")
            }
            #expect(failure == .notAllowed(FailureCause(.foreignForm, at: "127.0.0.1")))
            #expect(!origin.requests.contains { $0.method == "POST" })
        }
    }

    @Test(.mission("HN-95"))
    func `a password that is wanted elsewhere is not sent there, and begins no session`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let origin = fixture.community.origin
            let form = "<form method=post action=y><input name=acct><input type=password name=pw></form>"
            origin.serve(SampleResource(form, contentType: "text/html"), at: "/login")
            let answer = SampleResource(
                [], contentType: "text/html", hasEntityTag: false, status: 307,
                headers: [("Location", "https://evil.example/y"), ("Set-Cookie", "user=juniper&x")])
            origin.serve(answer, at: "/y")
            let membership = try #require(try fixture.memberSource().membership)
            let failure = await HackerNewsFixture.failure {
                _ = try await membership.signIn(name: "juniper", password: "rosemary")
            }
            #expect(failure == .refused(status: 307))
        }
    }

    @Test func `names of members have no line ends and no direction marks`() {
        for (cookie, name) in [
            ("user=ju%0D%0Aniper&x", "juniper"), ("user=%E2%80%AEjuniper%E2%81%A9&x", "juniper"),
            ("user=%0D%0A&x", nil), ("user=juniper&x", "juniper"),
        ] { #expect(HackerNewsMemberClient.name(in: cookie) == name) }
        #expect(MemberSession(name: "ju\u{200F}ni\u{0}per\n", cookie: "user=x").name == "juniper")
    }

    @Test(.mission("HN-32")) func `a page that says nothing of members ends no session`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let origin = fixture.community.origin
            let page = "<table id=hnmain><tr><td><a href=news>Hacker News</a></td></tr></table></html>"
            let named = page.replacing(
                "</td>", with: "<span class=pagetop><a href=user?id=juniper>juniper</a></span></td>")
            for html in [page, named] {
                origin.serve(SampleResource(html, contentType: "text/html"), at: "/item")
                let failure = await HackerNewsFixture.failure { _ = try await fixture.view(1, as: session) }
                #expect(failure?.code == .unreadable)
            }
            let signedOut = page.replacing("</td>", with: "<span class=pagetop><a href=login>login</a></span></td>")
            origin.serve(SampleResource(signedOut, contentType: "text/html"), at: "/item")
            #expect(await HackerNewsFixture.failure { _ = try await fixture.view(1, as: session) } == .signInNeeded)
        }
    }

    @Test(.mission("HN-28")) func `a wrong password is told in the site's words`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.members = [HackerNewsFixture.member] }
            let membership = try #require(try fixture.memberSource().membership)
            let outcome = try await membership.signIn(name: "juniper", password: "sage-and-thyme")
            #expect(outcome == .rejected(message: "Bad login."))
        }
    }

    @Test(.mission("HN-29"))
    func `a puzzle is told, and the cookie of one's own browser is taken instead`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            fixture.community.configure { $0.requiresCaptcha = true }
            let membership = try #require(try fixture.memberSource().membership)
            let puzzle = try await membership.signIn(name: "juniper", password: "rosemary")
            guard case .captcha(let words) = puzzle else { throw HackerNewsFixture.NotSignedIn(outcome: puzzle) }
            #expect(words.hasPrefix("Validation required.") && !words.contains("rosemary"))
            let value = session.cookie.dropFirst("user=".count)
            for pasted in [
                session.cookie, String(value), "\"\(value)\"", " user=\"\(value)\" ",
                "Cookie: theme=dark; \(session.cookie); last=1",
            ] {
                #expect(try await membership.adopt(cookie: pasted) == .signedIn(session), "\(pasted)")
            }
            for pasted in [
                "juniper&0000", "", "user=", "user=a b", "user=a\r\nX: y", String(repeating: "a", count: 5_000),
            ] {
                let outcome = try await membership.adopt(cookie: pasted)
                guard case .rejected = outcome else { throw HackerNewsFixture.NotSignedIn(outcome: outcome) }
            }
        }
    }

    @Test(.mission("HN-30")) func `the cookie goes with each signed-in request, to the site alone`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let story = fixture.community.list("ask")[0]
            _ = try await fixture.view(story, as: session)
            _ = try await fixture.thread(story)
            let requests = fixture.community.origin.requests
            let withCookie = requests.filter { $0.header("cookie") != nil }
            #expect(!withCookie.isEmpty && withCookie.allSatisfy { $0.path == "/item" })
            #expect(withCookie.allSatisfy { $0.header("cookie") == session.cookie })
            #expect(requests.contains { $0.path.hasPrefix("/v0/") })

            try await SampleCommunity.open(startAt: fixture.clock.now, now: fixture.clock.read) { other in
                let hosts = [fixture.community.origin.host, other.origin.host].compactMap { AllowedAddress($0) }
                let fetcher = Fetcher(
                    policy: AddressPolicy(allowing: hosts), userAgent: "Tidings tests", now: fixture.clock.read)
                let elsewhere = other.origin.address("/item?id=\(story)")
                await fixture.community.origin.simulate(.redirected(to: elsewhere, permanent: false), at: "/item")
                let source = try fixture.memberSource(fetcher: fetcher)
                let failure = await HackerNewsFixture.failure {
                    _ = try await #require(source.membership).view(of: "\(story)", as: session)
                }
                await fetcher.shutdown()
                #expect(failure?.code == .notAllowed)
                #expect(other.origin.requests.map(\.path) == ["/item"])
                #expect(other.origin.requests.allSatisfy { $0.header("cookie") == nil })
            }
        }
    }

    @Test(.mission("HN-30")) func `no page of another site is asked for with a cookie`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let membership = try #require(try fixture.memberSource().membership)
            for address in ["https://hn.algolia.com/threads?id=juniper", "http://127.0.0.1:1/threads"] {
                let failure = await HackerNewsFixture.failure {
                    _ = try await membership.list(.comments, after: SourceCursor(rawValue: address), as: session)
                }
                #expect(failure?.code == .notAllowed)
            }
            let broken = MemberSession(name: "juniper", cookie: "user=a\r\nHost: elsewhere")
            let failure = await HackerNewsFixture.failure { _ = try await membership.profile(as: broken) }
            #expect(failure == .signInNeeded)
            #expect(fixture.community.origin.requests.isEmpty)
        }
    }

    @Test(arguments: ["vote?id=1&how=up", "logout", "submitted?id=juniper", "threads/x?id=juniper", "login"])
    func `a cursor leads to no page but the list's own`(target: String) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let membership = try #require(try fixture.memberSource().membership)
            let cursor = SourceCursor(rawValue: try fixture.address("/\(target)").text)
            let failure = await HackerNewsFixture.failure {
                _ = try await membership.list(.comments, after: cursor, as: session)
            }
            #expect(failure?.code == .notAllowed)
            #expect(fixture.community.origin.requests.isEmpty)
        }
    }

    @Test func `a lost session is noticed at every page`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (membership, posting) = (try #require(source.membership), try #require(source.posting))
            let story = RemoteItem(storyKey: "\(fixture.community.list("ask")[0])")
            fixture.community.configure { $0.expiresSessions = true }
            var failures: [SourceError?] = [
                await HackerNewsFixture.failure { _ = try await membership.view(of: story.storyKey, as: session) },
                await HackerNewsFixture.failure { _ = try await membership.profile(as: session) },
            ]
            for list in MemberItemList.allCases {
                failures.append(
                    await HackerNewsFixture.failure { _ = try await membership.list(list, as: session) })
            }
            for action in [
                RemoteAction.vote(story, .up), .comment(NewComment(target: story, text: "Hello")),
                .submit(NewSubmission(title: "One", url: "https://a.example/")), .edit(story, text: "Two"),
                .delete(story), .updateProfile(["about": "Three"]),
            ] {
                failures.append(
                    await HackerNewsFixture.failure { _ = try await posting.prepare(action, as: session) })
            }
            #expect(failures.allSatisfy { $0 == .signInNeeded }, "\(failures)")
            let stranger = await HackerNewsFixture.failure {
                _ = try await posting.prepare(.vote(story, .up), as: nil)
            }
            #expect(stranger == .signInNeeded)
        }
    }

    @Test func `a session of another name is not the member's`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            var session = try await fixture.signIn()
            session.name = "somebody-else"
            let failure = await HackerNewsFixture.failure {
                _ = try await fixture.view(fixture.community.list("ask")[0], as: session)
            }
            #expect(failure == .signInNeeded)
        }
    }

    @Test(.mission("HN-33")) func `signing out ends the session at the site too`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let membership = try #require(try fixture.memberSource().membership)
            await membership.signOut(session)
            #expect(fixture.community.origin.requests.map(\.path) == ["/news", "/logout"])
            let failure = await HackerNewsFixture.failure {
                _ = try await fixture.view(fixture.community.list("ask")[0], as: session)
            }
            #expect(failure == .signInNeeded)
        }
    }

    @Test(.mission("HN-78")) func `members' pages and actions keep the pause of other pages`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let story = try await fixture.votable(as: session).story
            let source = try fixture.memberSource(spacing: .milliseconds(300))
            let (membership, posting) = (try #require(source.membership), try #require(source.posting))
            let began = ContinuousClock.now
            _ = try await membership.view(of: story.key, as: session)
            _ = try await membership.list(.upvoted, as: session)
            let result = try await posting.prepare(.vote(story, .up), as: session)
            guard case .ready(let prepared) = result else { throw UnexpectedResult(result: result) }
            #expect(await posting.send(prepared, as: session) == .accepted())
            #expect(ContinuousClock.now - began >= .milliseconds(600))
            #expect(fixture.community.origin.maxConcurrentRequests == 1)
        }
    }

    @Test(arguments: [403, 429, 503])
    func `a site that wants peace is left alone by members as well`(status: Int) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let story = fixture.community.list("ask")[0]
            fixture.community.configure { $0.blocks = status }
            let first = await HackerNewsFixture.failure { _ = try await fixture.view(story, as: session) }
            fixture.community.configure { $0.blocks = nil }
            let second = await HackerNewsFixture.failure { _ = try await fixture.view(story, as: session) }
            #expect(first?.code == .busy && second?.code == .busy)
            #expect(fixture.hits("/item") == 1)
        }
    }

    @Test(.mission("HN-95")) func `the password is in no error, whatever goes wrong`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.members = [HackerNewsFixture.member] }
            let membership = try #require(try fixture.memberSource().membership)
            for behaviour in [OriginBehaviour.status(500), .garbage, .truncated, .redirectLoop, .gone] {
                await fixture.community.origin.simulate(behaviour, at: "/login", times: 2)
                do {
                    let outcome = try await membership.signIn(name: "juniper", password: "rosemary")
                    if case .signedIn = outcome { continue }
                    #expect(!String(reflecting: outcome).contains("rosemary"))
                } catch {
                    #expect(!String(reflecting: error).contains("rosemary"))
                }
            }
        }
    }

    // MARK: What members see

    @Test(.mission("HN-45", "HN-47"), arguments: [CommunityBehaviour.Markup.current, .titlelink, .storylink])
    func `what a page offers a member is told by its links`(markup: CommunityBehaviour.Markup) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.markup = markup }
            let session = try await fixture.signIn()
            let (story, comment) = try await fixture.votable(as: session)
            let view = try await fixture.view(try #require(Int(story.key)), as: session)
            #expect(view.karma == 612)
            let top = try #require(view.items[story.key])
            #expect(
                top.availableActions.isSuperset(of: [.voteUp, .favourite, .hide, .flag])
                    && !top.availableActions.contains(.voteDown))
            #expect(top.vote == .none && !top.isOwn)
            #expect(top.isFavourite == false && top.isHidden == false && top.isFlagged == false)
            let below = try #require(view.items[comment.key])
            #expect(
                below.availableActions.contains(.reply) && !below.availableActions.contains(.edit)
                    && below.isFavourite == nil)
            #expect(below.availableActions.contains(.voteDown) == (markup != .storylink))
            let all = fixture.community.thread(below: try #require(Int(story.key))).map(String.init) + [story.key]
            #expect(view.items.keys.allSatisfy(all.contains) && view.items.count > 3)
        }
    }

    @Test(.mission("HN-44"))
    func `nobody without the karma is offered a vote against a comment, and nobody one against a story`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn(SampleMember(name: "sorrel", password: "chervil-99", karma: 20))
            let (story, comment) = try await fixture.votable(as: session)
            let items = try await fixture.view(try #require(Int(story.key)), as: session).items
            #expect(
                items.values.allSatisfy {
                    !$0.availableActions.contains(.voteDown) && !$0.availableActions.contains(.flag)
                })
            let posting = try #require(try fixture.memberSource().posting)
            for item in [story, comment] {
                let result = try await posting.prepare(.vote(item, .down), as: session)
                guard case .ended(.refused(let refusal)) = result else {
                    Issue.record("\(result)")
                    continue
                }
                #expect(refusal.reason == .notOffered)
            }
        }
    }

    @Test func `a long thread is read for five pages`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            fixture.community.configure { $0.commentsPerPage = 50 }
            let view = try await fixture.view(fixture.community.longThreadID, as: session)
            #expect(view.items.count == 251 && fixture.hits("/item") == 5)
        }
    }

    @Test(.mission("HN-37")) func `one's own profile has every field that the site lets change`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let about = "Knits & reads.\n\nAlso <sails>."
            let posting = try #require(source.posting)
            let result = try await posting.prepare(.updateProfile(["about": about, "showd": "yes"]), as: session)
            guard case .ready(let prepared) = result else { throw UnexpectedResult(result: result) }
            #expect(await posting.send(prepared, as: session) == .accepted())
            let profile = try await #require(source.membership).profile(as: session)
            #expect(profile.name == "juniper" && profile.profile.karma == 612 && profile.profile.joinedAt != nil)
            #expect(
                profile.fields.map(\.name) == ["about", "email", "showd", "nopro", "maxv", "mina", "delay", "topc"])
            #expect(profile.fields.first?.value == about)
            let kinds = Dictionary(uniqueKeysWithValues: profile.fields.map { ($0.name, $0.kind) })
            #expect(kinds["about"] == .text && kinds["email"] == .line && kinds["maxv"] == .number)
            #expect(kinds["showd"] == .choice(["yes", "no"]))
            let labels = Dictionary(uniqueKeysWithValues: profile.fields.map { ($0.name, $0.label) })
            #expect(labels["showd"] == "showdead" && labels["mina"] == "minaway")
            #expect(profile.fields.first { $0.name == "showd" }?.value == "yes")
        }
    }

    struct UnexpectedResult: Error { let result: PreparedAction.Result }

    // MARK: Lists

    @Test(.mission("HN-89"))
    func `one's own submissions, comments, favourites, votes and hidden stories are listed`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, comment) = try await fixture.votable(as: session)
            let posting = try #require(source.posting)
            for action in [
                RemoteAction.vote(story, .up), .vote(comment, .up), .favourite(story, isOn: true),
                .favourite(comment, isOn: true), .hide(story, isOn: true),
                .comment(NewComment(target: comment, text: "I *agree*.")),
                .submit(NewSubmission(title: "A tide table in the browser", url: "https://tides.example/new")),
            ] {
                let result = try await posting.prepare(action, as: session)
                guard case .ready(let prepared) = result else { throw UnexpectedResult(result: result) }
                #expect(await posting.send(prepared, as: session) == .accepted(), "\(action)")
            }
            let membership = try #require(source.membership)
            for list in [MemberItemList.favourites, .upvoted, .hidden] {
                let found = try await membership.list(list, as: session)
                #expect(found.stories.map(\.key) == [story.key] && found.karma == 612, "\(list)")
            }
            for list in [MemberItemList.favouriteComments, .upvotedComments] {
                let found = try await membership.list(list, as: session)
                #expect(found.comments.map(\.comment.key) == [comment.key], "\(list)")
                #expect(found.comments.first?.storyKey == story.key && found.comments.first?.storyTitle != nil)
            }
            let submitted = try await membership.list(.submissions, as: session)
            #expect(submitted.stories.map(\.title) == ["A tide table in the browser"])
            let said = try await membership.list(.comments, as: session)
            #expect(said.comments.map(\.comment.text) == ["I agree."] && said.comments.first?.storyKey == story.key)
        }
    }

    @Test(.mission("HN-90")) func `what others answer to one's comments is told newest first`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, _) = try await fixture.votable(as: session)
            let (posting, membership) = (try #require(source.posting), try #require(source.membership))
            #expect(try await membership.list(.replies, as: session).comments.isEmpty)
            fixture.community.configure { $0.repliesToMembers = true }
            let result = try await posting.prepare(
                .comment(NewComment(target: story, text: "Which ink is it?")), as: session)
            guard case .ready(let prepared) = result else { throw UnexpectedResult(result: result) }
            #expect(await posting.send(prepared, as: session) == .accepted())
            fixture.clock.advance(600)
            let replies = try await membership.list(.replies, as: session).comments
            #expect(replies.count == 2 && replies.allSatisfy { $0.comment.author != "juniper" })
            #expect(replies.allSatisfy { $0.storyKey == story.key && $0.comment.parentKey != nil })
            let dates = replies.compactMap(\.comment.publishedAt)
            #expect(dates.count == 2 && dates == dates.sorted(by: >))
        }
    }
}
