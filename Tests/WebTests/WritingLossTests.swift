import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// Nothing that was typed is lost, whatever becomes of what was sent before it.
@Suite struct WritingLossTests {
    private static let signed = ["name": "Ann", "email": "ann@harbour.example"]

    private func draft(_ fixture: CommunityFixture) async throws -> String? {
        let target = Draft.Target.comment(StoryID(rawValue: fixture.story), parent: nil)
        return try await fixture.app.library.drafts.draft(for: target, reader: fixture.app.reader)?.text
    }

    @Test func `an earlier comment that is found at last takes no other words with it`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .pending(RemoteLocation(key: "12")) }
            _ = try await fixture.write(Self.signed.merging(["text": "First words"]) { $1 }, at: fixture.reply)
            #expect(try await draft(fixture) == nil)
            fixture.app.clock.advance(60)
            _ = try await fixture.write(["text": "Second words"], at: fixture.reply, pressing: "save-draft")
            fixture.site.change { $0.found = .accepted(RemoteLocation(key: "12")) }
            let entry = try #require(
                try await fixture.app.library.outbox.entries(for: fixture.app.reader).first)
            _ = try await fixture.post("look-up-outbox", ["entry": "\(entry.id.rawValue)"])
            let ended = try await fixture.app.library.outbox.entry(entry.id, for: fixture.app.reader)
            #expect(ended.state == .ended(.accepted(RemoteLocation(key: "12"))))
            #expect(try await draft(fixture) == "Second words")
            #expect(try await fixture.page(fixture.reply).fields["text"] == "Second words")
        }
    }

    @Test func `a draft can be read when the comment that it answers is gone, or the story closed`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let answer = "\(fixture.reply)?to=\(fixture.comment)"
            for path in [answer, fixture.reply] {
                _ = try await fixture.write(["text": "Words <kept>"], at: path, pressing: "save-draft")
            }
            fixture.site.change {
                $0.comments = [fixture.site.comment("99")]
                $0.acceptsComments = false
            }
            fixture.app.clock.advance(3600)
            _ = try await fixture.app.library.discussions.refresh(StoryID(rawValue: fixture.story), reason: .manual)
            for (path, sentence) in [(answer, "is no longer at"), (fixture.reply, "takes no more comments")] {
                let page = try await fixture.page(path)
                #expect(page.text.contains(sentence), "\(path)")
                #expect(page.texts("blockquote").contains { $0.hasSuffix("Words <kept>") }, "\(path)")
                #expect(!page.has("textarea") && page.form("discard-draft") != nil)
            }
            let answerToNone = "\(fixture.reply)?to=\(fixture.comment + 1000)"
            #expect(try await fixture.browser.get(answerToNone, Browser.navigation).status == .notFound)
        }
    }

    @Test func `a text too long for a draft stands in the composer still`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            let text = String(repeating: "é", count: 100_001)
            _ = try await fixture.write(["text": text], at: fixture.reply)
            let page = try await fixture.page(fixture.reply)
            #expect(page.text.contains("at most 100,000 characters") && page.fields["text"] == text)
            #expect(fixture.site.seen.sent.isEmpty)
        }
    }

    @Test func `what may have arrived is not sent by the composer once more`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .fateUnknown }
            let words = Self.signed.merging(["text": "Only once"]) { $1 }
            let entries = { try await fixture.app.library.outbox.entries(for: fixture.app.reader) }
            _ = try await fixture.write(words, at: fixture.reply)
            #expect(try await entries().map(\.state) == [.notArrived])
            // It has come late; the composer is opened anew, and its button is pressed.
            fixture.site.change { $0.found = .pending() }
            _ = try await fixture.write(words, at: fixture.reply)
            #expect(fixture.site.seen.sent.count == 1)
            #expect(try await entries().map(\.state) == [.ended(.pending())])
        }
    }

    @Test func `an answer whose comment is gone is not offered as a comment on the story`() throws {
        let source = StorySource(id: 1, kind: .feed, site: try webAddress("https://loom.example/"))
        func target(_ key: String?, _ comment: CommentID?) -> Draft.Target? {
            let new = NewComment(target: RemoteItem(storyKey: "1", commentKey: key), text: "Yes")
            return OutboxEntry(
                id: .init(rawValue: 1), source: source, action: .comment(new), state: .notArrived,
                createdAt: WebTestApp.start, story: StoryID(rawValue: 3), comment: comment
            ).draftTarget
        }
        #expect(target("9", nil) == nil)
        let comment = CommentID(rawValue: 4)
        #expect(target("9", comment) == .comment(StoryID(rawValue: 3), parent: comment))
        #expect(target(nil, nil) == .comment(StoryID(rawValue: 3), parent: nil))
    }
}
