import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// The helpers that the suites of members' actions share.
protocol HackerNewsActionTests {}

extension HackerNewsActionTests {
    func prepared(
        _ action: RemoteAction, _ source: HackerNewsSource, _ session: MemberSession
    ) async throws -> PreparedAction {
        let result = try await #require(source.posting).prepare(action, as: session)
        guard case .ready(let prepared) = result else {
            throw HackerNewsMembershipTests.UnexpectedResult(result: result)
        }
        return prepared
    }

    /// Prepares and sends an action.
    func perform(
        _ action: RemoteAction, _ source: HackerNewsSource, _ session: MemberSession
    ) async throws -> RemoteActionOutcome {
        let posting = try #require(source.posting)
        switch try await posting.prepare(action, as: session) {
        case .ready(let prepared): return await posting.send(prepared, as: session)
        case .ended(let outcome): return outcome
        }
    }

    func reason(_ outcome: RemoteActionOutcome) -> RemoteRefusal.Reason? {
        if case .refused(let refusal) = outcome { refusal.reason } else { nil }
    }

    func find(
        _ action: RemoteAction, _ fixture: HackerNewsFixture, _ source: HackerNewsSource, _ session: MemberSession
    ) async throws -> RemoteActionOutcome? {
        try await #require(source.posting).find(action, sentAt: fixture.clock.now, as: session)
    }

    func record(_ fixture: HackerNewsFixture) -> SampleMemberRecord { fixture.community.record(of: "juniper") }
}

/// Tests of members' actions at the invented community, one request each.
@Suite struct HackerNewsPostingTests: HackerNewsActionTests {
    // MARK: Votes

