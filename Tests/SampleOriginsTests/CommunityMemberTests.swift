import Foundation
import SampleOrigins
import Synchronization
import Testing

/// The states of a community's website that only members meet.
@Suite(.timeLimit(.minutes(1))) struct CommunityMemberTests {
    static let startAt = Date(timeIntervalSince1970: 1_795_000_000)

    /// A clock that tests move.
    final class Clock: Sendable {
        private let offset = Mutex(0.0)
        var now: Date { CommunityMemberTests.startAt.addingTimeInterval(offset.withLock { $0 }) }
        func advance(minutes: Double) { offset.withLock { $0 += minutes * 60 } }
    }

    private func withMember(
        karma: Int = 120, _ body: (inout CommunityBrowser, SampleCommunity, Clock) async throws -> Void
    ) async throws {
        let clock = Clock()
        try await SampleCommunity.open(startAt: Self.startAt, now: { clock.now }) { community in
            community.configure { $0.members = [SampleMember(karma: karma)] }
            var browser = CommunityBrowser(community: community)
            try await browser.signIn()
            try await body(&browser, community, clock)
        }
    }

    private func story(_ community: SampleCommunity) -> Int { community.list("top")[0] }

    // MARK: Sessions

    @Test func `signing in gives a cookie, a wrong password both forms again, and a puzzle wants an answer`()
        async throws
    {
        try await SampleCommunity.open(startAt: Self.startAt, now: { Self.startAt }) { community in
            var browser = CommunityBrowser(community: community)
            let page = try await browser.get("/login?goto=newest")
            #expect(page.text.contains("<b>Login</b>") && page.text.contains("<b>Create Account</b>"))
            #expect(
                page.text.contains("<form action=\"login\" method=\"post\">") && page.text.field("goto") == "newest")
            let wrong = try await browser.signIn("juniper", "thyme")
            #expect(wrong.status == 200 && wrong.text.hasPrefix("Bad login.") && wrong.text.contains("creating"))
            #expect(wrong.header("set-cookie") == nil)
            community.configure { $0.requiresCaptcha = true }
            let puzzle = try await browser.signIn()
            #expect(puzzle.text.hasPrefix("Validation required. If this doesn't work, you can email"))
            #expect(
                puzzle.text.contains("class=\"g-recaptcha\" data-sitekey=") && puzzle.text.field("acct") == "juniper")
            let solved = try await browser.post(
                "/login", ["acct": "juniper", "pw": "rosemary", "goto": "news", "g-recaptcha-response": "solved"])
            #expect(solved.status == 302)
            community.configure { $0.requiresCaptcha = false }
            let right = try await browser.signIn(goto: "newest")
            #expect(right.status == 302 && right.header("location") == "newest")
            #expect(right.header("set-cookie")?.hasPrefix("user=juniper&") == true)
            let signedIn = try await browser.get("/news").text
            #expect(signedIn.contains("<a id='me' href=\"user?id=juniper\">juniper</a>"))
            #expect(signedIn.contains("<span id='karma'>120</span>") && !signedIn.contains("login?goto="))
        }
    }

    @Test func `signing out ends the session, and so does an expiry until the next sign-in`() async throws {
        try await withMember { browser, community, _ in
            let page = try await browser.get("/news").text
            let logout = try #require(page.part(after: "id='logout' href=\"", before: "\""))
            #expect(try await browser.get("/logout?auth=0&goto=news").text == "Unknown or expired link.")
            let response = try await browser.get(logout)
            #expect(response.status == 302 && response.header("set-cookie")?.hasPrefix("user=;") == true)
            #expect(try await browser.get("/news").text.contains("login?goto="))

            try await browser.signIn()
            let vote = try #require(try await browser.get("/news").text.link(id: "up_\(story(community))"))
            community.configure { $0.expiresSessions = true }
            let lost = try await browser.get(vote).text
            #expect(lost.hasPrefix("You have to be logged in to vote.") && lost.contains("<form action=\"/login\""))
            let old = browser
            try await browser.signIn()
            #expect(try await browser.get("/news").text.contains("id='me'"))
            #expect(try await !old.get("/news").text.contains("id='me'"))
        }
    }

    @Test func `an account is created with a name that is free, and the form of 2013 signs in`() async throws {
        try await SampleCommunity.open(startAt: Self.startAt, now: { Self.startAt }) { community in
            let browser = CommunityBrowser(community: community)
            for (name, password, problem) in [
                ("a", "longenough", "between 2 and 15"), ("oakmoss", "longenough", "taken"),
                ("sorrel", "short", "at least 8"),
            ] {
                let page = try await browser.post("/login", ["creating": "t", "acct": name, "pw": password])
                #expect(page.status == 200 && page.text.contains(problem), "\(name)")
            }
            let made = try await browser.post(
                "/login", ["creating": "t", "acct": "sorrel", "pw": "longenough", "goto": "news"])
            #expect(made.status == 302 && made.header("set-cookie")?.hasPrefix("user=sorrel&") == true)
            let fnid = try #require(try await browser.get("/newslogin?whence=news").text.field("fnid"))
            #expect(
                try await browser.post("/y", ["fnid": fnid, "u": "juniper", "p": "no"]).text.contains("Bad login."))
            #expect(try await browser.post("/y", ["fnid": fnid, "u": "juniper", "p": "rosemary"]).status == 302)
        }
    }

    // MARK: Votes

    @Test func `a vote counts once, is shown, and can be taken back for an hour`() async throws {
        try await withMember { browser, community, clock in
            let id = story(community)
            let before = try #require(community.score(of: id))
            let page = try await browser.get("/news").text
            #expect(page.contains("<a id='up_\(id)' class='clicky' href='vote?id=\(id)&amp;how=up&amp;auth="))
            let vote = try #require(page.link(id: "up_\(id)"))
            let response = try await browser.get(vote)
            #expect(response.status == 302 && response.header("location") == "news")
            #expect(community.score(of: id) == before + 1 && community.record(of: "juniper").votes[id] == .up)
            #expect(try await browser.get(vote).text == "Can't make that vote.")
            let voted = try await browser.get("/news").text
            #expect(voted.contains("id='up_\(id)' class='clicky nosee'"))
            let undo = try #require(voted.link(id: "un_\(id)"))
            #expect(try await browser.get(undo).status == 302)
            #expect(community.score(of: id) == before && community.record(of: "juniper").votes[id] == nil)
            _ = try await browser.get(vote)
            clock.advance(minutes: 61)
            let late = try await browser.get("/item?id=\(id)").text
            #expect(late.contains("id='up_\(id)' class='clicky nosee'") && late.link(id: "un_\(id)") == nil)
            #expect(try await browser.get(undo).text == "Can't make that vote.")
            #expect(try await browser.get("/upvoted?id=juniper").text.contains("id='\(id)'"))
            #expect(try await browser.get("/upvoted?id=oakmoss").text == "Can't display that.")
        }
    }

    @Test func `votes are refused without a key, when it is foreign, and while the site wants none`() async throws {
        try await withMember { browser, community, _ in
            let id = story(community)
            #expect(try await browser.get("/vote?id=\(id)&how=up&goto=news").text == "Unknown or expired link.")
            #expect(try await browser.get("/vote?id=\(id)&how=up&auth=00&goto=news").text == "Unknown or expired link.")
            #expect(try await browser.get("/vote?id=1&how=up&auth=00").text == "No such item.")
            let vote = try #require(try await browser.get("/news").text.link(id: "up_\(id)"))
            community.configure { $0.refusesVotes = true }
            #expect(try await browser.get(vote).text == "Can't make that vote.")
            #expect(community.record(of: "juniper").votes.isEmpty)
            let stranger = CommunityBrowser(community: community)
            #expect(try await stranger.get(vote).text.hasPrefix("You have to be logged in to vote."))
            // Name and password in the form take the place of both.
            community.configure { $0.refusesVotes = false }
            let named = try await stranger.post(
                "/vote", ["id": "\(id)", "how": "up", "acct": "juniper", "pw": "rosemary"])
            #expect(named.status == 302 && community.record(of: "juniper").votes[id] == .up)
            let wrong = try await stranger.post("/vote", ["id": "\(id)", "how": "up", "acct": "juniper", "pw": "no"])
            #expect(wrong.status == 200 && wrong.text.hasPrefix("Bad login."))
        }
    }

    @Test func `arrows down and flags come with karma, and only comments go down`() async throws {
        try await withMember(karma: 500) { browser, community, _ in
            let id = story(community)
            let comment = community.longThreadID
            let plain = try await browser.get("/item?id=\(comment)").text
            let shown = try #require(
                community.thread(below: comment).first { plain.link(id: "up_\($0)") != nil })
            #expect(plain.link(id: "down_\(shown)") == nil)
            community.configure { $0.members = [SampleMember(karma: 501)] }
            let page = try await browser.get("/item?id=\(comment)").text
            let down = try #require(page.link(id: "down_\(shown)"))
            #expect(page.link(id: "down_\(comment)") == nil)
            #expect(try await browser.get(down).status == 302)
            #expect(try await browser.get("/item?id=\(comment)").text.contains(">undown</a>"))
            let flag = try #require(try await browser.get("/news").text.link(to: "flag?id=\(id)"))
            #expect(try await browser.get(flag).status == 302)
            #expect(community.record(of: "juniper").flagged == [id])
            #expect(try await browser.get("/news").text.contains("flag?id=\(id)&amp;un=t"))
            community.configure { $0.members = [SampleMember(karma: 30)] }
            #expect(try await !browser.get("/news").text.contains("flag?id="))
            #expect(try await browser.get(flag).text == "You can't flag that.")
        }
    }

    // MARK: Favourites and hiding

    @Test func `favourites are public, hidden stories leave the member's lists, and both are taken back`() async throws
    {
        try await withMember { browser, community, _ in
            let id = story(community)
            let page = try await browser.get("/item?id=\(id)").text
            #expect(try await browser.get(try #require(page.link(to: "fave?id=\(id)"))).status == 302)
            let stranger = CommunityBrowser(community: community)
            #expect(try await stranger.get("/favorites?id=juniper").text.contains("id='\(id)'"))
            #expect(try await !stranger.get("/favorites?id=juniper&comments=t").text.contains("id='\(id)'"))
            let kept = try await browser.get("/item?id=\(id)").text
            #expect(kept.contains(">un-favorite</a>"))
            _ = try await browser.get(try #require(kept.link(to: "fave?id=\(id)")))
            #expect(community.record(of: "juniper").favourites.isEmpty)

            let hide = try #require(try await browser.get("/news").text.link(to: "hide?id=\(id)"))
            #expect(try await browser.get(hide).header("location") == "news")
            #expect(try await !browser.get("/news").text.contains("id='\(id)'"))
            #expect(try await stranger.get("/news").text.contains("id='\(id)'"))
            let hidden = try await browser.get("/hidden").text
            #expect(hidden.contains("id='\(id)'") && hidden.contains(">un-hide</a>"))
            _ = try await browser.get(try #require(hidden.link(to: "hide?id=\(id)")))
            #expect(try await browser.get("/news").text.contains("id='\(id)'"))
            #expect(try await stranger.get("/hidden").text == "Can't display that.")
        }
    }
}
