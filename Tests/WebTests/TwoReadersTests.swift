import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// Two readers in one house, of whom one becomes a member of a site.
@Suite(.timeLimit(.minutes(2))) struct TwoReadersTests {
    @Test(.mission("HN-79"))
    func `whatever a member does, another reader's pages and answers stay the same, byte for byte`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let other = try await fixture.app.secondReader(fixture.browser)
            // Looking marks what is seen, once.
            var before = try await answers(fixture, other)
            for _ in 0..<3 {
                let again = try await answers(fixture, other)
                if again == before { break }
                before = again
            }
            try await act(fixture)
            let own = try await fixture.page(fixture.thread)
            #expect(own.has("[aria-pressed=true]") && own.text.contains("secret comment"))
            #expect(try await fixture.get("/loom/replies").contains("secret reply"))
            let after = try await answers(fixture, other)
            for (path, answer) in before { #expect(after[path] == answer, "\(path)") }
        }
    }

    /// By path, without what is random in each.
    private func answers(_ fixture: CommunityFixture, _ headers: [String: String]) async throws -> [String: String] {
        let story = "/loom/story/\(fixture.story)"
        let paths = [
            "/loom/", "/loom/all", "/loom/unread", "/loom/saved", story, "\(story)/menu", fixture.thread,
            "\(fixture.thread)/\(fixture.comment)/menu", fixture.reply, "\(fixture.reply)?to=\(fixture.comment)",
            "\(story)/flag", "/loom/submit", "/loom/outbox", "/loom/outbox/1", "/loom/account", "/loom/replies",
            "/loom/settings/accounts", "/loom/search?q=Story&local=1", "/loom/search?q=secret&local=1",
            "/loom/counts?stories=\(fixture.story)", "/loom/offline.json", "/loom/offline.json?part=summary",
            "/loom/favourites.json", "/loom/feeds.opml", "/api/live?edition=loom&member=1&lists=all",
        ]
        var found: [String: String] = [:]
        for path in paths {
            let answer = try await fixture.browser.get(path, headers)
            let text = answer.text.replacing(/[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F-]{22}/, with: "token")
            found[path] = "\(answer.status.code) " + text.replacing(/"revision":\d+/, with: "revision")
        }
        return found
    }

    /// Everything that a member does: signs in, votes, keeps, hides, flags, writes, is refused, gets an answer.
    private func act(_ fixture: CommunityFixture) async throws {
        let site = fixture.site
        site.change {
            $0.items = [
                "1": MemberItemState(availableActions: [.voteUp, .favourite, .hide, .flag]),
                "11": MemberItemState(availableActions: [.voteUp]),
            ]
            $0.replies = [
                ProfileComment(comment: site.comment("90", "secret reply"), storyKey: "1", storyTitle: "Story <1>")
            ]
        }
        try await fixture.signIn("adalovelace")
        let item = "\(fixture.story)"
        _ = try await fixture.post("refresh-member-view", ["story": item])
        for (index, code) in [item, "\(item).\(fixture.comment)"].enumerated() {
            _ = try await fixture.post("vote", ["up": code, "token": "vote-\(index)"])
        }
        for action in ["favourite", "hide", "flag"] {
            _ = try await fixture.post(action, ["item": item, "on": "1", "token": action])
        }
        site.change { $0.outcome = .pending(RemoteLocation(key: "91")) }
        _ = try await fixture.write(["text": "secret comment"], at: fixture.reply)
        site.change { $0.outcome = .refused(RemoteRefusal(.tooQuick, message: "secret refusal")) }
        _ = try await fixture.write(["text": "secret answer"], at: "\(fixture.reply)?to=\(fixture.comment)")
        _ = try await fixture.write(["text": "secret draft"], at: fixture.reply, pressing: "save-draft")
        _ = try await fixture.post("refresh-replies", [:])
        _ = try await fixture.get("/loom/account")
    }
}
