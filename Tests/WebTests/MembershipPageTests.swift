import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// Accounts at a site with members, votes, and what waits for a sign-in.
@Suite struct MembershipPageTests {
    @Test(.mission("HN-27"))
    func `one signs in by name and password, which are sent once and stand on no page`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let empty = try await fixture.page("/loom/account")
            #expect(empty.headings(1).contains("Sign in to The Loom"))
            #expect(empty.text.contains("once, and kept nowhere"))
            let fields = ["source": "\(try await fixture.source())", "name": "ada", "password": FakeCommunity.password]
            let go = try await fixture.post("member-sign-in", fields.merging(["next": fixture.thread]) { $1 })
            #expect(go == fixture.thread)
            #expect(try await fixture.page(go).notes.contains("Signed in as ada"))
            #expect(!(try await fixture.get(go).contains("Signed in as")), "said once")
            for path in ["/loom/account", "/loom/outbox", "/loom/settings/accounts", fixture.thread] {
                let text = try await fixture.get(path)
                #expect(!text.contains(FakeCommunity.password) && !text.contains("&amp;token"), "\(path)")
            }
        }
    }

    @Test(.mission("HN-28", "HN-33", "HN-34"))
    func `failure has the words of the original app and the site's own, and signing out says of which site`()
        async throws
    {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let source = "\(try await fixture.source())"
            let back = try await fixture.post(
                "member-sign-in",
                ["source": source, "name": "ada", "password": "wrong", "next": "https://evil.example/"])
            #expect(back == "/loom/account/\(source)")
            let failed = try await fixture.get(back)
            #expect(!failed.contains("wrong") && !failed.contains("evil.example"))
            let failure = ShownPage(failed)
            #expect(failure.alerts.contains { $0.hasPrefix("Login Failed. In The Loom’s words: “Bad login.”") })
            #expect(failure.has("input[name=name][spellcheck=false][value=ada]"), "the name stays")
            #expect(!(try await fixture.get(back).contains("Bad login.")), "HN-32: not again at a later visit")
            let again = try await fixture.post(
                "member-sign-in", ["source": source, "name": "ada", "password": "wrong", "next": fixture.thread])
            #expect(again.hasPrefix("\(back)?back="))
            #expect(try await fixture.page(again).alerts.contains { $0.hasPrefix("Login Failed.") })
            try await fixture.signIn()
            _ = try await fixture.get("/loom/account")
            let out = try await fixture.post("member-sign-out", ["source": source])
            #expect(!(try await fixture.get("/loom/all").contains("Signed out of")), "not to another tab")
            let page = try await fixture.page(out)
            #expect(page.notes.contains("Signed out of The Loom") && page.has("input[name=password]"))
        }
    }

    @Test(.mission("HN-29")) func `a puzzle is explained, with two ways on`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let source = "\(try await fixture.source())"
            fixture.site.change { $0.signInOutcome = .captcha(message: "Validation required.") }
            let back = try await fixture.post(
                "member-sign-in", ["source": source, "name": "ada", "password": "x"])
            let page = try await fixture.page(back)
            #expect(page.text.contains("wants a puzzle solved") && page.text.contains("“Validation required.”"))
            #expect(try page.part("details.confirmation[open]").hasLink(to: "https://loom.example/login"))
            _ = try await fixture.post("adopt-session", ["source": source, "cookie": "user=ada&token"])
            #expect(try await fixture.page("/loom/account").headings(1).contains("ada"))
        }
    }

    @Test(.mission("HN-37", "HN-82"))
    func `one's own profile has karma, age, lists and the way out, and is fetched for a person only`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let before = fixture.site.seen.profiles
            let page = try await fixture.page("/loom/account")
            #expect(page.terms["Karma"] == "41" && page.terms["Member since"] != nil)
            #expect(page.hasButton("Sign out") && page.hasLink(to: "/loom/outbox"))
            #expect(page.has("a[href^=/loom/submit?source=]"))
            #expect(fixture.site.seen.profiles == before + 1)
            _ = try await fixture.browser.get("/loom/account", ["Sec-Fetch-Site": "cross-site"])
            #expect(fixture.site.seen.profiles == before + 1)
        }
    }

    @Test func `the demonstration's account stands where one signs in to that site alone`() async throws {
        let hint = SampleAccountHint(site: "https://loom.example", name: "visitor", password: "harbour")
        try await CommunityFixture.open(FakeCommunity.memberRules, sampleAccounts: [hint]) { fixture async throws in
            #expect(try await fixture.get("/loom/account").contains("Sign in as visitor with the password harbour."))
        }
        let other = SampleAccountHint(site: "https://other.example", name: "visitor", password: "harbour")
        try await CommunityFixture.open(FakeCommunity.memberRules, sampleAccounts: [other]) { fixture async throws in
            #expect(!(try await fixture.get("/loom/account").contains("visitor")))
        }
    }

    @Test(.mission("HN-32", "HN-35"))
    func `a vote without a session leads to the sign-in, and is done after it`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let token = try #require(try await fixture.page("/loom/all").part("form#votes").fields["token"])
            let go = try await fixture.post("vote", ["up": "\(fixture.story)", "token": token, "back": "/loom/all"])
            #expect(go.hasPrefix("/loom/account/") && go.hasSuffix("?back=%2Floom%2Fall"))
            #expect(fixture.site.seen.sent.isEmpty)
            let form = try #require(try await fixture.page(go).form("member-sign-in"))
            let fields = form.fields.merging(["name": "ada", "password": FakeCommunity.password]) { $1 }
            #expect(try await fixture.post("member-sign-in", fields) == "/loom/all")
            guard case .vote(let item, .up)? = fixture.site.seen.sent.first else { throw MissingValue(what: "a vote") }
            #expect(item.storyKey == "1" && fixture.site.seen.cookies == ["user=ada&token"])
        }
    }

    @Test(.mission("HN-32")) func `a comment written without a session is sent once after the sign-in`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let go = try await fixture.write(["text": "Ships"], at: fixture.reply)
            #expect(go.hasPrefix("/loom/account/"))
            #expect(try await fixture.page(fixture.reply).form("comment")?.fields["text"] == "Ships")
            _ = try await fixture.write(["text": "Ships, again"], at: fixture.reply)
            try await fixture.signIn()
            let texts = fixture.site.seen.sent.compactMap { action -> String? in
                if case .comment(let comment) = action { comment.text } else { nil }
            }
            #expect(texts == ["Ships, again"], "what was written last takes the place of what waited")
        }
    }

    @Test func `after a sign-in that sends several things one is where one signed in`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            _ = try await fixture.write(["text": "Ships"], at: fixture.reply)
            _ = try await fixture.write(
                ["title": "A ship", "url": "https://ships.example/"], at: "/loom/submit", pressing: "submit")
            let thread = "/loom/story/\(fixture.story)"
            let go = try await fixture.post(
                "member-sign-in",
                [
                    "source": "\(try await fixture.source())", "name": "ada", "password": FakeCommunity.password,
                    "next": thread,
                ])
            #expect(fixture.site.seen.sent.count == 2 && go.hasPrefix(thread), "\(go)")
        }
    }

    @Test(.mission("HN-41", "HN-42", "HN-44", "HN-45", "HN-82"))
    func `arrows stand in rows, on the story and beside comments; down only where the site offers it`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let up = "button[name=up][value=\(fixture.story)][form=votes]"
            for path in ["/loom/all", "/loom/", "/loom/story/\(fixture.story)"] {
                let page = try await fixture.page(path)
                #expect(page.has(up) && page.has("form#votes"), "\(path)")
                #expect(!page.has(".vote.down"), "HN-44")
            }
            let code = "\(fixture.story).\(fixture.comment)"
            #expect(try await fixture.page(fixture.thread).has("button[name=up][value=\(code)]"))
            try await fixture.signIn()
            fixture.site.change { $0.items = ["11": MemberItemState(availableActions: [.voteUp, .voteDown, .reply])] }
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            #expect(try await fixture.page(fixture.thread).has("button[name=down][value=\(code)]"), "HN-45")
        }
    }

    @Test(.mission("HN-46", "HN-47"))
    func `given votes show, can be taken back, and are asked for of members only`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            #expect(fixture.site.seen.views == 0)
            try await fixture.signIn()
            fixture.site.change {
                $0.items = [
                    "11": MemberItemState(vote: .up, availableActions: [.unvote]),
                    "1": MemberItemState(vote: .up, availableActions: []),
                ]
            }
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            let code = "\(fixture.story).\(fixture.comment)"
            let page = try await fixture.page(fixture.thread)
            #expect(page.has("button[name=none][value=\(code)][aria-pressed=true]"))
            let token = try #require(try page.part("form#comment-votes").fields["token"])
            _ = try await fixture.post("vote", ["none": code, "token": token, "back": fixture.thread])
            guard case .vote(_, .none)? = fixture.site.seen.sent.last else { throw MissingValue(what: "HN-46") }
            #expect(try await fixture.page("/loom/all").has("button.vote[aria-pressed=true]"))
        }
    }

    @Test(.mission("HN-43")) func `a refused vote tells script, and leads back without a word`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            fixture.site.change { $0.outcome = .refused(RemoteRefusal(.notOffered)) }
            let form = "up=\(fixture.story)&back=/loom/all&token="
            let json = try await fixture.browser.post(
                "/loom/act/vote", form + "a", ["Accept": "application/json"]
            ).text
            #expect(json.contains("\"failed\":true"))
            #expect(try await fixture.browser.post("/loom/act/vote", form + "b").header("Location") == "/loom/all")
        }
    }

    @Test(.mission("HN-82", "HN-87"))
    func `favourites, hiding and flags stand in the menus, a flag behind a question`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            fixture.site.change {
                $0.items = [
                    "1": MemberItemState(availableActions: [.favourite, .hide, .flag]),
                    "11": MemberItemState(availableActions: [.flag]),
                ]
            }
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            let menu = try await fixture.page("/loom/story/\(fixture.story)/menu")
            #expect(menu.hasButton("Add to favourites") && menu.hasButton("Hide") && menu.hasLink("Flag…"))
            let question = try await fixture.page("/loom/story/\(fixture.story)/flag?comment=\(fixture.comment)")
            #expect(question.text.contains("Report this to The Loom") && fixture.site.seen.sent.isEmpty)
            _ = try await fixture.post("flag", try #require(question.form("flag")).fields)
            guard case .flag(let item, true)? = fixture.site.seen.sent.last else { throw MissingValue(what: "a flag") }
            #expect(item.commentKey == "11")
        }
    }

    @Test func `one's own comment is edited and deleted from its menu, where the site allows it`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let menu = "\(fixture.thread)/\(fixture.comment)/menu"
            #expect(!(try await fixture.get(menu).contains("Edit comment")))
            try await fixture.signIn("bob")
            fixture.site.change { $0.items = ["11": MemberItemState(availableActions: [.edit, .delete], isOwn: true)] }
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            let own = try await fixture.page(menu)
            #expect(own.hasLink("Edit comment") && own.hasLink("Delete…"))
            #expect(
                !(try await fixture.page(fixture.thread).has("[data-vote-item^=\(fixture.story).]")),
                "not for oneself")
            let edit = "\(fixture.thread)/\(fixture.comment)/edit"
            #expect(try await fixture.page(edit).form("edit-comment")?.fields["text"] == "Yes.")
            _ = try await fixture.write(["text": "Yes, and no."], at: edit, pressing: "edit-comment")
            guard case .edit(_, "Yes, and no.")? = fixture.site.seen.sent.last else {
                throw MissingValue(what: "an edit")
            }
            let question = try await fixture.page("/loom/story/\(fixture.story)/delete?comment=\(fixture.comment)")
            _ = try await fixture.post("delete", try #require(question.form("delete")).fields)
            guard case .delete? = fixture.site.seen.sent.last else { throw MissingValue(what: "a deletion") }
        }
    }

    @Test(.mission("HN-55"))
    func `a submission is counted here, and a link that was posted before says so`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let page = try await fixture.page("/loom/submit")
            #expect(page.has("[data-counted-field=title][data-length-limit=80][data-length-unit=characters]"))
            #expect(page.text.contains("takes a link, a text, or both"))
            for (fields, sentence) in [
                (["title": ""], "A story needs a title."), (["title": "T"], "A story needs a link, a text, or both."),
                (["title": "T", "url": "no address"], "That link is not a web address."),
                (["title": String(repeating: "t", count: 81), "text": "a"], "at most 80 characters, and these are 81"),
            ] {
                let back = try await fixture.write(fields, at: "/loom/submit", pressing: "submit")
                #expect(try await fixture.get(back).contains(sentence), "\(sentence)")
            }
            #expect(fixture.site.seen.sent.isEmpty)
            fixture.site.change { $0.outcome = .existing(RemoteLocation(key: "1")) }
            let go = try await fixture.write(
                ["title": "T", "url": "https://loom.example/1"], at: "/loom/submit", pressing: "submit")
            #expect(try await fixture.get(go).contains("was submitted before"))
        }
    }

    @Test(.mission("HN-56"))
    func `a link that was submitted before opens its story, where it is stored`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let place = RemoteLocation(key: "1", page: try webAddress("https://loom.example/item?id=1"))
            fixture.site.change { $0.outcome = .existing(place) }
            let go = try await fixture.write(
                ["title": "T", "url": "https://loom.example/1"], at: "/loom/submit", pressing: "submit")
            #expect(go == "\(fixture.thread)?sent=1")
            #expect(try await fixture.get(go).contains("was submitted before"))
        }
    }
}
