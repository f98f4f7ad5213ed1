import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of WordPress' refusals of comments, one for each row of its source (wp-comments-post.php).
@Suite struct WordPressRefusalTests {
    /// A configuration of the sample site, the sent comment, and the expected refusal.
    struct Row: Sendable, CustomTestStringConvertible {
        var reason: RemoteRefusal.Reason
        var status: Int
        /// The site's words; nil if it gives none.
        var words: String?
        var change: @Sendable (inout SampleWordPressBehaviour) -> Void = { _ in }
        var author = GuestAuthor.example
        var text = "Who holds the key?"
        /// True if the refusal is recognised by the sent fields, without understanding the words.
        var isKnownInGerman = true

        var testDescription: String { "\(reason)" }
    }

    static let story = WordPressFixture.longestStory

    static let rows: [Row] = [
        Row(
            reason: .nameOrEmailMissing, status: 200, words: "Error: Please fill the required fields.",
            author: GuestAuthor(name: "", email: "")),
        Row(
            reason: .invalidEmail, status: 200, words: "Error: Please enter a valid email address.",
            author: GuestAuthor(name: "Ada", email: "ada at example")),
        Row(reason: .emptyText, status: 200, words: "Error: Please type your comment text.", text: " \n "),
        Row(
            reason: .nameTooLong, status: 200, words: "Error: Your name is too long.",
            author: GuestAuthor(name: String(repeating: "a", count: 246), email: "ada@example.org")),
        Row(
            reason: .emailTooLong, status: 200, words: "Error: Your email address is too long.",
            author: GuestAuthor(name: "Ada", email: String(repeating: "a", count: 90) + "@example.org")),
        Row(
            reason: .urlTooLong, status: 200, words: "Error: Your URL is too long.",
            author: GuestAuthor(
                name: "Ada", email: "ada@example.org", url: "https://a.example/" + String(repeating: "a", count: 200))),
        Row(
            reason: .textTooLong, status: 200, words: "Error: Your comment is too long.",
            text: String(repeating: "a", count: 65_526)),
        Row(
            reason: .closed, status: 403, words: "Sorry, comments are closed for this item.",
            change: { $0.commentsClosedSlugs = [story] }, isKnownInGerman: false),
        Row(
            reason: .membersOnly, status: 403, words: "Sorry, you must be logged in to comment.",
            change: { $0.requiresSignIn = true }, isKnownInGerman: false),
        Row(
            reason: .draftPost, status: 403, words: "Sorry, comments are not allowed for this item.",
            change: { $0.commenting.draftSlugs = [story] }, isKnownInGerman: false),
        Row(
            reason: .storageFailed, status: 500,
            words: "Error: The comment could not be saved. Please try again later.",
            change: { $0.commenting.canStore = false }),
        Row(reason: .notPublic, status: 200, change: { $0.commenting.trashedSlugs = [story] }),
        Row(reason: .notPublic, status: 200, change: { $0.removedSlugs = [story] }),
        Row(reason: .notPublic, status: 200, change: { $0.protectedSlugs = [story] }),
    ]

    /// The form is available, but the site refuses the comment by the time of sending.
    @Test(.mission("NEXUS-39"), arguments: rows)
    func `each refusal is told apart, in the site's words`(_ row: Row) async throws {
        for isGerman in [false, true] {
            try await WordPressFixture.open { fixture async throws in
                let outcome = try await fixture.post(try fixture.comment(row.text, author: row.author)) { _ in
                    fixture.sample.configure {
                        row.change(&$0)
                        $0.commenting.speaksGerman = isGerman
                    }
                }
                let refusal = try #require(outcome.refusal, "\(outcome)")
                #expect(refusal.reason == (isGerman && !row.isKnownInGerman ? .other : row.reason))
                let german = row.words.map { _ in "Fehler: Das ging leider nicht." }
                #expect(refusal.message == (isGerman ? german : row.words))
                #expect(refusal.retryAt == nil && !refusal.isGuess)
                #expect(fixture.sample.visitorComments.isEmpty)
            }
        }
    }

