import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of stories with a password, and of private sites.
@Suite struct WordPressAccessTests {
    private static let slug = "tide-mill-vote"
    private static let isProtected = SourceError.unreadable(FailureCause(.passwordProtected, at: "127.0.0.1"))

    @Test func `a story's password is told, and closes the interface for no other story`() async throws {
        try await WordPressFixture.open {
            $0.protectedSlugs = [Self.slug]
        } _: { fixture async throws in
            #expect(try await fixture.failure(Self.slug) == Self.isProtected && fixture.requestPaths.count == 2)
            fixture.sample.origin.clearRequests()
            #expect(try await fixture.thread().comments?.count == 9)
            #expect(fixture.requestPaths.first == "/wp-json/wp/v2/comments")
        }
    }

    @Test func `a story that is gone closes the interface for no other story`() async throws {
        try await WordPressFixture.open { fixture async throws in
            var request = try fixture.discussionRequest(Self.slug)
            request.storyKey = "\(fixture.sample.origin.site)/?p=1"
            fixture.sample.configure { $0.removedSlugs = [Self.slug] }
            let capability = try #require(fixture.source.discussion)
            let removed = request
            await #expect(throws: SourceError.notThere) { _ = try await capability.thread(for: removed) }
            #expect(try await fixture.thread().comments?.count == 9)
        }
    }

    private func redirect(to link: String) -> SampleResource {
        SampleResource([], contentType: "text/html", hasEntityTag: false, status: 301, headers: [("Location", link)])
    }

    @Test(arguments: [SampleWordPressBehaviour.RESTAccess.open, .forbidden])
    func `a removed story whose address leads to another does not take the other's comments`(
        _ access: SampleWordPressBehaviour.RESTAccess
    ) async throws {
        try await WordPressFixture.open {
            $0.restAccess = access
        } _: { fixture async throws in
            let known = try await fixture.thread(Self.slug)
            let request = try fixture.discussionRequest(Self.slug)
            let link = try #require(request.link)
            let other = try #require(fixture.sample.story("rowing-final"))
            fixture.sample.configure { $0.removedSlugs = [Self.slug] }
            fixture.sample.origin.serve(redirect(to: other.link), at: link.path)
            let capability = try #require(fixture.source.discussion)
            for state in [known.sourceState, nil] {
                var again = request
                again.sourceState = state
                let asked = again
                await #expect(throws: SourceError.notThere) { _ = try await capability.thread(for: asked) }
            }
        }
    }

    @Test func `a story whose address has changed keeps its comments`() async throws {
        try await WordPressFixture.open {
            $0.restAccess = .forbidden
        } _: { fixture async throws in
            var request = try fixture.discussionRequest(Self.slug)
            let link = try #require(request.link)
            let capability = try #require(fixture.source.discussion)
            fixture.sample.origin.serve(redirect(to: link.text), at: "/2026/01/01/old-name/")
            request.link = WebAddress(fixture.sample.origin.address("/2026/01/01/old-name/"))
            let moved = try await capability.thread(for: request)
            #expect(moved.comments?.count == 5)
            // The story has another number, as after an import, and the same slug.
            fixture.sample.origin.serve(redirect(to: link.text), at: "/archive/\(Self.slug)/")
            request.link = WebAddress(fixture.sample.origin.address("/archive/\(Self.slug)/"))
            request.storyKey = "\(fixture.sample.origin.site)/?p=1"
            let imported = try await capability.thread(for: request)
            #expect(imported.comments?.count == 5)
        }
    }

    @Test func `the notice in a feed of comments is not what people wrote`() async throws {
        try await WordPressFixture.open(WordPressVariant.feed.configure) { fixture async throws in
            let feed = try await fixture.thread(Self.slug)
            #expect(feed.comments?.isEmpty == false)
            fixture.sample.configure { $0.protectedSlugs = [Self.slug] }
            #expect(try await fixture.failure(Self.slug, state: feed.sourceState) == Self.isProtected)
        }
    }

