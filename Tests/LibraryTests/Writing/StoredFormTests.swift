import Foundation
import GRDB
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Stored actions and outcomes are read by later versions.
@Suite struct StoredFormTests {
    @Test func `lists of entries, drafts and replies are read by their indexes`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try Migrations.apply(upTo: Migrations.latestVersion, in: Transaction($0)) }
        for sql in [
            "\(OutboxEntry.select) where o.reader_id = 1 order by o.created_at desc, o.id desc limit 9",
            "\(OutboxEntry.select) where o.reader_id = 1 and o.story_id = 4 and o.kind = 'comment' order by o.id",
            "\(OutboxEntry.select) where o.state = 'sending' order by o.id",
            "select count(*) from received_reply where reader_id = 1 and seen_at is null",
            "select vote from member_item where reader_id = 1 and story_id = 4",
        ] {
            let plan = try queue.read {
                try Row.fetchAll($0, sql: "explain query plan " + sql).map { $0["detail"] as String }
            }
            let isWhole = plan.contains { $0.hasPrefix("SCAN ") && !$0.contains("INDEX") }
            #expect(!isWhole, "\(plan): \(sql)")
        }
    }

    // MARK: - Stored forms

    private static let page = "https://a.test/1"

    @Test func `stored actions are read by later versions`() throws {
        let item = RemoteItem(storyKey: "1", commentKey: "2", page: WebAddress(Self.page))
        let target = #"{"commentKey":"2","page":"https://a.test/1","storyKey":"1"}"#
        let author = GuestAuthor(name: "Ada", email: "a@b.test", url: "", allowsCookies: true)
        let guest = #"{"allowsCookies":true,"email":"a@b.test","name":"Ada","url":""}"#
        let forms: [(RemoteAction, String)] = [
            (
                .comment(NewComment(target: item, text: "Yes", author: author)),
                #"{"comment":{"_0":{"author":\#(guest),"target":\#(target),"text":"Yes"}}}"#
            ),
            (
                .submit(NewSubmission(title: "T", url: Self.page)),
                #"{"submit":{"_0":{"text":"","title":"T","url":"https://a.test/1"}}}"#
            ),
            (.edit(item, text: "No"), #"{"edit":{"_0":\#(target),"text":"No"}}"#),
            (.delete(item), #"{"delete":{"_0":\#(target)}}"#),
            (.vote(item, .down), #"{"vote":{"_0":\#(target),"_1":"down"}}"#),
            (.favourite(item, isOn: true), #"{"favourite":{"_0":\#(target),"isOn":true}}"#),
            (.hide(item, isOn: false), #"{"hide":{"_0":\#(target),"isOn":false}}"#),
            (.flag(item, isOn: true), #"{"flag":{"_0":\#(target),"isOn":true}}"#),
            (.updateProfile(["about": "x"]), #"{"updateProfile":{"_0":{"about":"x"}}}"#),
        ]
        #expect(Set(forms.map(\.0.kind)) == Set(RemoteAction.Kind.allCases))
        for (action, text) in forms {
            #expect(try JSONColumn.encode(action) == text)
            #expect(try JSONColumn.decode(text) == action)
        }
    }

    @Test func `stored outcomes are read by later versions`() throws {
        let location = RemoteLocation(key: "9", page: WebAddress(Self.page))
        let place = #"{"key":"9","page":"https://a.test/1"}"#
        let refusal = RemoteRefusal(
            .tooQuick, message: "Slow", retryAt: Date(timeIntervalSinceReferenceDate: 60), isGuess: true)
        let forms: [(RemoteActionOutcome, String)] = [
            (.accepted(location), #"{"accepted":{"_0":\#(place)}}"#), (.accepted(), #"{"accepted":{}}"#),
            (.pending(location), #"{"pending":{"_0":\#(place)}}"#), (.possiblySpam, #"{"possiblySpam":{}}"#),
            (.existing(location), #"{"existing":{"_0":\#(place)}}"#),
            (
                .refused(refusal),
                #"{"refused":{"_0":{"isGuess":true,"message":"Slow","reason":"tooQuick","retryAt":60}}}"#
            ),
            (.signInNeeded, #"{"signInNeeded":{}}"#),
            (
                .unsent(.crashed, retryAt: Date(timeIntervalSinceReferenceDate: 60)),
                #"{"unsent":{"_0":"crashed","retryAt":60}}"#
            ),
            (.fateUnknown, #"{"fateUnknown":{}}"#),
        ]
        #expect(Set(forms.map { OutboxEntry.State.ended($0.0).code }).count == 8)
        for (outcome, text) in forms {
            let state = OutboxEntry.State.ended(outcome)
            #expect(OutboxEntry.State(code: state.code, outcome) == state)
            #expect(OutboxEntry.State(code: state.code, nil).code == state.code)
            #expect(try JSONColumn.encode(outcome) == text)
            #expect(try JSONColumn.decode(text) == outcome)
        }
    }

    @Test func `what a later version wrote is never sent without a look`() async throws {
        let fixture = try await WritingFixture()
        fixture.posting.answer(.refused(RemoteRefusal(.closed)))
        let entry = try await fixture.perform()
        try await fixture.base.execute("update outbox set state = 'levitating', outcome = '{\"levitating\":{}}'")
        #expect(try await fixture.outbox.entry(entry.id, for: fixture.me).state == .ended(.fateUnknown))
    }
}
