import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of a WordPress site's REST API as channels (row NEXUS-63).
@Suite struct WordPressRESTTests {
    @Test(.mission("NEXUS-63"), arguments: [true, false])
    func `categories are offered as channels, and each has its stories`(isPlain: Bool) async throws {
        try await WordPressFixture.open {
            $0.usesPlainPermalinks = isPlain
        } _: { fixture async throws in
            let root = isPlain ? "/?rest_route=/wp/v2/categories" : "/wp-json/wp/v2/categories"
            let directory = try await fixture.fetch(fixture.sample.origin.address(root))
            let channels = try #require(directory.channels)
            #expect(Set(channels.map(\.title)) == Set(fixture.sample.sections.map(\.title)) && channels.count == 8)
            #expect(directory.stories == nil && directory.sourceState != nil)
            let science = try #require(channels.first { $0.title == "Science & Tech" })
            let stories = try #require(try await fixture.fetch(science.address.text).stories)
            #expect(stories.count == 4 && stories.allSatisfy { $0.tags.contains("Science & Tech") })
        }
    }

    @Test(.mission("NEXUS-62", "NEXUS-63"))
    func `lists go on by their headers, and end where the site says`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let list = fixture.sample.origin.address("/wp-json/wp/v2/posts?per_page=7")
            let stories = try await fixture.all(list)
            #expect(stories.count == 26 && Set(stories.map(\.key)).count == 26)
            #expect(fixture.requestPaths.filter { $0.hasSuffix("/posts") }.count == 4)
        }
    }

    @Test(.mission("NEXUS-63")) func `stories have their counts, by one request for each page of them`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let list = fixture.sample.origin.address("/wp-json/wp/v2/posts")
            let response = try await fixture.fetch(list)
            let stories = try #require(response.stories)
            #expect(fixture.requestPaths == ["/wp-json/wp/v2/posts", "/wp-json/wp/v2/comments"])
            // One of the ten comments that the feed counts is a pingback.
            #expect(stories.first?.commentCount == 9 && stories.first?.isCommentCountMinimum == true)
            let ball = try #require(fixture.sample.story("spring-ball-theme"))
            #expect(stories.first { $0.link?.text == ball.link }?.commentCount == 0)
            fixture.sample.origin.clearRequests()
            _ = try await fixture.fetch(list, previous: response.sourceState)
            #expect(fixture.requestPaths.count == 1, "an unchanged list is one request")
        }
    }

    @Test func `counts that cannot be had cost a list nothing, and are none instead of 0`() async throws {
        try await WordPressFixture.open { fixture async throws in
            await fixture.sample.origin.simulate(.status(500), at: "/wp-json/wp/v2/comments")
            let response = try await fixture.fetch(fixture.sample.origin.address("/wp-json/wp/v2/posts"))
            #expect(response.stories?.isEmpty == false && response.diagnostics.isEmpty)
            #expect(response.stories?.allSatisfy { $0.commentCount == nil } == true)
        }
    }

    @Test func `more comments than are counted are one request, not as many as are allowed`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let path = "/wp-json/wp/v2/comments"
            let first = SampleResource(
                Array(#"[{"id":7,"post":1}]"#.utf8), contentType: "application/json",
                headers: [
                    ("X-WP-Total", "301"), ("X-WP-TotalPages", "4"),
                    ("Link", "<\(fixture.sample.origin.address(path + "?page=2"))>; rel=\"next\""),
                ])
            fixture.sample.origin.serve(first, at: path)
            let response = try await fixture.fetch(fixture.sample.origin.address("/wp-json/wp/v2/posts"))
            #expect(fixture.requestPaths == ["/wp-json/wp/v2/posts", path])
            #expect(response.stories?.allSatisfy { $0.commentCount == nil } == true)
        }
    }

    @Test func `a page behind the last is a clean end`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let list = fixture.sample.origin.address("/wp-json/wp/v2/posts?per_page=7")
            let beyond = SourceCursor(rawValue: fixture.sample.origin.address("/wp-json/wp/v2/posts?per_page=7&page=9"))
            let response = try await fixture.fetch(list, after: beyond)
            #expect(response.stories?.isEmpty == true && response.next == nil)
        }
    }

    @Test(.mission("NEXUS-63"))
    func `stories have their picture, its words and its sizes, and are the feed's own`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let list = fixture.sample.origin.address("/wp-json/wp/v2/posts")
            let story = try #require(try await fixture.fetch(list).stories?.first)
            let feed = try #require(try await fixture.fetch(fixture.sample.feed).stories?.first)
            #expect(story.key == feed.key && story.title == feed.title && story.byline == feed.byline)
            #expect(story.tags == feed.tags && story.publishedAt == feed.publishedAt && story.text == feed.text)
            let picture = try #require(story.pictures.first)
            #expect(picture.caption == "The reading room at ten past two on the first trial night.")
            #expect(picture.credit == "Kit Alderman / The Mudlark" && picture.alt?.hasPrefix("Students") == true)
            #expect(picture.width == 1600 && picture.renditions.map(\.width) == [1024])
            #expect(story.pictures.count == 2)
        }
    }

    @Test func `what the interface says of a refusal is passed on`() async throws {
        try await WordPressFixture.open {
            $0.restAccess = .withoutRoutes
        } _: { fixture async throws in
            await #expect(throws: SourceError.notThere) {
                try await fixture.fetch(fixture.sample.origin.address("/wp-json/wp/v2/posts"))
            }
            fixture.sample.configure { $0.restAccess = .forbidden }
            await #expect(throws: SourceError.signInNeeded) {
                try await fixture.fetch(fixture.sample.origin.address("/wp-json/wp/v2/posts"))
            }
        }
    }

    @Test(arguments: [
        ("https://a.example/wp-json/", "https://a.example/wp-json"),
        ("https://a.example/?rest_route=/", "https://a.example/?rest_route="),
        ("https://a.example/blog/wp-json/", "https://a.example/blog/wp-json"),
        ("https://a.example/index.php?rest_route=/", "https://a.example/index.php?rest_route="),
    ])
    func `the interface's root is told by the page`(linked: String, root: String) throws {
        let read = try #require(WebAddress(linked).flatMap { RESTRoot(linked: $0) })
        #expect(read.text == root)
        let list = try #require(WebAddress(read.address("/wp/v2/posts", ["page": "2"])))
        #expect(RESTRoot(above: list) == read && list.text.hasSuffix("page=2"))
        #expect(RESTRoot(above: try #require(WebAddress("https://a.example/feed/"))) == nil)
    }

    @Test func `without a root the usual place is guessed, beside the folder of the guid`() throws {
        let story = try #require(WebAddress("https://www.a.example/blog/2013/04/x/"))
        #expect(
            RESTRoot(guessedFor: story, key: "http://a.example/blog/?p=12").text
                == "https://www.a.example/blog/wp-json")
        #expect(RESTRoot(guessedFor: story, key: "print:1").text == "https://www.a.example/wp-json")
        let plain = try #require(WebAddress("https://a.example/?p=12"))
        #expect(RESTRoot(guessedFor: plain, key: "https://a.example/?p=12").text == "https://a.example/?rest_route=")
    }
}