    @Test(arguments: [true, false])
    func `the notice in a feed is not the story's text`(excerptsOnly: Bool) async throws {
        try await WordPressFixture.open {
            ($0.protectedSlugs, $0.feedHasExcerptsOnly, $0.feedLength) = ([Self.slug], excerptsOnly, 30)
        } _: { fixture async throws in
            let stories = try #require(try await fixture.fetch(fixture.sample.feed).stories)
            let story = try #require(stories.first { $0.title.hasPrefix("Protected: ") })
            #expect(story.text.isEmpty && story.body.isEmpty && story.dek == nil && story.original.isEmpty)
            #expect(stories.filter { !$0.text.isEmpty }.count == stories.count - 1)
        }
    }

    @Test func `the story's page says that it wants a password`() async throws {
        try await WordPressFixture.open {
            $0.protectedSlugs = [Self.slug]
        } _: { fixture async throws in
            let link = try #require(fixture.sample.story(Self.slug).flatMap { WebAddress($0.link) })
            let articles = BuiltInSources.catalog(fetcher: fixture.fetcher).articles
            await #expect(throws: Self.isProtected) { try await articles.fullText(of: link) }
        }
    }

    @Test func `a protected story of a list has no text, and takes the counts of no other`() async throws {
        try await WordPressFixture.open {
            $0.protectedSlugs = [Self.slug]
        } _: { fixture async throws in
            let list = fixture.sample.origin.address("/wp-json/wp/v2/posts?per_page=30")
            let stories = try #require(try await fixture.fetch(list).stories)
            let story = try #require(stories.first { $0.title.hasPrefix("Protected: ") })
            #expect(story.text.isEmpty && story.commentCount == nil)
            #expect(stories.filter { $0.commentCount != nil }.count == stories.count - 1)
        }
    }

    // MARK: Private sites

    @Test func `a thread of a private site wants a sign-in, and the feed is not asked`() async throws {
        try await WordPressFixture.open { fixture async throws in
            fixture.sample.configure { $0.visibility = .membersOnly }
            #expect(try await fixture.failure() == .signInNeeded)
            #expect(fixture.requestPaths.count == 3 && fixture.requestPaths.last == "/wp-login.php")
        }
    }

    private func failure(_ path: String = "/", at fixture: WordPressFixture) async throws -> SourceError? {
        let address = try #require(WebAddress(fixture.sample.origin.address(path)))
        do {
            _ = try await FeedDiscovery(fetcher: fixture.fetcher, now: { fixture.clock.now }).discover(at: address)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        (SampleWordPressBehaviour.Visibility.membersOnly, 2), (.privatePage, 1), (.forbidden, 1),
    ])
    func `a private site is noticed at once`(_ visibility: SampleWordPressBehaviour.Visibility, requests: Int)
        async throws
    {
        try await WordPressFixture.open {
            $0.visibility = visibility
        } _: { fixture async throws in
            for path in ["/", "/feed/"] {
                fixture.sample.origin.clearRequests()
                #expect(try await failure(path, at: fixture) == .signInNeeded)
                #expect(fixture.requestPaths.count == requests, "\(fixture.requestPaths)")
            }
        }
    }

    @Test func `a site that is coming soon says so in its own words`() async throws {
        try await WordPressFixture.open {
            $0.visibility = .comingSoon
        } _: { fixture async throws in
            guard case .unreadable(let cause)? = try await failure(at: fixture) else {
                Issue.record("it has feeds")
                return
            }
            #expect(cause.message == "127.0.0.1 is not public yet: it says “Coming soon We are moving in.”.")
            #expect(fixture.requestPaths == ["/", "/feed/"])
        }
    }

    @Test func `a check for robots is told in its own words, by one request`() async throws {
        let page = FeedFixture.html(body: "<div class=\"cf-turnstile\"></div><p>Verify that you are human.</p>")
        let cause = FailureCause(
            .notAFeed(.interstitial(.robotCheck), words: "Verify that you are human."), at: "127.0.0.1")
        try await SourceFixture.open(["/": page, "/feed": page]) { fixture async throws in
            await #expect(throws: SourceError.unreadable(cause)) { try await fixture.discover("/") }
            #expect(fixture.requestPaths == ["/"])
            #expect(try await fixture.failure() == .unreadable(cause))
        }
    }
}
