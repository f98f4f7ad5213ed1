import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing

@testable import Web

/// Comments of guests, from the button to the site and back, without script.
@Suite struct WritingPageTests {
    private static let signed = ["text": "Ships & quays", "name": "Ann", "email": "ann@harbour.example"]

    @Test(.mission("NEXUS-31"))
    func `a thread that takes comments has the way to write one at its head, foot and under each`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let page = try await fixture.page(fixture.thread)
            #expect(page.links.count { $0.text == "Add a comment" } == 2)
            let answer = page.link("Reply to bob")
            #expect(answer?.text == "Reply" && answer?.path == "\(fixture.reply)?to=\(fixture.comment)")
            let menu = try await fixture.page("\(fixture.thread)/\(fixture.comment)/menu")
            #expect(menu.hasLink(to: "\(fixture.reply)?to=\(fixture.comment)"))
            fixture.site.change { $0.acceptsComments = false }
            fixture.app.clock.advance(3600)
            _ = try await fixture.app.library.discussions.refresh(StoryID(rawValue: fixture.story), reason: .manual)
            let closed = try await fixture.get(fixture.thread)
            #expect(closed.contains("Comments are closed.") && !closed.contains("Add a comment"))
            let composer = try await fixture.page(fixture.reply)
            #expect(composer.text.contains("takes no more comments") && !composer.has("textarea"))
        }
    }

    @Test func `the answered text stays in view, and the fields are those of the site`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let page = try await fixture.page("\(fixture.reply)?to=\(fixture.comment)")
            #expect(page.headings(1).contains("Reply to bob"))
            let quoted = try page.part("figure")
            #expect(quoted.texts("figcaption") == ["bob wrote"] && quoted.texts("blockquote > p") == ["Yes."])
            let form = try #require(page.form("comment"))
            #expect(form.has("textarea[name=text][rows=5][dir=auto][required]"))
            for field in ["email", "site", "cookies", "remember"] {
                #expect(form.has("input[name=\(field)]"), "\(field)")
            }
            #expect(form.text.contains("At most 65525 bytes") && form.texts("summary").contains("Formatting"))
        }
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let page = try await fixture.page(fixture.reply)
            #expect(!page.has("[name=email]") && page.text.contains("You are not signed in to The Loom."))
            #expect(page.text.contains("*Text between asterisks* is italic."))
        }
    }

    @Test(
        .mission("NEXUS-32"),
        arguments: [
            ("text", " ", "There is nothing to send yet."), ("name", "", "with a name and an e-mail address"),
            ("email", "", "with a name and an e-mail address"), ("email", "ann", "That is not an e-mail address."),
            (
                "name", String(repeating: "é", count: 123),
                "The name: The Loom takes at most 245 bytes, and these are 246."
            ),
        ])
    func `what is missing or too long is said before anything is sent`(field: String, value: String, sentence: String)
        async throws
    {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let back = try await fixture.write(Self.signed.merging([field: value]) { $1 }, at: fixture.reply)
            #expect(back == fixture.reply)
            let page = try await fixture.page(back)
            #expect(page.alerts.contains { $0.contains(sentence) }, "\(sentence)")
            #expect(fixture.site.seen.sent.isEmpty)
            #expect(field == "text" || page.form("comment")?.fields["text"] == "Ships & quays")
        }
    }

    @Test(.mission("NEXUS-41"))
    func `an accepted comment is led to in the thread, which was read once more`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { state in
                state.outcome = .accepted(RemoteLocation(key: "12"))
                state.comments.append(fixture.site.comment("12", by: "Ann", "Ships", under: "11"))
            }
            let asked = fixture.site.seen.threadRequests
            let go = try await fixture.write(Self.signed, at: "\(fixture.reply)?to=\(fixture.comment)")
            #expect(go.wholeMatch(of: /\/loom\/story\/\d+\/comments\?sent=\d+#c\d+/) != nil, "\(go)")
            let page = try await fixture.page(String(go.prefix { $0 != "#" }))
            #expect(page.texts("[data-sent]") == ["Sent. The Loom has it."])
            #expect(page.texts("li.comment p").contains("Ships"))
            // Neither by the page without script nor, as it asks for nothing, by script.
            #expect(fixture.site.seen.threadRequests == asked + 1 && page.has("[data-load-action=none]"))
            guard case .comment(let sent)? = fixture.site.seen.sent.first else { throw MissingValue(what: "a comment") }
            #expect(sent.text == "Ships & quays" && sent.target.commentKey == "11" && sent.author?.name == "Ann")
            #expect(try await fixture.app.library.drafts.drafts(for: fixture.app.reader).isEmpty)
        }
    }

    @Test(.mission("NEXUS-38"))
    func `a comment that waits for approval stands in its place, for its author`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .pending(RemoteLocation(key: "12")) }
            let go = try await fixture.write(Self.signed, at: "\(fixture.reply)?to=\(fixture.comment)")
            #expect(go.contains("#o"))
            let page = try await fixture.page(String(go.prefix { $0 != "#" }))
            let own = try page.part("article.own-comment")
            #expect(own.text.contains("waiting for approval") && own.text.contains("approved it"))
            #expect(page.headings(2).contains("1 comment"), "it is no comment of the thread")
            #expect(try await fixture.page("/loom/outbox").text.contains("approved it"))
        }
    }

    @Test(.mission("NEXUS-38"))
    func `a comment that the site took and does not show is kept, with the way to look again`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .accepted(RemoteLocation(key: "12")) }
            let go = try await fixture.write(Self.signed, at: fixture.reply)
            #expect(go.contains("#o"), "\(go)")
            let page = try await fixture.page(String(go.prefix { $0 != "#" }))
            let own = try page.part("article.own-comment")
            #expect(own.text.contains("The Loom took it, but does not show it") && own.hasButton("Look again"))
            #expect(own.text.contains("Ships & quays") && !page.text.contains("Sent. The Loom has it."))
            // Then it stands there.
            fixture.app.clock.advance(3600)
            fixture.site.change { $0.comments.append(fixture.site.comment("12", by: "Ann", "Ships")) }
            _ = try await fixture.app.library.discussions.refresh(StoryID(rawValue: fixture.story), reason: .manual)
            #expect(!(try await fixture.page(fixture.thread).has(".own-comment")))
        }
    }

    @Test(.mission("NEXUS-39", "NEXUS-40", "HN-50", "HN-51"), arguments: RemoteRefusal.Reason.allCases)
    func `every refusal has its sentence beside the site's own words, and the draft stays`(reason: RemoteRefusal.Reason)
        async throws
    {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .refused(RemoteRefusal(reason, message: "Their <words>")) }
            let go = try await fixture.write(Self.signed, at: fixture.reply)
            #expect(go.hasPrefix("\(fixture.reply)?entry="))
            let page = try await fixture.page(go)
            let sentence = Strings.refusalSentence(RemoteRefusal(reason), at: "The Loom", TimeFormatter.test)
            #expect(page.texts("p").contains(sentence) && page.texts("q") == ["Their <words>"])
            let form = try #require(page.form("comment"))
            #expect(form.fields["text"] == "Ships & quays" && form.has("button[data-sends-draft]"))
            let drafts = try await fixture.app.library.drafts.drafts(for: fixture.app.reader)
            #expect(drafts.map(\.text) == ["Ships & quays"], "NEXUS-40: kept for another try")
        }
    }

    @Test(.mission("NEXUS-39")) func `no two refusals have the same sentence`() {
        let sentences = RemoteRefusal.Reason.allCases.filter { $0 != .closed && $0 != .tooQuick }.map {
            Strings.refusalSentence(RemoteRefusal($0), at: "The Loom", TimeFormatter.test)
        }
        #expect(Set(sentences).count == sentences.count)
    }

    @Test func `too quick says when, calls a guess one, and holds the button back by so many seconds`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change {
                $0.outcome = .refused(RemoteRefusal(.tooQuick, retryAt: WebTestApp.start + 15, isGuess: true))
            }
            let page = try await fixture.page(try await fixture.write(Self.signed, at: fixture.reply))
            #expect(page.text.contains("It can be sent again in 15 s (our guess: The Loom does not say)."))
            #expect(page.has("button[data-sends-draft][data-wait-seconds=15]"))
            fixture.site.change { $0.outcome = .accepted() }
            fixture.app.clock.advance(16)
            #expect(try await fixture.write(Self.signed, at: fixture.reply).contains("/comments?sent="))
            let entries = try await fixture.app.library.outbox.entries(for: fixture.app.reader)
            #expect(entries.count == 1, "the try that was refused is replaced")
        }
    }

    @Test(.mission("NEXUS-40"))
    func `what may have arrived is looked for, and never sent from the form`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { state in
                state.outcome = .fateUnknown
                state.found = nil
            }
            let go = try await fixture.write(Self.signed, at: fixture.reply)
            let page = try await fixture.page(go)
            let id = try #require(go.firstMatch(of: /entry=(\d+)/)?.1)
            let entry = try await fixture.app.library.outbox.entry(
                OutboxEntry.ID(rawValue: try #require(Int64(id))), for: fixture.app.reader)
            #expect([.ended(.fateUnknown), .notArrived].contains(entry.state))
            let words = Strings.entryState(entry, at: "The Loom", TimeFormatter.test)
            #expect(page.texts("p").contains(words) && page.form("comment")?.fields["text"] == "Ships & quays")
            #expect(fixture.site.seen.sent.count == 1)
        }
    }

    @Test(.mission("HN-52")) func `the same form sent twice posts once`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let form = try #require(try await fixture.page(fixture.reply).form("comment"))
            let fields = form.fields.merging(Self.signed) { $1 }
            let first = try await fixture.post("comment", fields)
            let second = try await fixture.post("comment", fields)
            #expect(first == second && fixture.site.seen.sent.count == 1)
        }
    }

    @Test(.mission("NEXUS-33"))
    func `name and address are remembered by choice only, shown, and forgotten`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            _ = try await fixture.write(Self.signed, at: fixture.reply)
            #expect(!(try await fixture.get("\(fixture.reply)?to=\(fixture.comment)").contains("ann@harbour.example")))
            let other = "\(fixture.reply)?to=\(fixture.comment)"
            _ = try await fixture.write(Self.signed.merging(["remember": "1", "text": "More"]) { $1 }, at: other)
            let remembered = try await fixture.page(fixture.reply)
            #expect(remembered.form("comment")?.fields["email"] == "ann@harbour.example")
            #expect(remembered.text.contains("You sign as Ann"))
            _ = try await fixture.write(["text": "Kept"], at: fixture.reply, pressing: "forget-guest")
            let forgotten = try await fixture.get(fixture.reply)
            #expect(!forgotten.contains("ann@harbour.example"))
            #expect(ShownPage(forgotten).form("comment")?.fields["text"] == "Kept")
        }
    }
}

extension TimeFormatter {
    /// At the time of the tests.
    static let test = TimeFormatter(zone: .gmt, now: WebTestApp.start)
}
