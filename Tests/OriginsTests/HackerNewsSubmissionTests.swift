import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of members' submissions and profiles.
@Suite struct HackerNewsSubmissionTests: HackerNewsActionTests {
    // MARK: Submissions

    @Test(.mission("HN-53")) func `a link is submitted by the site's form, and found`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let action = RemoteAction.submit(
                NewSubmission(title: "Tides & tables", url: "https://tides.example/tables?year=2026"))
            #expect(try await find(action, fixture, source, session) == nil)
            fixture.community.origin.clearRequests()
            #expect(try await perform(action, source, session) == .accepted())
            let requests = fixture.community.origin.requests
            #expect(requests.map(\.path) == ["/submit", "/r"])
            #expect(requests.last?.form.map(\.name) == ["fnid", "fnop", "title", "url", "text"])
            let key = try #require(fixture.community.submitted(by: "juniper").first.map(String.init))
            let place = RemoteLocation(key: key, page: try fixture.address("/item?id=\(key)"))
            #expect(try await find(action, fixture, source, session) == .accepted(place))
        }
    }

    @Test(.mission("HN-54")) func `a text is submitted without a link`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let action = RemoteAction.submit(NewSubmission(title: "Ask HN: Which ink?", text: "Blue or black?"))
            #expect(try await perform(action, source, session) == .accepted())
            #expect(fixture.community.origin.requests.last?.form.first { $0.name == "url" }?.value == "")
            guard case .accepted(_?) = try await find(action, fixture, source, session) else {
                Issue.record("not found")
                return
            }
        }
    }

    @Test(.mission("HN-55"))
    func `a title of more than 80 characters is caught before, and told in the site's words after`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            #expect(source.posting?.rules.limits[.title] == 80)
            let long = String(repeating: "a", count: 81)
            let before = try await perform(
                .submit(NewSubmission(title: long, url: "https://a.example/")), source, session)
            #expect(reason(before) == .titleTooLong && fixture.community.origin.requests.isEmpty)
            for submission in [NewSubmission(title: "", url: "https://a.example/"), NewSubmission(title: "One")] {
                #expect(reason(try await perform(.submit(submission), source, session)) == .invalidSubmission)
            }
            #expect(fixture.community.origin.requests.isEmpty)

            let faults: [(name: String, value: String, RemoteRefusal)] = [
                (
                    "title", long,
                    RemoteRefusal(.titleTooLong, message: "Please limit titles to 80 characters.")
                ),
                ("url", "gopher", RemoteRefusal(.invalidSubmission, message: "Please try again.")),
            ]
            for (name, value, refusal) in faults {
                var form = try await prepared(
                    .submit(NewSubmission(title: "One", url: "https://a.example/")), source, session)
                form.fields = form.fields.map { ($0.name, $0.name == name ? value : $0.value) }
                let outcome = try await #require(source.posting).send(form, as: session)
                #expect(outcome == .refused(refusal))
            }
            #expect(fixture.community.submitted(by: "juniper").isEmpty)
        }
    }

    @Test(.mission("HN-56")) func `a link that was submitted before leads to its story`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let known = try #require(try await fixture.list("/newest").stories?.first { $0.externalLink != nil })
            let action = RemoteAction.submit(
                NewSubmission(title: "Seen this?", url: try #require(known.externalLink).text))
            guard case .existing(let place) = try await perform(action, source, session) else {
                Issue.record("taken")
                return
            }
            #expect(place == RemoteLocation(key: known.key, page: try fixture.address("/item?id=\(known.key)")))
        }
    }

    @Test(.mission("HN-57")) func `a stale form is told, and a fresh one goes through`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let story = try await fixture.votable(as: session).story
            let actions: [RemoteAction] = [
                .submit(NewSubmission(title: "One", url: "https://a.example/1")),
                .comment(NewComment(target: story, text: "Two.")),
            ]
            for action in actions {
                fixture.community.configure { $0.expiresForms = true }
                fixture.community.origin.clearRequests()
                let stale = try await perform(action, source, session)
                #expect(stale == .refused(RemoteRefusal(.expiredForm, message: "Unknown or expired link.")))
                #expect(fixture.community.origin.requests.count == 2)
                #expect(try await perform(action, source, session) == .accepted())
            }
            #expect(fixture.community.submitted(by: "juniper").count == 2)
        }
    }

    // MARK: The profile

    @Test(.mission("HN-38")) func `a changed profile sends every field back`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let session = try await fixture.signIn()
            let source = try fixture.memberSource()
            let first = RemoteAction.updateProfile(["email": "j@slipway.example", "topc": "ff6600", "nopro": "yes"])
            #expect(try await perform(first, source, session) == .accepted())
            let second = RemoteAction.updateProfile(["about": "Knits.\n\nReads “<b>”."])
            #expect(try await find(second, fixture, source, session) == nil)
            #expect(try await perform(second, source, session) == .accepted())
            #expect(try await find(second, fixture, source, session) == .accepted())
            let profile = record(fixture).profile
            #expect(profile["about"] == "Knits.\r\n\r\nReads “<b>”." && profile["email"] == "j@slipway.example")
            #expect(profile["topc"] == "ff6600" && profile["nopro"] == "yes" && profile["maxv"] == "20")
            for changes in [["karma": "9999"], ["id": "mara"], ["hmac": ""], ["showd": "perhaps"]] {
                #expect(reason(try await perform(.updateProfile(changes), source, session)) == .notOffered)
            }
        }
    }
}
