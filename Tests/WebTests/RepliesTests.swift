import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// What others answered to one's comments: the list, the number on the way to it, and when it is looked for.
@Suite struct RepliesTests {
    /// Returns true if the badge in the bar or on the account's page has the number; it is hidden if zero.
    private static func hasBadge(_ count: Int, _ page: ShownPage) -> Bool {
        page.parts("b[data-unread-list=replies]").contains { badge in
            badge.text == ", new replies: \(count)" && (badge["hidden"] != nil) == (count == 0)
        }
    }

    /// Signed in, and looked at once: what comes now is new.
    private static func prepare(_ fixture: CommunityFixture) async throws {
        try await fixture.signIn()
        try await look(fixture)
    }

    private static func look(_ fixture: CommunityFixture) async throws {
        fixture.app.clock.advance(61)
        try await fixture.app.library.memberAccounts.refreshReplies(for: fixture.app.reader, reason: .manual)
    }

    private static func reply(_ fixture: CommunityFixture, _ key: String = "12") -> ProfileComment {
        let comment = fixture.site.comment(key, by: "<bob>", "Well said &amp; true.", under: "11")
        return ProfileComment(comment: comment, storyKey: "1", storyTitle: "Story <1>")
    }

    @Test(.mission("HN-90"))
    func `a new reply has a badge on the way to the account, which open pages keep current`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            for path in ["/loom/", "/loom/all"] {
                let page = try await fixture.page(path)
                #expect(page.hasLink("Your account") && !page.has("[data-unread-list=replies]"))
            }
            try await Self.prepare(fixture)
            #expect(Self.hasBadge(0, try await fixture.page("/loom/all")))
            fixture.site.change { $0.lists["replies"] = MemberItemListResponse(comments: [Self.reply(fixture)]) }
            try await Self.look(fixture)
            for path in ["/loom/", "/loom/all", "/loom/account"] {
                #expect(Self.hasBadge(1, try await fixture.page(path)), "\(path)")
            }
            let live = "/api/live?edition=loom&lists=all,replies"
            #expect(try await fixture.browser.get(live).text.contains("\"replies\":\"1\""))
            _ = try await fixture.get("/loom/replies")
            #expect(try await fixture.browser.get(live).text.contains("\"replies\":\"0\""))
            #expect(Self.hasBadge(0, try await fixture.page("/loom/all")))
        }
    }

    @Test(.mission("HN-90"))
    func `replies are marked as new until they were seen, and lead to their threads`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            #expect(try await fixture.get("/loom/replies").contains("Sign in where you comment"))
            fixture.site.change { $0.lists["replies"] = MemberItemListResponse(comments: [Self.reply(fixture, "10")]) }
            try await Self.prepare(fixture)
            let old = try await fixture.page("/loom/replies")
            #expect(old.text.contains("Well said & true.") && !old.has(".is-new"), "from before the account")
            fixture.site.change {
                $0.lists["replies"] = MemberItemListResponse(
                    comments: [Self.reply(fixture, "11"), Self.reply(fixture, "10")])
            }
            try await Self.look(fixture)
            // Neither another site nor a prefetch has seen them.
            for headers in [
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
                Browser.navigation.merging(["Sec-Purpose": "prefetch"]) { $1 },
            ] { _ = try await fixture.browser.get("/loom/replies", headers) }
            let page = try await fixture.page("/loom/replies")
            #expect(page.parts("article.located-comment.is-new").count == 1)
            #expect(page.texts("article b").contains("<bob>"), "escaped")
            #expect(page.hasLink("Story <1>", to: "\(fixture.thread)#c\(fixture.comment)"))
            let again = try await fixture.page("/loom/replies")
            #expect(again.text.contains("Well said") && !again.has(".is-new"))
        }
    }

    @Test(.mission("HN-90"))
    func `a person may look for replies, as far as the schedule allows, and only in their own account`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await Self.prepare(fixture)
            fixture.site.change { $0.lists["replies"] = MemberItemListResponse(comments: [Self.reply(fixture)]) }
            let json = ["Accept": "application/json"]
            let early = try await fixture.browser.post("/loom/act/refresh-replies", "back=/loom/replies", json).text
            #expect(early.contains("No new replies"), "asked a moment ago")
            fixture.app.clock.advance(61)
            let later = try await fixture.browser.post("/loom/act/refresh-replies", "back=/loom/replies", json).text
            #expect(later.contains("1 new reply") && later.contains("\"count\":1"))
            #expect(fixture.site.seen.listRequests == ["replies", "replies"])
            let foreign = try await fixture.browser.post(
                "/loom/act/refresh-replies", "back=/loom/replies", ["Origin": "https://evil.example"])
            #expect(foreign.status == .forbidden)
            let (accounts, other) = (fixture.app.library.memberAccounts, ReaderID(rawValue: 2))
            #expect(try await accounts.replies(for: other).isEmpty)
            #expect(try await accounts.newReplyCount(for: other) == nil)
            #expect(try await accounts.accounts(for: other).isEmpty)
            #expect(try await accounts.newReplyCount(for: fixture.app.reader) == 1)
        }
    }

    @Test func `a lost session is not asked for replies again`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await Self.prepare(fixture)
            fixture.site.change { $0.failure = .signInNeeded }
            try await Self.look(fixture)
            try await Self.look(fixture)
            #expect(fixture.site.seen.listRequests.count == 2)
            #expect(try await fixture.get("/loom/account").contains("The Loom ended the session"))
        }
    }
}
