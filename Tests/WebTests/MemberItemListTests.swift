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
    private static func tabs(_ page: String) -> Set<String> {
        Set(page.matches(of: /href="\/loom\/account\/\d+\/list\/([a-z-]+)"/).map { String($0.1) })
    }

    @Test func `HN-89: one's own stories are read when they are opened, with tabs, and go on at the site`() async throws
    {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let path = "/loom/account/\(try await fixture.source())/list/submissions"
            let (mine, older) = (try Self.story("7", "Mine <b>"), try Self.story("8", "An older one"))
            fixture.site.change {
                $0.lists["submissions"] = MemberItemListResponse(
                    stories: [mine], next: SourceCursor(rawValue: "p2&x"))
                $0.lists["submissions p2&x"] = MemberItemListResponse(stories: [older])
            }
            let page = try await fixture.get(path)
            #expect(page.contains("Mine &lt;b") && !page.contains("Mine <b"))
            #expect(page.contains(" aria-current=\"true\">Submissions</a>"))
            #expect(Self.tabs(page) == Set(MemberItemListView.tabs.map(\.rawValue)))
            let more = try #require(page.firstMatch(of: /href="([^"]+list\/submissions\?after=[^"]+)"/)?.1)
            let rest = try await fixture.get(String(more))
            #expect(rest.contains("An older one") && !rest.contains("?after="))
            #expect(fixture.site.seen.listRequests == ["submissions", "submissions p2&x"])
        }
    }

    @Test func `HN-39: points change with each list and each thread that is read`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            fixture.site.change { $0.lists["hidden"] = MemberItemListResponse(karma: 57) }
            // As stored: the profile is not fetched for another site's link.
            let foreign = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]
            func points() async throws -> Substring? {
                let page = try await fixture.browser.get("/loom/account", foreign).text
                return page.firstMatch(of: /<dt>Karma<\/dt><dd>(\d+)<\/dd>/)?.1
            }
            #expect(try await points() == nil)
            _ = try await fixture.get("/loom/account/\(try await fixture.source())/list/hidden")
            #expect(try await points() == "57")
            _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
            #expect(try await points() == "41")
        }
    }

    @Test func `HN-89: one's own comments lead to their places in threads, and an empty list says so`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let lists = "/loom/account/\(try await fixture.source())/list"
            let own = fixture.site.comment("11", by: "ada", "Said &amp; done")
            let comment = ProfileComment(comment: own, storyKey: "1", storyTitle: "Story <1>")
            fixture.site.change { $0.lists["comments"] = MemberItemListResponse(comments: [comment]) }
            let page = try await fixture.get("\(lists)/comments")
            #expect(page.contains("href=\"\(fixture.thread)#c\(fixture.comment)\"") && page.contains("Said &amp; done"))
            #expect(page.contains("Story &lt;1") && !page.contains("Story <1"))
            #expect(try await fixture.get("\(lists)/upvoted-comments").contains("You have voted for nothing yet."))
        }
    }

    @Test func `HN-89: another site's link and a prefetch read no list and no profile of ours`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let account = "/loom/account/\(try await fixture.source())"
            let before = fixture.site.seen.profiles
            for headers in [
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
                Browser.navigation.merging(["Sec-Purpose": "prefetch"]) { $1 },
            ] {
                for path in ["\(account)/list/favourites", "\(account)/profile"] {
                    let page = try await fixture.browser.get(path, headers).text
                    #expect(page.contains("so Tidings waits for your tap."), "\(path)")
                    #expect(page.contains("href=\"\(path)\">Load from loom.example</a>"))
                }
            }
            #expect(fixture.site.seen.listRequests.isEmpty && fixture.site.seen.profiles == before)
        }
    }

    @Test func `HN-89: a list without an account asks for the sign-in, and other lists are not there`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let account = "/loom/account/\(try await fixture.source())"
            for path in ["\(account)/list/upvoted", "\(account)/profile"] {
                let page = try await fixture.get(path)
                let back = QueryParameters.encoded(path)
                #expect(page.contains("href=\"\(account)?back=\(back)\">Sign in at loom.example</a>"), "\(path)")
            }
            try await fixture.signIn()
            for path in ["\(account)/list/replies", "\(account)/list/nonsense", "/loom/account/9999/list/hidden"] {
                #expect(try await fixture.browser.get(path, Browser.navigation).status == .notFound, "\(path)")
            }
            #expect(fixture.site.seen.listRequests.isEmpty && fixture.site.seen.profiles == 0)
        }
    }

    @Test func `HN-89: a list that cannot be read says why, and a lost session asks for the sign-in`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let account = "/loom/account/\(try await fixture.source())"
            fixture.site.change { $0.failure = .busy(until: WebTestApp.start + 600) }
            let busy = try await fixture.get("\(account)/list/hidden")
            #expect(busy.contains("role=\"alert\"><p>loom.example asked us to wait. Try again later."))
            fixture.site.change { $0.failure = .refused(status: 403) }
            #expect(try await fixture.get("\(account)/list/hidden").contains("refused to send this page (403)"))
            fixture.site.change { $0.failure = .signInNeeded }
            let lost = try await fixture.get("\(account)/list/hidden")
            #expect(lost.contains("shows this to you only: please sign in."))
            #expect(try await fixture.get("/loom/settings/accounts").contains("loom.example ended the session"))
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
            let page = try await fixture.get("/loom/account")
            for path in ["/loom/replies", "/loom/account/\(source)/profile", "/loom/outbox"] {
                #expect(page.contains("href=\"\(path)\""), "\(path)")
            }
            #expect(Self.tabs(page) == Set(MemberItemListView.tabs.map(\.rawValue)))
            let settings = try await fixture.get("/loom/settings/accounts")
            #expect(settings.contains("Signed in as ada since") && settings.contains(">Sign out of loom.example<"))
            let form = settings.split(separator: "data-action=\"member-sign-out\"").last.map(String.init) ?? ""
            #expect(fixture.hidden(form)["source"] == source)
            _ = try await fixture.post("member-sign-out", ["source": source])
            #expect(try await fixture.get("/loom/settings/accounts").contains("Not signed in."))
        }
    }

    @Test func `HN-87: a hidden story leaves the lists of its newspaper, until that is undone`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let (row, id) = ("data-story=\"\(fixture.story)\"", StoryID(rawValue: fixture.story))
            // "ada Logged In" has been said.
            #expect(try await fixture.get("/loom/all").contains(row))
            _ = try await fixture.post(
                "hide", ["item": "\(fixture.story)", "on": "1", "token": "t", "back": "/loom/all"])
            #expect(!(try await fixture.get("/loom/").contains("<span>Hidden</span>")), "not to another tab")
            let told = try await fixture.browser.get("/loom/all", Browser.navigation)
            #expect(!told.text.contains(row) && told.text.contains("<span>Hidden</span>"))
            #expect(told.header("ETag") == nil, "the offer is made once")
            for path in ["/loom/all", "/loom/"] {
                let page = try await fixture.get(path)
                #expect(!page.contains(row) && !page.contains("<span>Hidden</span>"), "\(path)")
            }
            let service = fixture.app.library.memberViews
            #expect(try await service.hidden(among: [id], for: fixture.app.reader) == [id])
            #expect(try await service.hidden(among: [id], for: ReaderID(rawValue: 2)).isEmpty)
            _ = try await fixture.post(
                "hide", ["item": "\(fixture.story)", "on": "1", "token": "u", "back": "https://evil.example/"])
            #expect(try await fixture.get("/loom/").contains("<span>Hidden</span>"), "on the front page instead")
            let toast = told.text.split(separator: "data-undo-id=\"hidden-\(fixture.story)\"").last.map(String.init)
            #expect(try await fixture.post("hide", fixture.hidden(toast ?? "")) == "/loom/all")
            #expect(try await fixture.get("/loom/all").contains(row))
            let states = fixture.site.seen.sent.compactMap { action -> Bool? in
                if case .hide(_, let isOn) = action { isOn } else { nil }
            }
            #expect(states == [true, true, false])
        }
    }

    @Test func `HN-87: what was added to favourites is in that list, and can be taken off`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let menu = "/loom/story/\(fixture.story)/menu"
            for isOn in [true, false] {
                let page = try await fixture.get(menu)
                #expect(page.contains(isOn ? "Add to favourites" : "Take off favourites"))
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
            let list = try await fixture.get("/loom/account/\(try await fixture.source())/list/favourites")
            #expect(list.contains("data-story=\"\(fixture.story)\""))
        }
    }
}
