import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of threads of several pages: their order, and the number of requests to the site.
@Suite struct WordPressCommentPagesTests {
    private static let story = "lab-fire-drill"

    // MARK: The website's pages

    @Test(arguments: [true, false], [true, false])
    func `pages come in the site's order, each asked for once`(newestPage: Bool, newestThread: Bool) async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.threadsPerPage) = (.forbidden, 2)
            ($0.showsNewestPageFirst, $0.showsNewestThreadFirst) = (newestPage, newestThread)
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(12)
        } _: { fixture async throws in
            let response = try await fixture.thread(Self.story, count: 12)
            let threads = response.comments?.filter { $0.parentKey == nil }.compactMap { Int($0.key) } ?? []
            #expect(threads.count == 8 && threads == (newestThread ? threads.sorted(by: >) : threads.sorted()))
            #expect(response.comments?.count == 12 && response.isComplete)
            let pages = fixture.requestPaths.filter { !$0.hasPrefix("/wp-json") }
            #expect(pages.count == 4 && Set(pages).count == 4, "\(pages)")
            #expect(!pages.contains { $0.hasSuffix(newestPage ? "comment-page-4/" : "comment-page-1/") })
        }
    }

    @Test(.mission("NEXUS-25"))
    func `an unchanged thread of several pages is one request, until a person asks`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.threadsPerPage) = (.forbidden, 2)
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(12)
        } _: { fixture async throws in
            let first = try await fixture.thread(Self.story, count: 12)
            fixture.sample.origin.clearRequests()
            let again = try await fixture.thread(Self.story, count: 12, state: first.sourceState)
            #expect(again.comments == nil && fixture.requestPaths.count == 1)
            fixture.sample.origin.clearRequests()
            let wanted = try await fixture.thread(Self.story, count: 12, state: again.sourceState, reason: .manual)
            #expect(wanted.comments == nil && fixture.requestPaths.filter { !$0.hasPrefix("/wp-json") }.count == 4)
            fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(13) }
            #expect(try await fixture.thread(Self.story, state: again.sourceState).comments?.count == 13)
        }
    }

    /// Returns a page that refers to others only by the links to older and newer comments.
    private func page(_ number: Int, links: [Int]) throws -> CommentPageParser {
        let story = try #require(WebAddress("https://paper.example/a/"))
        let items = (0..<3).map {
            "<li class='comment' id='comment-\(number)\($0)'><b class='fn'>M</b>"
                + "<div class='comment-content'><p>Words</p></div></li>"
        }
        let nav = links.map { "<a href='/a/comment-page-\($0)/#comments'>More</a>" }
        return CommentPageParser(
            "<body><ol class='comment-list'>\(items.joined())</ol>\(nav.joined())</body>", at: story, of: story,
            linked: nil)
    }

    @Test(arguments: [1, 3])
    func `whether the story's own page is the first or the last shows in the comments of the next`(own: Int) throws {
        var pages = CommentPages(try page(own, links: [2]))
        #expect(pages.nextNumber == 2)
        pages.add(try page(2, links: [1, 3]), number: 2)
        let last = own == 1 ? 3 : 1
        #expect(pages.nextNumber == last)
        pages.add(try page(last, links: [2]), number: last)
        #expect(pages.nextNumber == nil && pages.count == 3 && pages.isComplete)
        let keys = (1...3).flatMap { page in (0..<3).map { "\(page)\($0)" } }
        #expect(pages.comments.map(\.key) == keys)
    }

    @Test func `a number in the heading is the comments' only where it can be`() throws {
        let story = try #require(WebAddress("https://paper.example/a/"))
        for (heading, count) in [
            ("12 Responses to “Top 10 books”", 12), ("Comments (1,204)", 1_204), ("One thought on “1984”", 1),
            ("Comments on “Top 10 books”", nil), ("3", 3), ("Discussion", nil),
        ] as [(String, Int?)] {
            let page = CommentPageParser(
                "<body><h2 class='comments-title'>\(heading)</h2></body>", at: story, of: story, linked: nil)
            #expect(page.statedCount == count, "\(heading)")
        }
    }

    // MARK: The REST API

    @Test func `an unchanged thread of several pages is one request of the interface`() async throws {
        try await WordPressFixture.open {
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(230)
        } _: { fixture async throws in
            func load(_ count: Int, _ known: DiscussionResponse) async throws -> (DiscussionResponse, requests: Int) {
                fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(count) }
                fixture.sample.origin.clearRequests()
                let response = try await fixture.thread(Self.story, state: known.sourceState)
                return (response, fixture.requestPaths.count)
            }
            let first = try await fixture.thread(Self.story)
            #expect(first.comments?.count == 230 && fixture.requestPaths.count == 4)
            let (same, requests) = try await load(230, first)
            #expect(same.comments == nil && requests == 1)
            let (more, requestsForMore) = try await load(231, same)
            #expect(more.comments?.count == 231 && requestsForMore == 4, "the page that showed it is not asked again")
            // The last page has been removed.
            let (less, _) = try await load(150, more)
            #expect(less.comments?.count == 150 && less.isComplete)
        }
    }

    @Test func `a full page is followed by another`() async throws {
        try await WordPressFixture.open {
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(100)
        } _: { fixture async throws in
            let full = try await fixture.thread(Self.story)
            #expect(full.comments?.count == 100)
            fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(101) }
            #expect(try await fixture.thread(Self.story, state: full.sourceState).comments?.count == 101)
        }
    }

    @Test func `what the interface leaves out of the site's count is told`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let response = try await fixture.thread(count: 10)
            #expect(response.comments?.count == 9 && response.missingCount == 1 && response.isComplete)
            #expect(response.diagnostics.contains { $0.contains("pingbacks") })
        }
    }
}
