import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of guests' comments at the sample site, with every response of WordPress.
@Suite struct WordPressPostingTests {
    @Test(.mission("NEXUS-36", "NEXUS-57"))
    func `a comment is the form's fields, encoded as a browser does`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let text = "Who holds the *key*?\nAnd why — “so”?\r\n+1 & 2%"
            let outcome = try await fixture.post(try fixture.comment(text))
            #expect(outcome.isAccepted)
            let story = try #require(fixture.sample.story(WordPressFixture.longestStory))
            let post = try #require(fixture.sample.origin.requests.last { $0.method == "POST" })
            #expect(post.path == "/wp-comments-post.php" && post.query == nil)
            #expect(post.header("content-type") == "application/x-www-form-urlencoded")
            #expect(post.header("referer") == story.link)
            #expect(post.header("cookie") == nil)
            let nonce = try #require(fixture.sent["akismet_comment_nonce"])
            let body =
                "comment=Who+holds+the+*key*%3F%0D%0AAnd+why+%E2%80%94+%E2%80%9Cso%E2%80%9D%3F%0D%0A%2B1+%26+2%25"
                + "&author=Ada+Quill&email=ada%40example.org&url=&submit=Post+Comment&comment_post_ID=\(story.id)"
                + "&comment_parent=0&akismet_comment_nonce=\(nonce)&ak_hp_textarea=&ak_js=1790000000000"
            #expect(String(decoding: post.body, as: UTF8.self) == body)
        }
    }

    @Test(.mission("NEXUS-34")) func `the newest spam token of the page goes along`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let first = try await fixture.prepared(try fixture.comment())
            let old = try #require(first.fields.first { $0.name == "akismet_comment_nonce" })
            #expect(old.value.count == 10)
            fixture.sample.configure { $0.commenting.nonceRound = 1 }
            #expect(try await fixture.post().isAccepted)
            #expect(fixture.sent["akismet_comment_nonce"]?.isEmpty == false)
            #expect(fixture.sent["akismet_comment_nonce"] != old.value)
        }
    }

    @Test(.mission("NEXUS-35"))
    func `every hidden field goes along whatever its name, traps stay empty, the time is set`() async throws {
        try await WordPressFixture.open {
            $0.commenting.secretFields = ["_token-7": "a&b \"c\"", "x[y]": ""]
            $0.commenting.fieldNames = ["akismet_comment_nonce": "another_nonce"]
        } _: { fixture async throws in
            fixture.clock.advance(3)
            #expect(try await fixture.post().isAccepted)
            #expect(fixture.sent["_token-7"] == "a&b \"c\"" && fixture.sent["x[y]"] == "")
            #expect(fixture.sent["another_nonce"]?.count == 10)
            #expect(fixture.sent["ak_hp_textarea"] == "")
            #expect(fixture.sent["ak_js"] == "1790000003000")
        }
    }

    @Test(.mission("NEXUS-35"), arguments: [(false, true), (true, false), (false, false)])
    func `without a nonce or a spam guard it still posts`(_ hasAkismet: Bool, _ hasNonce: Bool) async throws {
        try await WordPressFixture.open {
            $0.commenting.hasAkismet = hasAkismet
            $0.commenting.hasNonce = hasNonce
        } _: { fixture async throws in
            #expect(try await fixture.post().isAccepted)
            #expect(fixture.sent["akismet_comment_nonce"] == nil)
            #expect((fixture.sent["ak_js"] != nil) == hasAkismet)
        }
    }

    @Test(
        .mission("NEXUS-35"), arguments: SampleWordPressCommenting.Form.allCases.filter { $0 != .nowhere },
        [SampleWordPressBehaviour.Markup.html5, .xhtml])
    func `the form is found wherever the site has it`(
        _ form: SampleWordPressCommenting.Form, _ markup: SampleWordPressBehaviour.Markup
    ) async throws {
        try await WordPressFixture.open {
            $0.commenting.form = form
            $0.markup = markup
            if form == .commentPage { $0.threadsPerPage = 3 }
        } _: { fixture async throws in
            let parent = form == .replyPage ? try await fixture.firstKey() : nil
            let outcome = try await fixture.post(try fixture.comment(parent: parent))
            #expect(outcome.isAccepted, "\(outcome)")
            #expect(fixture.sample.visitorComments.map(\.text) == ["Who holds the key?"])
            #expect(fixture.sample.origin.requests.count { $0.method == "POST" } == 1)
            if form == .renamedBox { #expect(fixture.sent["comment"] == "") }
        }
    }

    @Test func `the site's checkbox is ticked only by who allows it and only where it is`() async throws {
        for (isOffered, allows) in [(true, true), (true, false), (false, true)] {
            try await WordPressFixture.open {
                $0.commenting.hasCookieBox = isOffered
            } _: { fixture async throws in
                var author = GuestAuthor.example
                (author.url, author.allowsCookies) = ("https://ada.example/", allows)
                #expect(try await fixture.post(try fixture.comment(author: author)).isAccepted)
                #expect(fixture.sent["wp-comment-cookies-consent"] == (isOffered && allows ? "yes" : nil))
                #expect(fixture.sent["url"] == "https://ada.example/")
            }
        }
    }

    // MARK: Accepted

    @Test(.mission("NEXUS-37", "NEXUS-41"))
    func `a redirect to the comment is success, and it stands in the thread`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let location = try #require(try await fixture.post().location)
            let stored = try #require(fixture.sample.visitorComments.first)
            #expect(location.key == "\(stored.id)")
            #expect(location.page?.fragment == "comment-\(stored.id)")
            let thread = try await fixture.thread(reason: .manual)
            let shown = thread.comments?.first { $0.key == location.key }
            #expect(shown?.author == "Ada Quill" && shown?.text == "Who holds the key?")
            #expect(try await fixture.find(try fixture.comment())?.location?.key == location.key)
        }
    }

    @Test(.mission("NEXUS-64")) func `an answer names the comment that it answers, and stands below it`() async throws {
        for markup in [SampleWordPressBehaviour.Markup.html5, .xhtml] {
            try await WordPressFixture.open {
                $0.markup = markup
                $0.restAccess = .forbidden
            } _: { fixture async throws in
                let parent = try await fixture.firstKey()
                let outcome = try await fixture.post(try fixture.comment(parent: parent))
                #expect(fixture.sent["comment_parent"] == parent)
                let key = try #require(outcome.location?.key)
                let thread = try await fixture.thread(reason: .manual)
                #expect(thread.comments?.first { $0.key == key }?.parentKey == parent)
            }
        }
    }

    @Test(.mission("NEXUS-38"))
    func `what waits is called so, and its author sees it by the page that the site named`() async throws {
        try await WordPressFixture.open {
            $0.commenting.moderation = .everybodyWaits
        } _: { fixture async throws in
            let outcome = try await fixture.post()
            #expect(outcome.isPending)
            let location = try #require(outcome.location)
            let page = try #require(location.page)
            #expect(page.value(ofQuery: "unapproved") == location.key)
            #expect(page.value(ofQuery: "moderation-hash")?.isEmpty == false)
            // The waiting comment is invisible to others.
            #expect(try await fixture.find(try fixture.comment()) == nil)
            guard case .comment(var comment) = try fixture.comment() else { return }
            comment.target.page = page
            #expect(try await fixture.find(.comment(comment))?.isPending == true)
            fixture.sample.approve(try #require(fixture.sample.visitorComments.first).id)
            #expect(try await fixture.find(.comment(comment))?.isAccepted == true)
            #expect(try await fixture.find(try fixture.comment())?.location?.key == location.key)
        }
    }

    @Test(.mission("NEXUS-38"))
    func `with the site's cookies a waiting comment cannot be told from a shown one`() async throws {
        try await WordPressFixture.open {
            $0.commenting.moderation = .everybodyWaits
        } _: { fixture async throws in
            var author = GuestAuthor.example
            author.allowsCookies = true
            #expect(try await fixture.post(try fixture.comment(author: author)).isAccepted)
            #expect(try await fixture.find(try fixture.comment()) == nil)
        }
    }

    @Test func `a name that was approved need not wait again`() async throws {
        try await WordPressFixture.open {
            $0.commenting.moderation = .newNamesWait
            $0.commenting.approvalDelay = 60
        } _: { fixture async throws in
            #expect(try await fixture.post("The first.").isPending)
            #expect(try await fixture.find(try fixture.comment("The first.")) == nil)
            fixture.clock.advance(61)
            #expect(try await fixture.find(try fixture.comment("The first."))?.isAccepted == true)
            #expect(try await fixture.post("The second.").isAccepted)
        }
    }

    // MARK: Finding

    @Test(arguments: [true, false])
    func `a comment is found on any page, whatever WordPress makes of its signs`(_ isNewestFirst: Bool) async throws {
        try await WordPressFixture.open {
            $0.threadsPerPage = 3
            $0.showsNewestPageFirst = isNewestFirst
        } _: { fixture async throws in
            let text = "He said \"it's\" so... <em>twice</em>!\n\nOr not :)"
            let action = try fixture.comment(text)
            #expect(try await fixture.find(action) == nil)
            #expect(try await fixture.post(action).isAccepted)
            #expect(try await fixture.find(action)?.isAccepted == true)
            #expect(
                try await fixture.find(try fixture.comment(text, author: GuestAuthor(name: "B", email: "b@c.de")))
                    == nil)
            #expect(try await fixture.find(try fixture.comment("He said it")) == nil)
        }
    }
}

extension WordPressFixture {
    /// Returns the key of a comment that can be replied to.
    func firstKey() async throws -> String {
        let comments = try await thread(reason: .manual).comments ?? []
        return try #require(comments.first { $0.kind == .comment && $0.moderationState == .shown }?.key)
    }

    func find(_ action: RemoteAction) async throws -> RemoteActionOutcome? {
        try await posting.find(action, sentAt: clock.now, as: nil)
    }
}