    @Test(.mission("HN-41", "HN-82"), arguments: [CommunityBehaviour.Markup.current, .storylink])
    func `a vote for a story follows the link of its page`(markup: CommunityBehaviour.Markup) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.markup = markup }
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let action = RemoteAction.vote(story, .up)
            #expect(try await perform(action, source, session) == .accepted())
            #expect(fixture.community.origin.requests.map(\.path) == ["/item", "/vote"])
            #expect(fixture.community.origin.requests.last?.header("referer") == (try fixture.address("/")).text)
            #expect(record(fixture).votes[try #require(Int(story.key))] == .up)
        }
    }

    @Test(.mission("HN-42")) func `a vote for a comment that was just seen costs one request`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, comment) = try await fixture.votable(as: session)
            _ = try await #require(source.membership).view(of: story.key, as: session)
            fixture.community.origin.clearRequests()
            #expect(try await perform(.vote(comment, .up), source, session) == .accepted())
            #expect(fixture.community.origin.requests.map(\.path) == ["/vote"])
            #expect(record(fixture).votes[try #require(Int(comment.key))] == .up)
        }
    }

    @Test func `a token that is ten minutes old, or another member's, is fetched afresh`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, comment) = try await fixture.votable(as: session)
            _ = try await #require(source.membership).view(of: story.key, as: session)
            fixture.community.origin.clearRequests()
            let own = try await prepared(.vote(comment, .up), source, session)
            #expect(fixture.community.origin.requests.isEmpty)
            fixture.clock.advance(601)
            _ = try await prepared(.vote(comment, .up), source, session)
            #expect(fixture.hits("/item") == 1)

            let other = SampleMember(name: "sorrel", password: "chervil-99", karma: 700)
            fixture.community.configure { $0.members.append(other) }
            let outcome = try await #require(source.membership).signIn(name: other.name, password: other.password)
            guard case .signedIn(let stranger) = outcome else { throw HackerNewsFixture.NotSignedIn(outcome: outcome) }
            fixture.community.origin.clearRequests()
            let theirs = try await prepared(.vote(comment, .up), source, stranger)
            #expect(fixture.hits("/item") == 1 && theirs.address != own.address)
            #expect(fixture.community.origin.requests.allSatisfy { $0.header("cookie") == stranger.cookie })
        }
    }

    @Test(.mission("HN-46")) func `a vote is taken back within the hour`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let comment = try await fixture.votable(as: session).comment
            let id = try #require(Int(comment.key))
            #expect(try await perform(.vote(comment, .down), source, session) == .accepted())
            #expect(record(fixture).votes[id] == .down)
            #expect(try await find(.vote(comment, .down), fixture, source, session) == .accepted())
            #expect(try await perform(.vote(comment, .none), source, session) == .accepted())
            #expect(record(fixture).votes[id] == nil)
            #expect(try await find(.vote(comment, .down), fixture, source, session) == nil)
            #expect(try await perform(.vote(comment, .up), source, session) == .accepted())
            fixture.clock.advance(3_700)
            #expect(reason(try await perform(.vote(comment, .none), source, session)) == .notOffered)
            #expect(
                try await fixture.view(try #require(Int(comment.storyKey)), as: session).items[comment.key]?.vote == .up
            )
        }
    }

    @Test(.mission("HN-47")) func `a vote that was given before is not sent again`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, comment) = try await fixture.votable(as: session)
            for item in [story, comment] {
                #expect(try await perform(.vote(item, .up), source, session) == .accepted())
                fixture.community.origin.clearRequests()
                #expect(try await perform(.vote(item, .up), source, session) == .accepted())
                #expect(fixture.hits("/vote") == 0)
            }
            let items = try await fixture.view(try #require(Int(story.key)), as: session).items
            #expect(items[story.key]?.vote == .up && items[story.key]?.availableActions.contains(.unvote) == true)
            #expect(items[comment.key]?.vote == .up && items[comment.key]?.availableActions.contains(.voteUp) == false)
        }
    }

    @Test(.mission("HN-43")) func `a vote that the site does not take is refused in its words`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            fixture.community.configure { $0.refusesVotes = true }
            let story = try await fixture.votable(as: session).story
            let outcome = try await perform(.vote(story, .up), try fixture.memberSource(), session)
            #expect(outcome == .refused(RemoteRefusal(.notOffered, message: "Can't make that vote.")))
        }
    }

    @Test(.mission("HN-32"))
    func `a session that is lost before a vote is sent says so, and the vote goes through with the next`() async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let action = RemoteAction.vote(story, .up)
            let vote = try await prepared(action, source, session)
            let comment = try await prepared(.comment(NewComment(target: story, text: "Yes.")), source, session)
            fixture.community.configure { $0.expiresSessions = true }
            let posting = try #require(source.posting)
            #expect(await posting.send(vote, as: session) == .signInNeeded)
            #expect(await posting.send(comment, as: session) == .signInNeeded)
            let again = try await fixture.signIn()
            #expect(try await perform(action, source, again) == .accepted())
            #expect(record(fixture).votes.count == 1)
        }
    }

    // MARK: Marks

    @Test(.mission("HN-82", "HN-87"))
    func `favourites, hidden and flagged items are marked, and unmarked`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, comment) = try await fixture.votable(as: session)
            let makers: [(Bool) -> RemoteAction] = [
                { .favourite(story, isOn: $0) }, { .favourite(comment, isOn: $0) }, { .hide(story, isOn: $0) },
                { .flag(story, isOn: $0) }, { .flag(comment, isOn: $0) },
            ]
            for make in makers {
                for isOn in [true, false] {
                    #expect(try await find(make(isOn), fixture, source, session) == (isOn ? nil : .accepted()))
                    if !isOn { #expect(try await find(make(true), fixture, source, session) == nil) }
                    #expect(try await perform(make(true), source, session) == .accepted())
                    #expect(try await find(make(true), fixture, source, session) == .accepted())
                    #expect(try await perform(make(false), source, session) == .accepted())
                }
            }
            let (kept, id) = (record(fixture), try #require(Int(story.key)))
            #expect(kept.favourites.isEmpty && kept.hidden.isEmpty && kept.flagged.isEmpty)
            #expect(try await perform(.hide(story, isOn: true), source, session) == .accepted())
            let item = try await fixture.view(id, as: session).items[story.key]
            #expect(
                item?.isHidden == true && item?.isFavourite == false && item?.availableActions.contains(.hide) == true)
        }
    }

    // MARK: Comments

    @Test(.mission("HN-48"), arguments: [CommunityBehaviour.Markup.current, .storylink])
    func `a comment on a story is one POST with the form's token, and is found`(markup: CommunityBehaviour.Markup)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.configure { $0.markup = markup }
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let text = "First & *foremost* <thanks>.\r\n\r\n  let a = 1\r\n\r\nSee https://tides.example/a?b=1&c=2"
            let action = RemoteAction.comment(NewComment(target: story, text: text))
            #expect(try await find(action, fixture, source, session) == nil)
            fixture.community.origin.clearRequests()
            #expect(try await perform(action, source, session) == .accepted())
            let requests = fixture.community.origin.requests
            #expect(requests.map(\.path) == ["/item", "/comment"] && requests.map(\.method) == ["GET", "POST"])
            #expect(requests.last?.form.map(\.name) == ["parent", "goto", "hmac", "text"])
            let key = try #require(fixture.community.submitted(by: "juniper").first.map(String.init))
            let place = RemoteLocation(key: key, page: try fixture.address("/item?id=\(key)"))
            #expect(try await find(action, fixture, source, session) == .accepted(place))
            let other = RemoteAction.comment(NewComment(target: story, text: "Something else."))
            #expect(try await find(other, fixture, source, session) == nil)
            fixture.clock.advance(3_600)
            #expect(try await find(action, fixture, source, session) == nil)
            let item = try await fixture.view(try #require(Int(story.key)), as: session).items[key]
            #expect(item?.isOwn == true && item?.availableActions.isSuperset(of: [.edit, .delete, .reply]) == true)
        }
    }

    @Test(.mission("HN-49", "HN-82")) func `a reply goes by the form of the comment's reply page`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let comment = try await fixture.votable(as: session).comment
            let action = RemoteAction.comment(NewComment(target: comment, text: "As do I."))
            #expect(try await perform(action, source, session) == .accepted())
            #expect(fixture.community.origin.requests.map(\.path) == ["/reply", "/comment"])
            #expect(fixture.community.origin.requests.last?.form.first { $0.name == "parent" }?.value == comment.key)
            guard case .accepted(let place?) = try await find(action, fixture, source, session) else {
                Issue.record("not found")
                return
            }
            #expect(place.key == fixture.community.submitted(by: "juniper").first.map(String.init))
        }
    }

    @Test func `one's own comment is edited and deleted while the site offers it`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let (story, foreign) = try await fixture.votable(as: session)
            _ = try await perform(.comment(NewComment(target: story, text: "Oen.")), source, session)
            let id = try #require(fixture.community.submitted(by: "juniper").first)
            let own = RemoteItem(storyKey: story.key, commentKey: "\(id)")
            let edit = RemoteAction.edit(own, text: "One.\n\nTwo.")
            #expect(try await find(edit, fixture, source, session) == nil)
            #expect(try await perform(edit, source, session) == .accepted())
            #expect(try await find(edit, fixture, source, session) == .accepted())
            #expect(fixture.community.text(of: id)?.contains("Two.") == true)
            #expect(reason(try await perform(.edit(foreign, text: "Mine."), source, session)) == .notOffered)
            #expect(reason(try await perform(.delete(foreign), source, session)) == .notOffered)
            #expect(try await find(.delete(own), fixture, source, session) == nil)
            #expect(try await perform(.delete(own), source, session) == .accepted())
            #expect(fixture.community.origin.requests.last?.form.last?.value == "Yes")
            #expect(fixture.community.text(of: id) == nil)
            #expect(try await find(.delete(own), fixture, source, session) == .accepted())
        }
    }

    @Test(.mission("HN-50")) func `refusals are told in the site's words`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let comment = RemoteAction.comment(NewComment(target: story, text: "Quick!"))
            fixture.community.configure { $0.limitsPosting = true }
            guard case .refused(let tooQuick) = try await perform(comment, source, session) else {
                Issue.record("taken")
                return
            }
            #expect(tooQuick.reason == .tooQuick && tooQuick.isGuess)
            #expect(tooQuick.message == "You're posting too fast. Please slow down. Thanks.")
            #expect(tooQuick.retryAt.map { $0 > fixture.clock.now } == true)
            fixture.community.configure { $0.limitsPosting = false }

            var stale = try await prepared(comment, source, session)
            stale.fields = stale.fields.map { ($0.name, $0.name == "hmac" ? "0000" : $0.value) }
            let posting = try #require(source.posting)
            let again = await posting.send(stale, as: session)
            #expect(again == .refused(RemoteRefusal(.expiredForm, message: "Please try again.")))

            let ready = try await prepared(comment, source, session)
            fixture.community.configure { $0.noprocrast = true }
            for outcome in [await posting.send(ready, as: session), try await perform(comment, source, session)] {
                guard case .refused(let work) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(work.reason == .other && work.message?.hasPrefix("Get back to work!") == true)
            }
            fixture.community.configure { $0.noprocrast = false }
            let missing = RemoteItem(storyKey: "999999999")
            #expect(reason(try await perform(.vote(missing, .up), source, session)) == .notThere)
            #expect(
                reason(try await perform(.comment(NewComment(target: missing, text: "?")), source, session))
                    == .notThere)
            #expect(
                reason(try await perform(.comment(NewComment(target: story, text: " \n ")), source, session))
                    == .emptyText)
            #expect(fixture.community.submitted(by: "juniper").isEmpty)
        }
    }

    @Test(arguments: [403, 429, 503])
    func `an action that meets a site that wants peace is refused, and the next one is not sent`(status: Int)
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let vote = try await prepared(.vote(story, .up), source, session)
            fixture.community.configure { $0.blocks = status }
            let posting = try #require(source.posting)
            guard case .refused(let refusal) = await posting.send(vote, as: session) else {
                Issue.record("taken")
                return
            }
            #expect(refusal.message == "Sorry." && refusal.retryAt != nil)
            #expect(refusal.reason == (status == 429 ? .tooQuick : .other))
            fixture.community.configure { $0.blocks = nil }
            guard case .unsent(.busy, _, let retryAt?) = await posting.send(vote, as: session) else {
                Issue.record("sent")
                return
            }
            #expect(retryAt > fixture.clock.now && fixture.hits("/vote") == 1)
        }
    }

    // MARK: The connection

    @Test func `a site that cannot be reached got nothing, and an answer that breaks off leaves its fate unknown`()
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let action = RemoteAction.comment(NewComment(target: story, text: "Once."))
            let ready = try await prepared(action, source, session)
            let posting = try #require(source.posting)
            await fixture.community.origin.simulate(.offline)
            guard case .unsent(.unreachable, _?, nil) = await posting.send(ready, as: session) else {
                Issue.record("sent")
                return
            }
            await fixture.community.origin.resetBehaviour()
            await fixture.community.origin.simulate(.status(500), at: "/comment", times: 1)
            #expect(await posting.send(ready, as: session) == .fateUnknown)
            #expect(try await find(action, fixture, source, session) == nil)
        }
    }

    @Test func `an action is sent to no other site, and without a cookie not at all`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let posting = try #require(source.posting)
            let story = RemoteItem(storyKey: "1")
            let elsewhere = PreparedAction(
                .vote(story, .up), address: try #require(WebAddress("https://elsewhere.example/vote?id=1")),
                method: .get)
            guard case .unsent = await posting.send(elsewhere, as: session) else {
                Issue.record("sent")
                return
            }
            #expect(await posting.send(elsewhere, as: nil) == .signInNeeded)
            #expect(fixture.community.origin.requests.isEmpty)
        }
    }
}
