import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing

@testable import Web

/// Drafts and previews, without script and as script asks for them.
@Suite struct DraftPageTests {
    private let json = ["Accept": "application/json"]

    @Test func `a draft is found again by any device, and discarded after a question`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let back = try await fixture.write(
                ["text": "Half a\r\nsentence"], at: fixture.reply, pressing: "save-draft")
            #expect(back == fixture.reply)
            let page = try await fixture.page(fixture.reply)
            #expect(page.fields["text"] == "Half a\nsentence" && page.notes.contains("Draft kept at 9:20"))
            #expect(page.has("details.confirmation"))
            let link = try #require(try await fixture.page("/loom/outbox").links.first { $0.path == fixture.reply })
            #expect(link.text.contains("Half a"))
            _ = try await fixture.post("discard-draft", ["target": "c\(fixture.story)", "back": fixture.reply])
            #expect(!(try await fixture.get(fixture.reply).contains("Half a")))
        }
    }

    @Test func `what another device saved meanwhile stands beside what was typed, and neither is lost`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            _ = try await fixture.write(["text": "One"], at: fixture.reply, pressing: "save-draft")
            let stale = fixture.hidden(try await fixture.get(fixture.reply))
            _ = try await fixture.write(["text": "Other device"], at: fixture.reply, pressing: "save-draft")
            let fields = ["target": "c\(fixture.story)", "revision": stale["revision"] ?? "", "text": "Mine"]
            _ = try await fixture.post("save-draft", fields)
            let page = try await fixture.page(fixture.reply)
            let conflict = try page.part("[role=alert]")
            #expect(conflict.text.contains("Another device changed this draft"))
            #expect(conflict.texts("p").contains("Other device") && page.fields["text"] == "Mine")
            _ = try await fixture.write(["text": "Mine"], at: fixture.reply, pressing: "save-draft")
            let drafts = try await fixture.app.library.drafts.drafts(for: fixture.app.reader)
            #expect(drafts.map(\.text) == ["Mine"], "knowingly")
        }
    }

    @Test func `script gets the new revision, the preview and where to go`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let target = "target=c\(fixture.story)"
            let saved = try await fixture.browser.post("/loom/act/save-draft", "\(target)&text=*Ships*", json).text
            #expect(saved.contains("\"revision\":") && saved.contains("Draft kept"))
            let shown = try await fixture.browser.post("/loom/act/preview", "\(target)&text=*Ships*", json).text
            #expect(shown.contains("\"html\":") && shown.contains("Ships"))
            let evil = "\(target)&text=%3Cscript%3Ealert(1)%3C/script%3E"
            #expect(!(try await fixture.browser.post("/loom/act/preview", evil, json).text.contains("<script")))
        }
    }

    @Test func `without script the preview comes with the page, and keeps the draft`() async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let go = try await fixture.write(["text": "*Ships*"], at: fixture.reply, pressing: "preview")
            #expect(go == "\(fixture.reply)?preview=1#preview")
            let page = try await fixture.page("\(fixture.reply)?preview=1")
            let preview = try page.part("#preview")
            #expect(preview.text.contains("Ships") && preview["hidden"] == nil)
            #expect(page.fields["text"] == "*Ships*")
        }
    }

    @Test func `targets in forms are read as they are written, and nothing else is`() {
        let targets: [Draft.Target] = [
            .comment(StoryID(rawValue: 3), parent: nil), .comment(StoryID(rawValue: 3), parent: CommentID(rawValue: 4)),
            .edit(StoryID(rawValue: 3), CommentID(rawValue: 4)), .submission(5),
        ]
        for target in targets { #expect(Draft.Target(code: target.code) == target) }
        for code in ["", "c", "c1.2.3", "e1", "s", "x1", "c1.", "c-1", "s1.2", "c99999999999999999999"] {
            #expect(Draft.Target(code: code) == nil, "\(code)")
        }
        for code in ["", ".", "1.", "1.2.3", "x", "1.x"] {
            #expect(StoryOrCommentReference(code: code) == nil, "\(code)")
        }
        #expect(StoryOrCommentReference(code: "1.2")?.text == "1.2" && StoryOrCommentReference(code: "1")?.text == "1")
    }

    @Test(arguments: (ActionEndpoint.writing + ActionEndpoint.accounts).map(\.name))
    func `another site's page can make nothing be written, sent or signed`(action: ActionName) async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let source = try await fixture.source()
            let form =
                "target=c\(fixture.story)&text=a&token=t&up=\(fixture.story)&item=\(fixture.story)&entry=1&source=\(source)"
                + "&name=ada&password=open%20sesame&cookie=token&story=\(fixture.story)"
            let reply = try await fixture.browser.post(
                "/loom/act/\(action.rawValue)", form,
                ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
            #expect(reply.status == .forbidden)
            let seen = fixture.site.seen
            #expect(seen.sent.isEmpty && seen.signIns.isEmpty && seen.views == 0)
            #expect(try await fixture.app.library.drafts.drafts(for: fixture.app.reader).isEmpty)
        }
    }
}
