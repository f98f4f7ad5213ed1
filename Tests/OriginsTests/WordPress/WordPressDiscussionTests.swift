import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of a WordPress site's comments, by each transport (rows NEXUS-25 to 30, 57).
@Suite struct WordPressDiscussionTests {
    private static let hostile =
        "Hello<script>alert(1)</script> <a href=\"javascript:x()\" onclick=\"x()\">there</a>"
        + "<img src=x onerror=alert(2)><iframe src=\"https://evil.example/\"></iframe><style>p{}</style>"

    /// Returns `count` comments, every third a reply to the one before.
    static func crowd(_ count: Int) -> [SampleWordPressComment] {
        (0..<count).map {
            SampleWordPressComment(
                id: 20_000 + $0, parent: $0 % 3 == 1 ? 19_999 + $0 : nil, name: "Voice \($0)", minutes: 10 + $0 / 4,
                html: "Comment number \($0).\n\nIt has two paragraphs.")
        }
    }

    // MARK: The contract

    @Test(.mission("NEXUS-27"), arguments: WordPressVariant.allCases.filter { $0 != .feed })
    func `every way to the comments keeps what a discussion promises`(_ way: WordPressVariant) async throws {
        try await WordPressFixture.open {
            way.configure(&$0)
            $0.threadsPerPage = way == .interface ? nil : 50
            $0.extraComments["lab-fire-drill"] = Self.crowd(230)
            $0.extraComments["hockey-mud"] = [
                SampleWordPressComment(id: 7_777, name: "M", minutes: 9, html: Self.hostile)
            ]
        } _: { fixture async throws in
            try await WordPressFixture.open {
                ($0.markup, $0.restAccess, $0.hasCommentFeeds) = (.unknown, .forbidden, false)
            } _: { strange async throws in
                func thread(
                    _ slug: String, at fixture: WordPressFixture, count: Int? = nil
                ) throws -> DiscussionContract.Thread {
                    DiscussionContract.Thread(
                        try #require(fixture.source.discussion), try fixture.discussionRequest(slug, count: count))
                }
                var gone = try thread("spring-ball-theme", at: fixture)
                gone.request.storyKey = "\(fixture.sample.origin.site)/?p=1"
                gone.request.link = WebAddress(fixture.sample.origin.address("/2026/01/01/nothing/"))
                let tide = try await fixture.thread("tide-mill-vote").comments.map(DiscussionContract.readingOrder)
                #expect(tide == ["542", "545", "548", "551", "554"])
                try await DiscussionContract(
                    nested: (try thread("tide-mill-vote", at: fixture), tide ?? []),
                    empty: try thread("spring-ball-theme", at: fixture, count: 0),
                    unreadable: try thread("tide-mill-vote", at: strange, count: 5), failing: gone,
                    long: (try thread("lab-fire-drill", at: fixture, count: 230), 230),
                    hostile: (try thread("hockey-mud", at: fixture), "7777")
                ).verify()
            }
        }
    }

    // MARK: What comes

    @Test(.mission("NEXUS-26", "NEXUS-29"), arguments: WordPressVariant.allCases)
    func `author, date and text are read, and answers know what they answer`(_ way: WordPressVariant) async throws {
        try await WordPressFixture.open(way.configure) { fixture async throws in
            let response = try await fixture.thread()
            let comments = try #require(response.comments)
            DiscussionContract.expectWellFormed(comments)
            let ferris = try #require(comments.first { $0.key == "509" })
            #expect(ferris.author == "Aubrey Ferris")
            #expect(ferris.text.hasPrefix("The lift is not a toy, and the kettle") && ferris.text.hasSuffix("said."))
            let said = fixture.clock.now.addingTimeInterval(-190 * 60 + 41 * 60)
            #expect(ferris.publishedAt.map { abs($0.timeIntervalSince(said)) < 60 } == true)
            #expect(ferris.link?.fragment == "comment-509")
            guard way != .feed else {
                #expect(ferris.parentKey == "506" && response.acceptsComments == nil)
                return
            }
            #expect(ferris.parentKey == "506")
            #expect(response.acceptsComments == true)
            let deep = ["506", "509", "512", "515", "518"]
            let parents = Dictionary(uniqueKeysWithValues: comments.map { ($0.key, $0.parentKey) })
            for (outer, inner) in zip(deep, deep.dropFirst()) { #expect(parents[inner] == outer) }
            #expect(comments.filter(\.isByAuthor).map(\.author) == ["Imogen Tarrant"])
            let pending = comments.filter { $0.moderationState == .pending }
            let pingbacks = comments.filter { $0.kind == .pingback }
            if way == .interface {
                #expect(pending.isEmpty && pingbacks.isEmpty && comments.count == 9)
            } else {
                #expect(pending.map(\.author) == ["Anonymous"] && comments.count == 11)
                #expect(pingbacks.map(\.author) == ["The Tidewater Review"])
            }
        }
    }

    @Test(arguments: [WordPressVariant.html5, .xhtml])
    func `a pingback that is shown as a comment is one still, by whom it is`(_ way: WordPressVariant) async throws {
        try await WordPressFixture.open {
            way.configure(&$0)
            $0.showsWholePingbacks = true
        } _: { fixture async throws in
            let comments = try #require(try await fixture.thread().comments)
            let pingback = try #require(comments.first { $0.kind == .pingback })
            #expect(pingback.author == "The Tidewater Review")
            #expect(pingback.text.hasPrefix("[…]") && pingback.publishedAt != nil && comments.count == 11)
        }
    }

    @Test func `paragraphs are apart, and markup of the writer stays`() async throws {
        try await WordPressFixture.open {
            $0.extraComments["hockey-mud"] = Self.crowd(1)
        } _: { fixture async throws in
            let comment = try #require(try await fixture.thread("hockey-mud").comments?.first)
            #expect(comment.text == "Comment number 0.\nIt has two paragraphs.")
            let beach = try #require(try await fixture.thread("against-the-lecture").comments?.last)
            #expect(beach.body.text.contains("<em>of the beach</em>"))
        }
    }

    // MARK: Which way

    @Test func `the interface is asked first, for its comments and whether more may come`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let response = try await fixture.thread()
            let number = try #require(fixture.sample.story(WordPressFixture.longestStory)).id
            #expect(fixture.requestPaths == ["/wp-json/wp/v2/comments", "/wp-json/wp/v2/posts/\(number)"])
            let query = try #require(fixture.sample.origin.requests.first?.query)
            #expect(query.contains("per_page=100") && query.contains("order=asc"))
            fixture.sample.origin.clearRequests()
            let again = try await fixture.thread(state: response.sourceState)
            #expect(
                again.comments == nil && again.acceptsComments == true
                    && fixture.requestPaths == ["/wp-json/wp/v2/comments"])
            fixture.clock.advance(days: 0.01)
            let later = try await fixture.thread(state: again.sourceState)
            #expect(later.comments?.map(\.author).suffix(2) == ["Kit Alderman", "Dr Pask"])
        }
    }

    @Test(arguments: [SampleWordPressBehaviour.RESTAccess.forbidden, .withoutRoutes, .notFound])
    func `without an interface the page is read, and what was learned of the site holds`(
        _ interface: SampleWordPressBehaviour.RESTAccess
    ) async throws {
        try await WordPressFixture.open {
            $0.restAccess = interface
        } _: { fixture async throws in
            let response = try await fixture.thread()
            #expect(response.comments?.count == 11 && response.diagnostics.first?.contains("REST interface") == true)
            fixture.sample.origin.clearRequests()
            _ = try await fixture.thread("rowing-final")
            let race = try #require(fixture.sample.story("rowing-final"))
            #expect(fixture.requestPaths.map { fixture.sample.origin.address($0) } == [race.link])
            fixture.sample.origin.clearRequests()
            let again = try await fixture.thread(state: response.sourceState)
            #expect(again.comments == nil && fixture.requestPaths.count == 1)
        }
    }

    @Test func `an unchanged page is asked for with what it gave`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.pagesHaveEntityTags) = (.forbidden, true)
        } _: { fixture async throws in
            let response = try await fixture.thread()
            let again = try await fixture.thread(state: response.sourceState)
            #expect(again.comments == nil && fixture.sample.origin.requests.last?.header("if-none-match") != nil)
        }
    }

    @Test func `an interface that is elsewhere is found through the page`() async throws {
        try await WordPressFixture.open {
            $0.usesPlainPermalinks = true
        } _: { fixture async throws in
            let plain = try await fixture.thread()
            #expect(plain.comments?.count == 9 && fixture.requestPaths == ["/", "/"])
            #expect(fixture.sample.origin.requests.first?.query?.hasPrefix("rest_route=/wp/v2/comments&post=") == true)
        }
        try await WordPressFixture.open {
            $0.markup = .thirdParty
        } _: { fixture async throws in
            var request = try fixture.discussionRequest()
            // Imported stories have such a guid, without an ID.
            request.storyKey = "tag:mudlark.example,2026:1"
            let response = try await fixture.source.discussion?.thread(for: request)
            #expect(
                response?.comments?.count == 9 && fixture.requestPaths.count == 3
                    && fixture.requestPaths[0].hasPrefix("/20"))
        }
    }

    @Test func `a way that was remembered and is closed gives way to the others`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let response = try await fixture.thread()
            fixture.sample.configure { $0.restAccess = .forbidden }
            let page = try await fixture.thread(state: response.sourceState)
            #expect(page.comments?.count == 11)
            fixture.sample.configure { ($0.restAccess, $0.markup) = (.open, .unknown) }
            let back = try await fixture.thread(state: page.sourceState, reason: .manual)
            #expect(back.comments?.count == 9)
        }
    }

    @Test func `who wants to be left alone is not asked by another way`() async throws {
        try await WordPressFixture.open { fixture async throws in
            await fixture.sample.origin.simulate(.status(429, retryAfter: .seconds(900)))
            guard case .busy = try await fixture.failure() else {
                Issue.record("it was not busy")
                return
            }
            #expect(fixture.requestPaths.count == 1)
        }
    }

    // MARK: Pages of comments

    @Test(arguments: [true, false])
    func `a thread cut into pages is read whole, whichever page comes first`(newestFirst: Bool) async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.threadsPerPage, $0.showsNewestPageFirst) = (.forbidden, 2, newestFirst)
            $0.extraComments["lab-fire-drill"] = Self.crowd(12)
        } _: { fixture async throws in
            let response = try await fixture.thread("lab-fire-drill", count: 12)
            #expect(response.comments?.map(\.key) == (20_000..<20_012).map(String.init) && response.missingCount == 0)
            let again = try await fixture.thread("lab-fire-drill", count: 12, state: response.sourceState)
            #expect(again.comments == nil)
            fixture.sample.configure { $0.extraComments["lab-fire-drill"] = Self.crowd(13) }
            let more = try await fixture.thread("lab-fire-drill", count: 13, state: again.sourceState)
            #expect(more.comments?.count == 13)
        }
    }

    @Test func `the feed gives the newest ten, in order, and says how many it did not`() async throws {
        try await WordPressFixture.open {
            WordPressVariant.feed.configure(&$0)
            $0.extraComments["lab-fire-drill"] = Self.crowd(24)
        } _: { fixture async throws in
            let response = try await fixture.thread("lab-fire-drill", count: 24)
            #expect(
                response.comments?.map(\.key).last == "20023" && response.comments?.count == 10
                    && response.missingCount == 14
            )
            let again = try await fixture.thread("lab-fire-drill", count: 24, state: response.sourceState)
            #expect(again.comments == nil && fixture.sample.origin.requests.last?.header("if-none-match") != nil)
        }
    }

    // MARK: None, closed, not understood

    @Test(.mission("NEXUS-28"), arguments: [WordPressVariant.interface, .html5, .xhtml, .eleven])
    func `no comments is said only where the site says so`(_ way: WordPressVariant) async throws {
        try await WordPressFixture.open(way.configure) { fixture async throws in
            for count in [0, nil] {
                let response = try await fixture.thread("spring-ball-theme", count: count)
                #expect(
                    response.comments?.isEmpty == true && response.acceptsComments == true && response.missingCount == 0
                )
            }
        }
    }

    @Test func `a closed thread is one, with comments and without`() async throws {
        for way in [WordPressVariant.interface, .html5, .xhtml] {
            try await WordPressFixture.open {
                way.configure(&$0)
                $0.commentsClosedSlugs = ["tide-mill-vote", "spring-ball-theme"]
            } _: { fixture async throws in
                let some = try await fixture.thread("tide-mill-vote")
                #expect(some.comments?.count == 5 && some.acceptsComments == false)
                guard way == .interface else {
                    // The theme omits the comment area: only the feed's count could say that there are none.
                    guard case .unreadable? = try await fixture.failure("spring-ball-theme") else {
                        Issue.record("nothing was taken for none")
                        return
                    }
                    return
                }
                #expect(try await fixture.thread("spring-ball-theme").acceptsComments == false)
            }
        }
    }

    @Test func `comments for members alone are open`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.requiresSignIn) = (.forbidden, true)
        } _: { fixture async throws in
            #expect(try await fixture.thread("tide-mill-vote").acceptsComments == true)
        }
    }

    @Test(
        .mission("NEXUS-27"),
        arguments: [
            (SampleWordPressBehaviour.Markup.unknown, "place for comments"), (.thirdParty, "Disqus"),
            (.loadedByScript, "10 comments"),
        ])
    func `a markup that is not understood is an error that says what it met`(
        _ markup: SampleWordPressBehaviour.Markup, _ words: String
    ) async throws {
        try await WordPressFixture.open {
            ($0.markup, $0.restAccess, $0.hasCommentFeeds) = (markup, .forbidden, false)
        } _: { fixture async throws in
            guard case .unreadable(let cause)? = try await fixture.failure(count: 10) else {
                Issue.record("it was read")
                return
            }
            #expect(
                cause.message.contains(words) && cause.message.contains("127.0.0.1") && cause.message.contains("401"),
                "\(cause.message)")
        }
    }

    @Test(.mission("NEXUS-28"))
    func `a place for comments that shows none of those the site counts is not believed`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.hasCommentFeeds) = (.forbidden, false)
        } _: { fixture async throws in
            guard case .unreadable(let cause)? = try await fixture.failure("spring-ball-theme", count: 4) else {
                Issue.record("it was read")
                return
            }
            #expect(cause.message.contains("none of the 4 comments"))
        }
    }

    @Test func `a story that is gone has no comments to be read`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let request = try fixture.discussionRequest("tide-mill-vote")
            fixture.sample.configure { $0.removedSlugs = ["tide-mill-vote"] }
            let capability = try #require(fixture.source.discussion)
            await #expect(throws: SourceError.notThere) { try await capability.thread(for: request) }
        }
    }

    // MARK: Parts

    @Test(
        .mission("NEXUS-26"),
        arguments: [
            ("April 2, 2013 at 9:15 am", "2013-04-02T09:15:00Z"),
            ("December 31, 2012 at 11:59 pm", "2012-12-31T23:59:00Z"),
            ("January 1, 2013 at 12:05 am", "2013-01-01T00:05:00Z"), ("2 April 2013 at 21:15", "2013-04-02T21:15:00Z"),
            ("2013/04/02 at 9:15 am", "2013-04-02T09:15:00Z"), ("Apr 2nd, 2013 at 12:30pm", "2013-04-02T12:30:00Z"),
        ])
    func `dates in a theme's words are read`(text: String, instant: String) {
        #expect(CommentDateParser.parse(text)?.formatted(.iso8601) == instant)
    }

    // MARK: What goes wrong

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-1"])
    func `a number from the ends of what there is stops nobody`(total: String) async throws {
        try await WordPressFixture.open { fixture async throws in
            let page = SampleResource(
                Array(#"[{"id":7,"parent":0,"author_name":"M","content":{"rendered":"<p>One</p>"}}]"#.utf8),
                contentType: "application/json", headers: [("X-WP-Total", total), ("X-WP-TotalPages", "1")])
            fixture.sample.origin.serve(page, at: "/wp-json/wp/v2/comments")
            let response = try await fixture.thread()
            #expect(response.comments?.map(\.key) == ["7"])
            #expect(response.missingCount == (total.hasPrefix("-") ? 0 : 999_999))
        }
    }

    @Test(arguments: [500, 502, 504])
    func `a site that fails is asked by no other way, and its interface is not called closed`(
        _ status: Int
    ) async throws {
        try await WordPressFixture.open { fixture async throws in
            await fixture.sample.origin.simulate(.status(status), at: "/wp-json/wp/v2/comments")
            #expect(try await fixture.failure() == .refused(status: status) && fixture.requestPaths.count == 1)
            await fixture.sample.origin.resetBehaviour()
            #expect(try await fixture.thread().comments?.count == 9)
        }
    }

    @Test(arguments: [WordPressVariant.html5, .feed])
    func `a person's own wish finds the way back to the interface`(_ way: WordPressVariant) async throws {
        try await WordPressFixture.open(way.configure) { fixture async throws in
            let worse = try await fixture.thread()
            fixture.sample.configure { $0.restAccess = .open }
            let better = try await fixture.thread(state: worse.sourceState, reason: .manual)
            #expect(better.comments?.count == 9 && better.comments?.contains { $0.parentKey != nil } == true)
        }
    }

    @Test func `ten comments of a feed do not take the place of a thread`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let whole = try await fixture.thread()
            fixture.sample.configure { ($0.restAccess, $0.markup) = (.forbidden, .unknown) }
            let failure = await #expect(throws: SourceError.self) { try await fixture.thread(state: whole.sourceState) }
            guard case .unreadable(let cause)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(
                cause.message.contains("only the newest")
                    && !cause.message.contains("does not have them either"))
            // The feed's comments are better than nothing for a thread that was never loaded otherwise.
            let feed = try await fixture.thread()
            #expect(feed.comments?.isEmpty == false && !feed.isComplete)
        }
    }

    @Test func `what a moderator took away is gone, whatever was counted before`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.threadsPerPage, $0.showsNewestPageFirst) = (.forbidden, 5, false)
            $0.extraComments["lab-fire-drill"] = Self.crowd(12)
        } _: { fixture async throws in
            let response = try await fixture.thread("lab-fire-drill", count: 12)
            #expect(response.missingCount == 0 && response.isComplete)
            fixture.sample.configure { $0.extraComments["lab-fire-drill"] = Self.crowd(11) }
            let less = try await fixture.thread("lab-fire-drill", count: 12, state: response.sourceState)
            #expect(less.comments?.count == 11 && less.isComplete)
        }
    }

    @Test func `a further page that is not understood is not an empty one`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.threadsPerPage, $0.showsNewestPageFirst, $0.hasCommentFeeds) = (
                .forbidden, 2, false, false
            )
            $0.extraComments["lab-fire-drill"] = Self.crowd(12)
        } _: { fixture async throws in
            let story = try #require(fixture.sample.story("lab-fire-drill"))
            let link = try #require(WebAddress(story.link))
            fixture.sample.origin.serve(
                FeedFixture.html(body: "<main>A new design.</main>"), at: link.path + "comment-page-2/")
            guard case .unreadable(let cause)? = try await fixture.failure("lab-fire-drill", count: 12) else {
                Issue.record("it was read")
                return
            }
            #expect(cause.message.contains("page 2"), "\(cause.message)")
        }
    }
}
