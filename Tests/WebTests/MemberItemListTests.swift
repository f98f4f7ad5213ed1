import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// One's own lists at a site with members, and the ways to them.
@Suite struct MemberListTests {
    private static func story(_ key: String, _ title: String) throws -> FetchedStory {
        FetchedStory(
            key: key, title: title, link: try webAddress("https://loom.example/\(key)"),
            publishedAt: WebTestApp.start - 300)
    }

    /// The links of a page that lead to lists.
    private static func tabs(_ page: ShownPage) -> Set<String> {
        let paths = page.links.compactMap(\.path)
        return Set(paths.compactMap { $0.wholeMatch(of: /\/loom\/account\/\d+\/list\/([a-z-]+)/)?.1 }.map(String.init))
    }

    @Test(.mission("HN-89"))
    func `one's own stories are read when they are opened, with tabs, and go on at the site`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let path = "/loom/account/\(try await fixture.source())/list/submissions"
            let (mine, older) = (try Self.story("7", "Mine <b>"), try Self.story("8", "An older one"))
            fixture.site.change {
                $0.lists["submissions"] = MemberItemListResponse(
                    stories: [mine], next: SourceCursor(rawValue: "p2&x"))
                $0.lists["submissions p2&x"] = MemberItemListResponse(stories: [older])
            }
            let text = try await fixture.get(path)
            #expect(text.contains("Mine &lt;b") && !text.contains("Mine <b"))
            let page = ShownPage(text)
            #expect(page.link("Submissions")?["aria-current"] == "true")
            #expect(Self.tabs(page) == Set(MemberItemListView.tabs.map(\.rawValue)))
            let more = try #require(try page.part("a[href*=list/submissions?after=]").path)
            let rest = try await fixture.get(more)
            #expect(rest.contains("An older one") && !rest.contains("?after="))
            #expect(fixture.site.seen.listRequests == ["submissions", "submissions p2&x"])
        }
    }

    @Test(.mission("HN-39")) func `points change with each list and each thread that is read`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            fixture.site.change { $0.lists["hidden"] = MemberItemListResponse(karma: 57) }
            // As stored: the profile is not fetched for another site's link.
            let foreign = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
            func points() async throws -> String? {
                try await fixture.browser.get("/loom/account", foreign).page.terms["Karma"]
            }
            #expect(try await points() == nil)
            _ = try await fixture.get("/loom/account/\(try await fixture.source())/list/hidden")
            #expect(try await points() == "57")
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            #expect(try await points() == "41")
        }
    }

    @Test(.mission("HN-89"))
    func `one's own comments lead to their places in threads, and an empty list says so`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let lists = "/loom/account/\(try await fixture.source())/list"
            let own = fixture.site.comment("11", by: "ada", "Said &amp; done")
            let comment = ProfileComment(comment: own, storyKey: "1", storyTitle: "Story <1>")
            fixture.site.change { $0.lists["comments"] = MemberItemListResponse(comments: [comment]) }
            let text = try await fixture.get("\(lists)/comments")
            #expect(text.contains("Story &lt;1") && !text.contains("Story <1"))
            let page = ShownPage(text)
            #expect(page.hasLink(to: "\(fixture.thread)#c\(fixture.comment)") && page.text.contains("Said & done"))
            let upvoted = try await fixture.page("\(lists)/upvoted-comments")
            #expect(upvoted.text.contains("You have voted for nothing yet."))
        }
    }

    @Test(.mission("HN-89"))
    func `another site's link and a prefetch read no list and no profile of ours`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let account = "/loom/account/\(try await fixture.source())"
            let before = fixture.site.seen.profiles
            for headers in [
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
                Browser.navigation.merging(["Sec-Purpose": "prefetch"]) { $1 },
            ] {
                for path in ["\(account)/list/favourites", "\(account)/profile"] {
                    let page = try await fixture.browser.get(path, headers).page
                    #expect(page.text.contains("so Tidings waits for your tap."), "\(path)")
                    #expect(page.hasLink("Load from The Loom", to: path))
                }
            }
            #expect(fixture.site.seen.listRequests.isEmpty && fixture.site.seen.profiles == before)
        }
    }

    @Test(.mission("HN-89"))
    func `a list without an account asks for the sign-in, and other lists are not there`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let account = "/loom/account/\(try await fixture.source())"
            for path in ["\(account)/list/upvoted", "\(account)/profile"] {
                let page = try await fixture.page(path)
                let back = QueryParameters.encoded(path)
                #expect(page.hasLink("Sign in at The Loom", to: "\(account)?back=\(back)"), "\(path)")
            }
            try await fixture.signIn()
            for path in ["\(account)/list/replies", "\(account)/list/nonsense", "/loom/account/9999/list/hidden"] {
                #expect(try await fixture.browser.get(path, Browser.navigation).status == .notFound, "\(path)")
            }
            #expect(fixture.site.seen.listRequests.isEmpty && fixture.site.seen.profiles == 0)
        }
    }

    @Test(.mission("HN-89"))
    func `a list that cannot be read says why, and a lost session asks for the sign-in`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let account = "/loom/account/\(try await fixture.source())"
            fixture.site.change { $0.failure = .busy(until: WebTestApp.start + 600) }
            let busy = try await fixture.page("\(account)/list/hidden")
            #expect(busy.alerts.contains { $0.hasPrefix("The Loom asked us to wait. Try again later.") })
            fixture.site.change { $0.failure = .refused(status: 403) }
            #expect(try await fixture.get("\(account)/list/hidden").contains("refused to send this page (403)"))
            fixture.site.change { $0.failure = .signInNeeded }
            let lost = try await fixture.get("\(account)/list/hidden")
            #expect(lost.contains("shows this to you only: please sign in."))
            #expect(try await fixture.get("/loom/settings/accounts").contains("The Loom ended the session"))
            fixture.site.change { $0.failure = nil }
            let requests = fixture.site.seen.listRequests.count
            _ = try await fixture.get("\(account)/list/hidden")
            #expect(fixture.site.seen.listRequests.count == requests, "without a session nothing is asked")
        }
    }

    @Test func `one's account leads to replies, the profile and all lists, and Settings signs out`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let source = "\(try await fixture.source())"
            #expect(!(try await fixture.get("/loom/settings/accounts").contains("Sign out of")))
            try await fixture.signIn()
            let page = try await fixture.page("/loom/account")
            for path in ["/loom/replies", "/loom/account/\(source)/profile", "/loom/outbox"] {
                #expect(page.hasLink(to: path), "\(path)")
            }
            #expect(Self.tabs(page) == Set(MemberItemListView.tabs.map(\.rawValue)))
            let settings = try await fixture.page("/loom/settings/accounts")
            #expect(settings.text.contains("Signed in as ada since"))
            let form = try #require(settings.form("member-sign-out"))
            #expect(form.hasButton("Sign out of The Loom") && form.fields["source"] == source)
            _ = try await fixture.post("member-sign-out", ["source": source])
            #expect(try await fixture.get("/loom/settings/accounts").contains("Not signed in."))
        }
    }

    @Test(.mission("HN-87"))
    func `a hidden story leaves the lists of its newspaper, until that is undone`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let (row, id) = ("[data-story=\(fixture.story)]", StoryID(rawValue: fixture.story))
            func saysHidden(_ page: ShownPage) -> Bool { page.texts("span").contains("Hidden") }
            // "Signed in as ada" has been said.
            #expect(try await fixture.page("/loom/all").has(row))
            _ = try await fixture.post(
                "hide", ["item": "\(fixture.story)", "on": "1", "token": "t", "back": "/loom/all"])
            #expect(try await !saysHidden(fixture.page("/loom/")), "not to another tab")
            let answer = try await fixture.browser.get("/loom/all", Browser.navigation)
            let told = answer.page
            #expect(!told.has(row) && saysHidden(told))
            #expect(answer.header("ETag") == nil, "the offer is made once")
            for path in ["/loom/all", "/loom/"] {
                let page = try await fixture.page(path)
                #expect(!page.has(row) && !saysHidden(page), "\(path)")
            }
            let service = fixture.app.library.memberViews
            #expect(try await service.hidden(among: [id], for: fixture.app.reader) == [id])
            #expect(try await service.hidden(among: [id], for: ReaderID(rawValue: 2)).isEmpty)
            _ = try await fixture.post(
                "hide", ["item": "\(fixture.story)", "on": "1", "token": "u", "back": "https://evil.example/"])
            #expect(try await saysHidden(fixture.page("/loom/")), "on the front page instead")
            let undo = try #require(try told.part("[data-undo-id=hidden-\(fixture.story)]").form("hide"))
            #expect(try await fixture.post("hide", undo.fields) == "/loom/all")
            #expect(try await fixture.page("/loom/all").has(row))
            let states = fixture.site.seen.sent.compactMap { action -> Bool? in
                if case .hide(_, let isOn) = action { isOn } else { nil }
            }
            #expect(states == [true, true, false])
        }
    }

    @Test(.mission("HN-87")) func `what was added to favourites is in that list, and can be taken off`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let menu = "/loom/story/\(fixture.story)/menu"
            for isOn in [true, false] {
                let page = try await fixture.page(menu)
                #expect(page.hasButton(isOn ? "Add to favourites" : "Take off favourites"))
                _ = try await fixture.post(
                    "favourite",
                    ["item": "\(fixture.story)", "on": isOn ? "1" : "0", "token": "t\(isOn)", "back": menu])
                guard case .favourite(let item, isOn)? = fixture.site.seen.sent.last else {
                    throw MissingValue(what: "a favourite")
                }
                #expect(item.storyKey == "1" && item.commentKey == nil)
            }
            let story = try Self.story("1", "Story <1>")
            fixture.site.change { $0.lists["favourites"] = MemberItemListResponse(stories: [story]) }
            let list = try await fixture.page("/loom/account/\(try await fixture.source())/list/favourites")
            #expect(list.has("article[data-story=\(fixture.story)]"))
        }
    }
}
