import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests that a guest's input is sent to the origin of the page that showed the form, or nowhere.
@Suite struct WordPressDestinationTests {
    private static let page = "https://paper.example/2026/story/"
    private static let controls =
        "<textarea name=comment></textarea><input name=author><input name=email>"
        + "<input type=hidden name=comment_post_ID value=7>"
    private static let action = "/wp-comments-post.php"

    /// A page with a form. `form` has the form's attributes; `target` is the address to which the form is sent, nil for
    /// nowhere.
    struct Row: Sendable, CustomTestStringConvertible {
        var head = ""
        var form = ""
        var button = ""
        var page = WordPressDestinationTests.page
        let target: String?
        /// The other origin, which gets nothing; nil if there is none.
        var foreign: String?

        var testDescription: String { head + form + button + page }
    }

    static let rows: [Row] = [
        Row(form: "action=\(action)", target: "https://paper.example/wp-comments-post.php"),
        Row(form: "action=''", target: page),
        Row(form: "action=HTTPS://Paper.Example:443\(action)#x", target: "https://paper.example/wp-comments-post.php"),
        Row(form: "action=//paper.example\(action)", target: "https://paper.example/wp-comments-post.php"),
        Row(form: "action='\\\\evil.example\(action)'", target: nil, foreign: "https://evil.example"),
        // A base applies to relative addresses, but not to an empty one.
        Row(
            head: "<base href=/blog/>", form: "action=wp-comments-post.php",
            target: "https://paper.example/blog/wp-comments-post.php"),
        Row(
            head: "<base href=//evil.example/>", form: "action=wp-comments-post.php", target: nil,
            foreign: "https://evil.example"),
        Row(
            head: "<base target=_top><base href=https://evil.example/a/b>", form: "action=..\(action)", target: nil,
            foreign: "https://evil.example"),
        Row(head: "<base href=https://evil.example/>", form: "action", target: page),
        Row(
            head: "<base href=https://evil.example/>", form: "action=https://paper.example\(action)",
            target: "https://paper.example/wp-comments-post.php"),
        Row(
            head: "<base href=data:,x>", form: "action=\(action)", target: "https://paper.example/wp-comments-post.php"),
        // The action has another host, port or scheme.
        Row(
            form: "action=https://cms.paper.example\(action)", target: nil, foreign: "https://cms.paper.example"),
        Row(
            form: "action=https://www.paper.example\(action)", target: nil, foreign: "https://www.paper.example"),
        Row(form: "action=https://paper.example:8443\(action)", target: nil, foreign: "https://paper.example:8443"),
        Row(form: "action=https://paper.example@evil.example\(action)", target: nil, foreign: "https://evil.example"),
        Row(form: "action=javascript:send('wp-comments-post.php')", target: nil),
        Row(form: "action=ftp://paper.example\(action)", target: nil),
        // The form is sent over https if the page was.
        Row(form: "action=http://paper.example\(action)", target: "https://paper.example/wp-comments-post.php"),
        Row(form: "action=http://paper.example:80\(action)", target: "https://paper.example/wp-comments-post.php"),
        Row(form: "action=http://paper.example:443\(action)", target: nil, foreign: "http://paper.example:443"),
        Row(form: "action=http://evil.example\(action)", target: nil, foreign: "http://evil.example"),
        Row(
            form: "action=http://paper.example\(action)", page: "http://paper.example/1",
            target: "http://paper.example/wp-comments-post.php"),
        Row(
            form: "action=https://paper.example\(action)", page: "http://paper.example/1", target: nil,
            foreign: "https://paper.example"),
        Row(
            form: "action=http://paper.example\(action)", page: "https://paper.example:8443/1", target: nil,
            foreign: "https://paper.example"),
        // The pressed button has an action of its own.
        Row(
            form: "action=\(action)",
            button: "<button name=submit formaction=https://evil.example\(action)>Go</button>",
            target: nil, foreign: "https://evil.example"),
        Row(
            form: "action=\(action)", button: "<input type=image formaction=//evil.example/x>", target: nil,
            foreign: "https://evil.example"),
        Row(
            form: "action=\(action)",
            button: "<button type=button formaction=//evil.example/x>No</button><input type=submit formaction=/b>",
            target: "https://paper.example/b"),
        Row(form: "action=\(action)", button: "<button formmethod=get>Go</button>", target: nil),
    ]

