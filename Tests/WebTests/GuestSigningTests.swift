import Foundation
import News
import TestSupport
import Testing

@testable import Library
@testable import Web

/// Guests' names and addresses, which no entry keeps.
@Suite struct GuestSigningTests {
    /// Sends "Ships", which may have arrived.
    /// - Returns: the entry's id.
    private static func sendWithUnknownFate(_ fixture: CommunityFixture) async throws -> String {
        let story = StoryID(rawValue: fixture.story)
        let (item, source) = try await fixture.app.library.outbox.item(story: story, comment: nil)
        let author = GuestAuthor(name: "Ann", email: "ann@harbour.example")
        let entry = try await fixture.app.library.outbox.perform(
            .comment(NewComment(target: item, text: "Ships", author: author)), at: source, token: "t",
            for: fixture.app.reader)
        try await fixture.app.library.context.database.write { transaction in
            _ = try transaction.run(
                "update outbox set state = 'unknown', outcome = null, was_outcome_unknown = 1")
        }
        return "\(entry.id.rawValue)"
    }

    @Test func `other words than those that may have arrived are kept, and not sent as those`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let id = try await Self.sendWithUnknownFate(fixture)
            let page = try await fixture.page("\(fixture.reply)?entry=\(id)")
            #expect(page.has("textarea[name=text][readonly]") && page.fields["text"] == "Ships")
            #expect(page.text.contains(Strings.textIsFixed))
            let form = ["entry": id, "text": "Ships, quays", "name": "Ann", "email": "ann@harbour.example"]
            let go = try await fixture.post("retry-outbox", form)
            #expect(go.hasPrefix(fixture.reply) && !go.contains("entry="), "\(go)")
            #expect(fixture.site.seen.sent.count == 1)
            let kept = try await fixture.page(fixture.reply)
            #expect(kept.fields["text"] == "Ships, quays" && kept.text.contains(Strings.otherWordsKept))
            #expect(!kept.has("[readonly]") && kept.has("button[data-sends-draft]"))
            let target = Draft.Target.comment(StoryID(rawValue: fixture.story), parent: nil)
            let draft = try await fixture.app.library.drafts.draft(for: target, reader: fixture.app.reader)
            #expect(draft?.text == "Ships, quays")
        }
    }

    @Test func `a guest's comment of unknown fate is signed and sent again in the composer`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let id = try await Self.sendWithUnknownFate(fixture)
            let page = try await fixture.page("\(fixture.reply)?entry=\(id)")
            let composer = try page.part("form.composer-form")
            #expect(composer.button("Send again")?["formaction"] == "/loom/act/retry-outbox")
            #expect(composer.fields["entry"] == id && !page.has("[data-sends-draft]"))
            let entry = try await fixture.page("/loom/outbox/\(id)")
            #expect(entry.hasLink("Send again", to: "\(fixture.reply)?entry=\(id)"))
            let go = try await fixture.post(
                "retry-outbox", ["entry": id, "text": "Ships", "name": "Ann", "email": "ann@other.example"])
            #expect(go.contains("/comments?sent="), "\(go)")
            guard case .comment(let sent)? = fixture.site.seen.sent.last else { throw MissingValue(what: "a comment") }
            #expect(sent.author?.email == "ann@other.example" && fixture.site.seen.sent.count == 2)
        }
    }
}
