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

    @Test func `NEXUS-31: a thread that takes comments has the way to write one at its head, foot and under each`()
        async throws
    {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let page = try await fixture.get(fixture.thread)
            #expect(page.matches(of: />Add a comment<\/(a|span)>/).count == 2)
            #expect(
                page.contains("href=\"\(fixture.reply)?to=\(fixture.comment)\" aria-label=\"Reply to bob\">Reply</a>"))
            let menu = try await fixture.get("\(fixture.thread)/\(fixture.comment)/menu")
            #expect(menu.contains("href=\"\(fixture.reply)?to=\(fixture.comment)\""))
            fixture.site.change { $0.acceptsComments = false }
            fixture.app.clock.advance(3600)
            _ = try await fixture.app.library.discussions.refresh(StoryID(rawValue: fixture.story), reason: .manual)
            let closed = try await fixture.get(fixture.thread)
            #expect(closed.contains("Comments are closed.") && !closed.contains("Add a comment"))
            let composer = try await fixture.get(fixture.reply)
            #expect(composer.contains("takes no more comments") && !composer.contains("<textarea"))
        }
    }

    @Test func `the answered text stays in view, and the fields are those of the site`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let page = try await fixture.get("\(fixture.reply)?to=\(fixture.comment)")
            #expect(page.contains("<h1 class=\"visually-hidden\">Reply to bob</h1>"))
            #expect(page.contains("bob wrote</figcaption>") && page.contains("<p>Yes.</p></blockquote>"))
            for field in [
                "name=\"text\" rows=\"5\" dir=\"auto\" required>", "name=\"email\"", "name=\"site\"",
            ] {
                #expect(page.contains(field), "\(field)")
            }
            #expect(page.contains("name=\"cookies\"") && page.contains("name=\"remember\""))
            #expect(
                page.contains("At most 65525 bytes")
                    && page.contains("<summary class=\"quiet\">Formatting</summary>"))
        }
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            let page = try await fixture.get(fixture.reply)
            #expect(!page.contains("name=\"email\"") && page.contains("You are not signed in to loom.example."))
            #expect(page.contains("*Text between asterisks* is italic."))
        }
    }

    @Test(arguments: [
        ("text", " ", "There is nothing to send yet."), ("name", "", "with a name and an e-mail address"),
        ("email", "", "with a name and an e-mail address"), ("email", "ann", "That is not an e-mail address."),
        (
            "name", String(repeating: "é", count: 123),
            "The name: loom.example takes at most 245 bytes, and these are 246."
        ),
    ])
    func `NEXUS-32: what is missing or too long is said before anything is sent`(
        field: String, value: String, sentence: String
    ) async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let back = try await fixture.write(Self.signed.merging([field: value]) { $1 }, at: fixture.reply)
            #expect(back == fixture.reply)
            let page = try await fixture.get(back)
            #expect(page.contains("role=\"alert\">\(sentence)") || page.contains(sentence), "\(sentence)")
            #expect(fixture.site.seen.sent.isEmpty)
            #expect(field == "text" || page.contains("Ships &amp; quays</textarea>"))
        }
    }

    @Test func `NEXUS-41: an accepted comment is led to in the thread, which was read once more`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { state in
                state.outcome = .accepted(RemoteLocation(key: "12"))
                state.comments.append(fixture.site.comment("12", by: "Ann", "Ships", under: "11"))
            }
            let asked = fixture.site.seen.threadRequests
            let go = try await fixture.write(Self.signed, at: "\(fixture.reply)?to=\(fixture.comment)")
            #expect(go.wholeMatch(of: /\/loom\/story\/\d+\/comments\?sent=\d+#c\d+/) != nil, "\(go)")
            let page = try await fixture.get(String(go.prefix { $0 != "#" }))
            #expect(page.contains("data-sent>Sent. loom.example has it.</p>") && page.contains("<p>Ships</p>"))
            // Neither by the page without script nor, as it asks for nothing, by script.
            #expect(fixture.site.seen.threadRequests == asked + 1 && page.contains("data-load-action=\"none\""))
            guard case .comment(let sent)? = fixture.site.seen.sent.first else { throw MissingValue(what: "a comment") }
            #expect(sent.text == "Ships & quays" && sent.target.commentKey == "11" && sent.author?.name == "Ann")
            #expect(try await fixture.app.library.drafts.drafts(for: fixture.app.reader).isEmpty)
        }
    }

    @Test func `NEXUS-38: a comment that waits for approval stands in its place, for its author`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .pending(RemoteLocation(key: "12")) }
            let go = try await fixture.write(Self.signed, at: "\(fixture.reply)?to=\(fixture.comment)")
            #expect(go.contains("#o"))
            let page = try await fixture.get(String(go.prefix { $0 != "#" }))
            let own = try #require(page.firstMatch(of: /<article class="own-comment"[^§]*?<\/article>/)?.0)
            #expect(own.contains("waiting for approval") && own.contains("approved it"))
            #expect(page.contains("<h2>1 comment</h2>"), "it is no comment of the thread")
            #expect(try await fixture.get("/loom/outbox").contains("approved it"))
        }
    }

    @Test func `NEXUS-38: a comment that the site took and does not show is kept, with the way to look again`()
        async throws
    {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .accepted(RemoteLocation(key: "12")) }
            let go = try await fixture.write(Self.signed, at: fixture.reply)
            #expect(go.contains("#o"), "\(go)")
            let page = try await fixture.get(String(go.prefix { $0 != "#" }))
            let own = try #require(page.firstMatch(of: /<article class="own-comment"[^§]*?<\/article>/)?.0)
            #expect(own.contains("loom.example took it, but does not show it") && own.contains(">Look again</button>"))
            #expect(own.contains("Ships &amp; quays") && !page.contains("Sent. loom.example has it."))
            // Then it stands there.
            fixture.app.clock.advance(3600)
            fixture.site.change { $0.comments.append(fixture.site.comment("12", by: "Ann", "Ships")) }
            _ = try await fixture.app.library.discussions.refresh(StoryID(rawValue: fixture.story), reason: .manual)
            #expect(!(try await fixture.get(fixture.thread).contains("own-comment\"")))
        }
    }

    @Test(arguments: RemoteRefusal.Reason.allCases)
    func `NEXUS-39: every refusal has its sentence beside the site's own words, and the draft stays`(
        reason: RemoteRefusal.Reason
    ) async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { $0.outcome = .refused(RemoteRefusal(reason, message: "Their <words>")) }
            let go = try await fixture.write(Self.signed, at: fixture.reply)
            #expect(go.hasPrefix("\(fixture.reply)?entry="))
            let page = try await fixture.get(go)
            let sentence = Strings.refusalSentence(RemoteRefusal(reason), at: "loom.example", TimeFormatter.test)
            #expect(page.contains("<p>\(sentence)</p>") && page.contains("<q>Their &lt;words&gt;</q>"))
            #expect(page.contains("Ships &amp; quays</textarea>") && page.contains("data-sends-draft"))
            let drafts = try await fixture.app.library.drafts.drafts(for: fixture.app.reader)
            #expect(drafts.map(\.text) == ["Ships & quays"], "NEXUS-40: kept for another try")
        }
    }

    @Test func `no two refusals have the same sentence`() {
        let sentences = RemoteRefusal.Reason.allCases.filter { $0 != .closed && $0 != .tooQuick }.map {
            Strings.refusalSentence(RemoteRefusal($0), at: "loom.example", TimeFormatter.test)
        }
        #expect(Set(sentences).count == sentences.count)
    }

    @Test func `too quick says when, calls a guess one, and holds the button back by so many seconds`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change {
                $0.outcome = .refused(RemoteRefusal(.tooQuick, retryAt: WebTestApp.start + 15, isGuess: true))
            }
            let page = try await fixture.get(try await fixture.write(Self.signed, at: fixture.reply))
            #expect(page.contains("It can be sent again in 15 s (our guess: loom.example does not say)."))
            #expect(page.contains("data-sends-draft data-wait-seconds=\"15\""))
            fixture.site.change { $0.outcome = .accepted() }
            fixture.app.clock.advance(16)
            #expect(try await fixture.write(Self.signed, at: fixture.reply).contains("/comments?sent="))
            let entries = try await fixture.app.library.outbox.entries(for: fixture.app.reader)
            #expect(entries.count == 1, "the try that was refused is replaced")
        }
    }

    @Test func `what may have arrived is looked for, and never sent from the form`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            fixture.site.change { state in
                state.outcome = .fateUnknown
                state.found = nil
            }
            let go = try await fixture.write(Self.signed, at: fixture.reply)
            let page = try await fixture.get(go)
            let id = try #require(go.firstMatch(of: /entry=(\d+)/)?.1)
            let entry = try await fixture.app.library.outbox.entry(
                OutboxEntry.ID(rawValue: try #require(Int64(id))), for: fixture.app.reader)
            #expect([.ended(.fateUnknown), .notArrived].contains(entry.state))
            let words = Strings.entryState(entry, TimeFormatter.test)
            #expect(page.contains("<p>\(words)</p>") && page.contains("Ships &amp; quays</textarea>"))
            #expect(fixture.site.seen.sent.count == 1)
        }
    }

    @Test func `HN-52: the same form sent twice posts once`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            let page = try await fixture.get(fixture.reply)
            let form = fixture.hidden(page.split(separator: "composer-form").last.map(String.init) ?? "")
            let fields = form.merging(Self.signed) { $1 }
            let first = try await fixture.post("comment", fields)
            let second = try await fixture.post("comment", fields)
            #expect(first == second && fixture.site.seen.sent.count == 1)
        }
    }

    @Test func `NEXUS-33: name and address are remembered by choice only, shown, and forgotten`() async throws {
        try await CommunityFixture.open(FakeCommunity.guestRules) { fixture in
            _ = try await fixture.write(Self.signed, at: fixture.reply)
            #expect(!(try await fixture.get("\(fixture.reply)?to=\(fixture.comment)").contains("ann@harbour.example")))
            let other = "\(fixture.reply)?to=\(fixture.comment)"
            _ = try await fixture.write(Self.signed.merging(["remember": "1", "text": "More"]) { $1 }, at: other)
            let remembered = try await fixture.get(fixture.reply)
            #expect(remembered.contains("value=\"ann@harbour.example\"") && remembered.contains("You sign as Ann"))
            _ = try await fixture.write(["text": "Kept"], at: fixture.reply, pressing: "forget-guest")
            let forgotten = try await fixture.get(fixture.reply)
            #expect(!forgotten.contains("ann@harbour.example") && forgotten.contains("Kept</textarea>"))
        }
    }
}

extension TimeFormatter {
    /// At the time of the tests.
    static let test = TimeFormatter(zone: .gmt, now: WebTestApp.start)
}