    @Test(.mission("NEXUS-39")) func `an answer to what waits for approval is refused as such`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let parent = try #require(try await fixture.post("The first.").location?.key)
            let answer = try fixture.comment("The answer.", parent: parent)
            let outcome = try await fixture.post(answer) { _ in
                fixture.sample.remove(Int(parent) ?? 0)
            }
            let refusal = try #require(outcome.refusal)
            #expect(refusal.reason == .parentNotApproved)
            #expect(refusal.message == "Sorry, replies to unapproved comments are not allowed.")
        }
    }

    @Test(.mission("NEXUS-39"))
    func `the same words again are a duplicate, and are found where they are`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let first = try #require(try await fixture.post().location)
            let refusal = try #require(try await fixture.post().refusal)
            #expect(refusal.reason == .duplicate)
            #expect(refusal.message == "Duplicate comment detected; it looks as though you’ve already said that!")
            #expect(try await fixture.find(try fixture.comment())?.location?.key == first.key)
            #expect(fixture.sample.visitorComments.count == 1)
        }
    }

    @Test(.mission("NEXUS-39")) func `too quick says when, which is a guess, and then it goes`() async throws {
        try await WordPressFixture.open {
            $0.commenting.pause = 15
        } _: { fixture async throws in
            #expect(try await fixture.post("The first.").isAccepted)
            fixture.clock.advance(5)
            let refusal = try #require(try await fixture.post("The second.").refusal)
            #expect(refusal.reason == .tooQuick && refusal.isGuess)
            #expect(refusal.message == "You are posting comments too quickly. Slow down.")
            #expect(refusal.retryAt == fixture.clock.now.addingTimeInterval(15))
            // The site gets no request until then.
            await #expect(throws: SourceError.self) { try await fixture.prepared(try fixture.comment("The second.")) }
            fixture.clock.advance(15)
            #expect(try await fixture.post("The second.").isAccepted)
        }
    }

    @Test func `a site that says how long to wait is believed`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let prepared = try await fixture.prepared(try fixture.comment())
            await fixture.sample.origin.simulate(
                .status(429, retryAfter: .seconds(90)), at: "/wp-comments-post.php", times: 1)
            let refusal = try #require(try await fixture.posting.send(prepared, as: nil).refusal)
            #expect(refusal.reason == .tooQuick && !refusal.isGuess)
            #expect(refusal.retryAt == fixture.clock.now.addingTimeInterval(90))
            // Nothing is sent until then, which is certain.
            guard case .unsent(.busy, _, let retryAt) = try await fixture.posting.send(prepared, as: nil) else {
                Issue.record("it was sent")
                return
            }
            #expect(retryAt == fixture.clock.now.addingTimeInterval(90))
        }
    }

    @Test(.mission("NEXUS-39")) func `an address that takes no comments says so`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let refusal = try #require(try await fixture.sendTo(.status(405)).refusal)
            #expect(refusal.reason == .methodNotAllowed)
        }
    }

    @Test(.mission("NEXUS-37"), arguments: [SampleWordPressCommenting.Spam.stored, .discarded])
    func `what the spam guard took is no success`(_ spam: SampleWordPressCommenting.Spam) async throws {
        try await WordPressFixture.open {
            $0.commenting.spam = spam
        } _: { fixture async throws in
            let author = GuestAuthor(name: "viagra-test-123", email: "ada@example.org")
            let action = try fixture.comment(author: author)
            let outcome = try await fixture.post(action)
            // A comment stored as spam gets the usual response: only a look at the thread shows the difference.
            #expect(spam == .discarded ? outcome == .possiblySpam : outcome.isAccepted)
            #expect(try await fixture.find(action) == nil)
        }
    }

    @Test func `a filled trap is what the spam guard looks for`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let outcome = try await fixture.post(try fixture.comment()) { prepared in
                for index in prepared.fields.indices where prepared.fields[index].name == "ak_hp_textarea" {
                    prepared.fields[index].value = "hello"
                }
            }
            #expect(outcome == .possiblySpam)
            #expect(try await fixture.post().isAccepted)
        }
    }

    // MARK: Without a form

    @Test(.mission("NEXUS-39")) func `a page says in its own words why it has no form`() async throws {
        for (reason, words, change) in Self.pages {
            try await WordPressFixture.open(change) { fixture async throws in
                let refusal = try #require(try await fixture.post().refusal)
                #expect(refusal.reason == reason)
                #expect(refusal.message == words)
                #expect(fixture.sample.origin.requests.allSatisfy { $0.method == "GET" })
            }
        }
    }

    private static let pages: [(RemoteRefusal.Reason, String?, @Sendable (inout SampleWordPressBehaviour) -> Void)] = [
        (.closed, "Comments are closed.", { $0.commentsClosedSlugs = [story] }),
        (.membersOnly, "You must be logged in to post a comment.", { $0.requiresSignIn = true }),
        (.notPublic, nil, { $0.protectedSlugs = [story] }),
        (.membersOnly, nil, { $0.visibility = .membersOnly }),
        (
            .closed, nil,
            {
                $0.commenting.form = .nowhere
                $0.restAccess = .forbidden
            }
        ),
        (
            .notOffered, nil,
            {
                $0.markup = .thirdParty
                $0.restAccess = .forbidden
            }
        ),
    ]

    @Test func `a removed story takes no comments`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let action = try fixture.comment()
            fixture.sample.configure { $0.removedSlugs = [Self.story] }
            #expect(try await fixture.post(action).refusal?.reason == .notThere)
        }
    }

    // MARK: Other answers

    @Test(.mission("NEXUS-37", "NEXUS-39"))
    func `other pages are quoted, and what is no answer leaves the fate open`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let blocked = try await fixture.sendTo(.page("<h1>Blocked</h1><p>The firewall says no.</p>", status: 403))
            #expect(blocked.refusal?.reason == .other)
            #expect(blocked.refusal?.message?.contains("The firewall says no.") == true)
            let check = "<title>Just a moment...</title><h1>Just a moment...</h1>"
            #expect(try await fixture.sendTo(.page(check, status: 403)).refusal?.reason == .captcha)
            #expect(try await fixture.sendTo(.page("<p>Thank you!</p>", status: 200)) == .fateUnknown)
            // PHP stopped, perhaps after storing the comment.
            let critical = "<body id=\"error-page\"><div class=\"wp-die-message\"><p>Critical error.</p></div></body>"
            #expect(try await fixture.sendTo(.page(critical, status: 500)) == .fateUnknown)
            #expect(try await fixture.sendTo(.status(500)) == .fateUnknown)
            #expect(try await fixture.sendTo(.status(404)).refusal?.reason == .notThere)
            let login = OriginBehaviour.redirected(to: "/wp-login.php", permanent: false)
            #expect(try await fixture.sendTo(login).refusal?.reason == .membersOnly)
            let moved = OriginBehaviour.redirected(to: "https://b.example/wp-comments-post.php", permanent: true)
            #expect(try await fixture.sendTo(moved).refusal?.reason == .elsewhere)
            let elsewhere = OriginBehaviour.redirected(to: "https://b.example/thanks#comment-12", permanent: false)
            #expect(
                try await fixture.sendTo(elsewhere).location == RemoteLocation(key: "12"), "it leads to no other site")
            let odd = OriginBehaviour.redirected(to: "/story/#comment-12x", permanent: false)
            #expect(try await fixture.sendTo(odd) == .possiblySpam)
        }
    }

    // MARK: The interface

    @Test func `a site whose pages have no form is sent comments by its interface`() async throws {
        try await WordPressFixture.open {
            $0.commenting.form = .nowhere
            $0.commenting.interfaceTakesComments = true
        } _: { fixture async throws in
            let parent = try await fixture.firstKey()
            let outcome = try await fixture.post(try fixture.comment(parent: parent))
            #expect(outcome.isAccepted)
            let story = try #require(fixture.sample.story(Self.story))
            #expect(
                fixture.sent == [
                    "post": "\(story.id)", "parent": parent, "content": "Who holds the key?",
                    "author_name": "Ada Quill", "author_email": "ada@example.org",
                ])
            #expect(try await fixture.post(try fixture.comment(parent: parent)).refusal?.reason == .duplicate)
            fixture.sample.configure { $0.commenting.moderation = .everybodyWaits }
            #expect(try await fixture.post("Another.").isPending)
        }
    }

    @Test(arguments: rows) func `the interface's refusals are told apart by their codes`(_ row: Row) async throws {
        try await WordPressFixture.open {
            $0.commenting.form = .nowhere
            $0.commenting.interfaceTakesComments = true
        } _: { fixture async throws in
            let action = try fixture.comment(row.text, author: row.author)
            guard case .ready(let prepared) = try await fixture.posting.prepare(action, as: nil) else {
                Issue.record("the interface takes comments")
                return
            }
            fixture.sample.configure(row.change)
            let outcome = await (try fixture.posting).send(prepared, as: nil)
            // The REST API has a separate code for missing posts, and none for comments on protected ones.
            guard row.reason != .notPublic else { return }
            #expect(outcome.refusal?.reason == row.reason, "\(outcome)")
            #expect(outcome.refusal?.message == row.words)
        }
    }

    @Test func `an interface that takes nothing from guests says who may`() async throws {
        try await WordPressFixture.open {
            $0.commenting.form = .nowhere
        } _: { fixture async throws in
            #expect(try await fixture.post().refusal?.reason == .membersOnly)
        }
    }
}

extension OriginBehaviour {
    fileprivate static func page(_ html: String, status: Int) -> OriginBehaviour {
        .serving(SampleResource("<!doctype html><html>\(html)</html>", contentType: "text/html", status: status))
    }
}

extension WordPressFixture {
    /// Sends a comment to a site with this behaviour.
    fileprivate func sendTo(_ behaviour: OriginBehaviour) async throws -> RemoteActionOutcome {
        let prepared = try await prepared(try comment())
        await sample.origin.simulate(behaviour, at: "/wp-comments-post.php", times: 1)
        return await (try posting).send(prepared, as: nil)
    }
}