    @Test(arguments: rows) func `a form's target is resolved as a browser does, and is the page's origin or none`(
        _ row: Row
    ) throws {
        let html = "\(row.head)<form method=post \(row.form)>\(Self.controls)\(row.button)</form>"
        let page = WordPressFormPage(html, at: try #require(WebAddress(row.page)))
        #expect(WordPressCommentForm(on: page, postID: 7)?.action.text == row.target)
        #expect(WordPressCommentForm.foreignOrigin(on: page) == row.foreign)
    }

    @Test func `a redirect stays at the site only with the same host and port, and never back from https`() throws {
        for (from, to, isSame) in [
            ("https://paper.example/1", "https://paper.example/2", true),
            ("https://paper.example/1", "https://www.paper.example/1", true),
            ("https://www.paper.example/1", "https://paper.example/1", true),
            ("http://paper.example/1", "https://www.paper.example/1", true),
            ("https://paper.example/1", "http://paper.example/1", false),
            ("https://paper.example/1", "https://evil.example/1", false),
            ("https://paper.example/1", "https://blog.paper.example/1", false),
            ("https://a.host.example/1", "https://b.host.example/1", false),
            ("http://paper.example:8080/1", "http://paper.example:8081/1", false),
            ("http://paper.example:8080/1", "https://paper.example:8080/1", false),
            ("http://paper.example/1", "https://paper.example:8443/1", false),
        ] {
            let (start, end) = (try #require(WebAddress(from)), try #require(WebAddress(to)))
            #expect(start.isSameSite(redirectedTo: end) == isSame, "\(from) \(to)")
        }
    }

    // MARK: Over the wire

    /// Returns a page with a form, as another site shows it.
    private func resource(_ html: String, headers: [(name: String, value: String)] = []) -> SampleResource {
        SampleResource(
            Array("<!doctype html><html>\(html)</html>".utf8), contentType: "text/html", headers: headers)
    }

    private func form(_ action: String) -> String { "<form method=post action=\"\(action)\">\(Self.controls)</form>" }

    /// Expects that nothing typed is sent to either origin, and that the refusal names the other origin.
    private func expectNothingSent(
        _ fixture: WordPressFixture, _ other: SampleOrigin, _ outcome: RemoteActionOutcome
    ) {
        #expect(outcome.refusal?.reason == .elsewhere, "\(outcome)")
        #expect(outcome.refusal?.elsewhere == other.site)
        for origin in [fixture.sample.origin, other] {
            #expect(!origin.requests.contains { $0.method == "POST" || $0.query?.contains("Ada") == true })
        }
    }

    @Test func `a story's page that redirects to another site gets no comment`() async throws {
        try await WordPressFixture.open { fixture async throws in
            try await WordPressFixture.open { other async throws in
                let (here, there) = (fixture.sample, other.sample)
                let link = try #require(here.story(WordPressFixture.longestStory)?.link)
                let target = try #require(there.story(WordPressFixture.longestStory)?.link)
                await here.origin.simulate(
                    .redirected(to: target, permanent: false), at: try #require(WebAddress(link)?.path))
                // The fetcher may send requests to both origins.
                let fetcher = Fetcher(
                    policy: AddressPolicy(
                        allowing: [here.origin.host, there.origin.host].compactMap { AllowedAddress($0) }),
                    userAgent: "Tidings tests", now: { fixture.clock.now })
                let posting = try #require(WordPressSource(fetcher: fetcher, now: { fixture.clock.now }).posting)
                let result = try await posting.prepare(try fixture.comment(), as: nil)
                await fetcher.shutdown()
                guard case .ended(let outcome) = result else {
                    Issue.record("\(result)")
                    return
                }
                expectNothingSent(fixture, there.origin, outcome)
                #expect(there.origin.requests.contains { $0.path == WebAddress(target)?.path })
            }
        }
    }

    @Test func `a page that sends its form to another port is told so, whatever its base`() async throws {
        try await WordPressFixture.open { fixture async throws in
            try await WordPressFixture.open { other async throws in
                let site = other.sample.origin.site
                let link = try #require(fixture.sample.story(WordPressFixture.longestStory)?.link)
                let path = try #require(WebAddress(link)?.path)
                for html in [
                    form("\(site)\(Self.action)"), "<base href=\"\(site)/\">" + form("wp-comments-post.php"),
                ] {
                    fixture.sample.origin.serve(resource(html), at: path)
                    expectNothingSent(fixture, other.sample.origin, try await fixture.post())
                }
                #expect(other.sample.origin.requests.isEmpty)
            }
        }
    }

    @Test func `an interface at another origin gets no comment`() async throws {
        try await WordPressFixture.open { fixture async throws in
            try await WordPressFixture.open {
                $0.commenting.interfaceTakesComments = true
            } _: { other async throws in
                let site = other.sample.origin.site
                let link = try #require(fixture.sample.story(WordPressFixture.longestStory)?.link)
                let path = try #require(WebAddress(link)?.path)
                let header = (name: "Link", value: "<\(site)/wp-json/>; rel=\"\(RESTRoot.linkRelation)\"")
                let element = "<link rel=\"\(RESTRoot.linkRelation)\" href=\"\(site)/wp-json/\">"
                for page in [resource("<p>Text</p>", headers: [header]), resource("\(element)<p>Text</p>")] {
                    fixture.sample.origin.serve(page, at: path)
                    expectNothingSent(fixture, other.sample.origin, try await fixture.post())
                }
            }
        }
    }

    @Test(arguments: [307, 308]) func `a comment that is wanted elsewhere is not sent there`(status: Int) async throws {
        try await WordPressFixture.open { fixture async throws in
            let prepared = try await fixture.prepared(try fixture.comment())
            for (location, reason) in [
                ("https://evil.example/wp-comments-post.php", RemoteRefusal.Reason.elsewhere), ("/other.php", .other),
            ] {
                let answer = SampleResource(
                    [], contentType: "text/html", hasEntityTag: false, status: status,
                    headers: [("Location", location)])
                await fixture.sample.origin.simulate(.serving(answer), at: Self.action, times: 1)
                let outcome = await (try fixture.posting).send(prepared, as: nil)
                #expect(outcome.refusal?.reason == reason, "\(outcome)")
            }
        }
    }

    @Test func `what was prepared for another origin than its page's is not sent`() async throws {
        try await WordPressFixture.open { fixture async throws in
            try await WordPressFixture.open { other async throws in
                let outcome = try await fixture.post(try fixture.comment()) { prepared in
                    prepared.address = WebAddress(other.sample.origin.address(Self.action)) ?? prepared.address
                }
                expectNothingSent(fixture, other.sample.origin, outcome)
            }
        }
    }
}
