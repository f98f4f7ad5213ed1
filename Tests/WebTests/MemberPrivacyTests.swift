import Foundation
import HTTPTypes
import News
import TestSupport
import Testing

@testable import Library
@testable import Web

/// One person's session serves that person alone.
@Suite struct MemberPrivacyTests {
    private let marks = [
        "adalovelace", "secret draft", "secret comment", " aria-pressed=\"true\"", "secret reply", "secret list",
        "secret profile",
        "ann@harbour.example",
    ]

    /// Everything of a member on a fixture's site.
    private func fill(_ fixture: CommunityFixture) async throws {
        try await fixture.signIn("adalovelace")
        _ = try await fixture.get("/loom/outbox")
        fixture.site.change {
            $0.items = [
                "1": MemberItemState(vote: .up, availableActions: [.unvote]),
                "11": MemberItemState(vote: .up, availableActions: [.unvote]),
            ]
            $0.outcome = .pending()
            let reply = fixture.site.comment("13", "secret reply", under: "11")
            let replies = [ProfileComment(comment: reply, storyKey: "1")]
            $0.lists["replies"] = MemberItemListResponse(comments: replies)
            $0.lists["hidden"] = MemberItemListResponse(stories: [FetchedStory(key: "14", title: "secret list")])
            $0.fields = [MemberProfile.Field(name: "about", label: "about:", value: "secret profile", kind: .text)]
        }
        try await fixture.app.library.memberAccounts.refreshReplies(for: fixture.app.reader, reason: .manual)
        _ = try await fixture.post("refresh-member-view", ["story": "\(fixture.story)"])
        _ = try await fixture.write(["text": "secret comment"], at: fixture.reply)
        _ = try await fixture.write(["text": "secret draft"], at: fixture.reply, pressing: "save-draft")
        try await fixture.app.library.drafts.setGuestAuthor(
            GuestAuthor(name: "Ann", email: "ann@harbour.example"), for: fixture.app.reader)
    }

    @Test(.mission("HN-79"))
    func `no page has a byte of what another reader sees, votes, names, drafts or what waits`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fill(fixture)
            let other = try await fixture.app.secondReader(fixture.browser)
            let account = "/loom/account/\(try await fixture.source())"
            let paths = [
                "/loom/", "/loom/all", "/loom/story/\(fixture.story)", "/loom/story/\(fixture.story)/menu",
                fixture.thread,
                "\(fixture.thread)/\(fixture.comment)/menu", fixture.reply, "/loom/outbox", "/loom/outbox/1",
                "/loom/account", "\(account)/list/hidden", "\(account)/profile", "/loom/replies", "/loom/submit",
                "/loom/settings/accounts", "/api/live?edition=loom&member=1",
            ]
            var own = ""
            for path in paths {
                let mine = try await fixture.browser.get(path, Browser.navigation)
                own += mine.text
                let tag = mine.header("ETag")
                let theirs = try await fixture.browser.get(
                    path, other.merging(tag.map { ["If-None-Match": $0] } ?? [:]) { $1 })
                // A page is compressed and kept by its tag.
                #expect(theirs.status != .notModified && (tag == nil || theirs.header("ETag") != tag), "\(path)")
                for mark in marks { #expect(!theirs.text.contains(mark), "\(path): \(mark)") }
                let policy = mine.header("Cache-Control") ?? ""
                #expect(policy.contains("private") || policy == "no-store", "\(path)")
                #expect(!mine.text.contains("&amp;token") && !mine.text.contains(FakeCommunity.password), "\(path)")
            }
            for mark in marks.dropLast() { #expect(own.contains(mark), "\(mark)") }
        }
    }

    @Test func `script learns of sessions only where it asks`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let source = try await fixture.source()
            let asked = try await fixture.get("/api/live?edition=loom&member=1")
            #expect(asked.contains("\"members\":[\"\(source):ada\"]"))
            #expect(!(try await fixture.get("/api/live?edition=loom").contains("ada")))
            #expect(try await fixture.page("/loom/all").has("[data-session-fingerprint=*:\(source):ada]"))
            #expect(try await fixture.page(fixture.thread).has("[data-session-fingerprint=\(source):ada]"))
        }
    }

    @Test func `rows have no votes, and no look-up of them, where nobody can vote`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            for path in ["/mine/", "/mine/all"] {
                let answer = try await browser.get(path, Browser.navigation)
                #expect(!answer.page.has("[class^=vote]") && !answer.text.contains("membership.js"), "\(path)")
            }
        }
    }
}
