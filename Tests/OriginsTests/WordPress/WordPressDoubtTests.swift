import Foundation
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Origins

/// Tests of a page that claims more comments than it shows, which replaces nothing (row NEXUS-27).
@Suite struct WordPressDoubtTests {
    private static let story = "lab-fire-drill"

    /// Opens a site with a thread of 24 comments, and loads the page first.
    private func open(_ body: (WordPressFixture, DiscussionResponse) async throws -> Void) async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.hasCommentFeeds) = (.forbidden, false)
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(24)
        } _: { fixture async throws in
            let whole = try await fixture.thread(Self.story, count: 24)
            #expect(whole.comments?.count == 24 && whole.isComplete && whole.missingCount == 0)
            try await body(fixture, whole)
        }
    }

    private func message(_ fixture: WordPressFixture, after known: DiscussionResponse) async throws -> String {
        guard case .unreadable(let cause)? = try await fixture.failure(Self.story, count: 24, state: known.sourceState)
        else { return "it was read" }
        return cause.message
    }

    @Test(.mission("NEXUS-27"))
    func `half a page does not take the place of a whole thread, and says why`() async throws {
        try await open { fixture, whole in
            fixture.sample.configure { $0.cutsPagesAfter = 9 }
            let why = try await message(fixture, after: whole)
            #expect(why == "127.0.0.1's page breaks off in the middle of the comments.")
            // Half a thread, without the comment that is cut, is better than nothing if none is stored.
            let half = try await fixture.thread(Self.story, count: 24)
            #expect(half.comments?.count == 9 && !half.isComplete && half.missingCount == 15)
            #expect(half.acceptsComments == nil && half.diagnostics.contains { $0.contains("breaks off") })
            fixture.sample.configure { $0.cutsPagesAfter = nil }
            let again = try await fixture.thread(Self.story, count: 24, state: half.sourceState)
            #expect(again.comments?.count == 24 && again.isComplete)
        }
    }

    @Test(.mission("NEXUS-28"))
    func `a page that ends before the first comment is not one without comments`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.hasCommentFeeds) = (.forbidden, false)
            $0.replacements = ["</main>": "", "</body>": "", "</html>": ""]
        } _: { fixture async throws in
            let failure = try await fixture.failure("spring-ball-theme", count: 0)
            #expect(failure == .unreadable(FailureCause(.comments(.cutShort), at: "127.0.0.1")))
        }
    }

    @Test(arguments: [
        ["</body>": "", "</html>": ""], ["</body>": "", "</html>": "", "</p>": "", "</li>": ""],
    ])
    func `a page that omits its optional end tags is whole`(tags: [String: String]) async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.hasCommentFeeds, $0.replacements) = (.forbidden, false, tags)
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(24)
        } _: { fixture async throws in
            let whole = try await fixture.thread(Self.story, count: 24)
            #expect(whole.comments?.count == 24 && whole.comments?.last?.key == "20023")
            #expect(whole.isComplete && whole.missingCount == 0 && whole.acceptsComments == true)
            #expect(try await fixture.thread("spring-ball-theme", count: 0).comments?.isEmpty == true)
            // The same page is cut in the middle.
            fixture.sample.configure { $0.cutsPagesAfter = 9 }
            let why = try await message(fixture, after: whole)
            #expect(why.contains("breaks off in the middle"), "\(why)")
        }
    }

    @Test(arguments: [
        // The theme writes comments in another way.
        (["<li id=\"comment-2001": "<div data-id=\"2001"], "counts 24 comments and shows only"),
        (["<time datetime": "<span data-at", "comment-meta": "about"], "no longer says when"),
        (["class=\"fn\"": "class=\"who\"", "comment-author": "voice"], "does not know"),
    ])
    func `a theme's new names take nothing away`(names: [String: String], why: String) async throws {
        try await open { fixture, whole in
            fixture.sample.configure { $0.replacements = names }
            let message = try await message(fixture, after: whole)
            #expect(message.contains(why), "\(message)")
        }
    }

    @Test(.mission("NEXUS-29"))
    func `answers beside what they answer keep their depth, and without a sign of it nothing changes`() async throws {
        try await open { fixture, whole in
            fixture.sample.configure { $0.flattensReplies = true }
            let flat = try await fixture.thread(Self.story, count: 24, state: whole.sourceState)
            #expect(flat.comments == nil, "it is the same thread")
            fixture.sample.configure { $0.replacements = [" depth-": " level-"] }
            let message = try await message(fixture, after: whole)
            #expect(message.contains("no longer says which comments are replies"), "\(message)")
        }
    }

    @Test(arguments: [
        (FailureCause.CommentDetail.times, ["<time datetime": "<span data-at", "comment-meta": "about"]),
        (.parents, [" depth-": " level-"]),
    ])
    func `what a theme leaves out for good is believed in the end`(
        detail: FailureCause.CommentDetail, names: [String: String]
    ) async throws {
        try await open { fixture, whole in
            fixture.sample.configure { ($0.flattensReplies, $0.replacements) = (detail == .parents, names) }
            let doubt = SourceError.unreadable(FailureCause(.comments(.lost(detail)), at: "127.0.0.1"))
            let capability = try #require(fixture.source.discussion)
            let before = try fixture.discussionRequest(Self.story, count: 24, state: whole.sourceState)
            for other in [nil, FailureCause(.comments(.lost(.authors)), at: "127.0.0.1")] {
                var request = before
                request.lastingFailure = other
                let doubtful = request
                await #expect(throws: doubt) { _ = try await capability.thread(for: doubtful) }
            }
            var request = before
            request.lastingFailure = FailureCause(.comments(.lost(detail)), at: "127.0.0.1")
            let believed = try await capability.thread(for: request)
            if detail == .parents {
                #expect(believed.comments?.count == 24)
                #expect(believed.comments?.allSatisfy { $0.parentKey == nil } == true && believed.isComplete)
            }
            // The page is accepted as the thread from now on.
            let again = try await fixture.thread(Self.story, count: 24, state: believed.sourceState)
            #expect(again.comments == nil)
        }
    }

    @Test func `comments that a theme never shows cast no doubt later`() async throws {
        try await WordPressFixture.open {
            $0.restAccess = .forbidden
            $0.replacements["<h2 class=\"comments-title\">24"] = "<h2 class=\"comments-title\">26"
            $0.replacements["<h2 class=\"comments-title\">23"] = "<h2 class=\"comments-title\">25"
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(24)
        } _: { fixture async throws in
            let first = try await fixture.thread(Self.story)
            #expect(first.comments?.count == 24 && first.missingCount == 2 && !first.isComplete)
            // A moderator removed a comment, so the page's count is lower by one too.
            fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(23) }
            let less = try await fixture.thread(Self.story, state: first.sourceState)
            #expect(less.comments?.count == 23 && less.isComplete)
        }
    }

    // MARK: Honest pages

    /// The comments that are no replies.
    private static let late = (0..<14).map {
        SampleWordPressComment(id: 21_000 + $0, name: "Late \($0)", minutes: 30, html: "Me too.")
    }

    @Test func `a thread that grows where nobody answers, or whose answers a moderator takes away, is believed`()
        async throws
    {
        try await WordPressFixture.open {
            ($0.restAccess, $0.hasCommentFeeds) = (.forbidden, false)
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(12)
        } _: { fixture async throws in
            let first = try await fixture.thread(Self.story)
            #expect(first.comments?.count { $0.parentKey != nil } == 4)
            fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(12) + Self.late }
            #expect(try await fixture.thread(Self.story, state: first.sourceState).comments?.count == 26)
            fixture.sample.configure {
                $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(12).filter {
                    $0.parent == nil || $0.id == 20_010
                }
            }
            let less = try await fixture.thread(Self.story, state: first.sourceState)
            #expect(less.comments?.count == 9 && less.isComplete)
        }
    }

    @Test func `the newest ten of a feed may answer less than the ten before them`() async throws {
        try await WordPressFixture.open {
            WordPressVariant.feed.configure(&$0)
            $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(24)
        } _: { fixture async throws in
            let first = try await fixture.thread(Self.story, count: 24)
            #expect(first.comments?.count { $0.parentKey != nil } == 3)
            fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(24) + Self.late }
            let later = try await fixture.thread(Self.story, count: 38, state: first.sourceState)
            #expect(later.comments?.count == 10 && later.comments?.allSatisfy { $0.parentKey == nil } == true)
        }
    }

    @Test func `a comment that is counted and not shown, when another was removed, holds up no thread`() async throws {
        try await open { fixture, whole in
            fixture.sample.configure {
                $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(23)
                $0.replacements["<h2 class=\"comments-title\">23"] = "<h2 class=\"comments-title\">24"
            }
            let less = try await fixture.thread(Self.story, count: 24, state: whole.sourceState)
            #expect(less.comments?.count == 23 && less.missingCount == 1 && !less.isComplete)
        }
    }

    @Test func `far fewer comments that no heading counts are believed when a person asks`() async throws {
        try await open { fixture, whole in
            fixture.sample.configure {
                $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(9)
                $0.replacements["class=\"comments-title\""] = "class=\"words\""
            }
            let why = try await message(fixture, after: whole)
            #expect(why.contains("shows only 9 of the 24 comments"), "\(why)")
            let wanted = try await fixture.thread(Self.story, state: whole.sourceState, reason: .manual)
            #expect(wanted.comments?.count == 9 && wanted.isComplete)
        }
    }

    @Test func `who begins with a link to a comment has said that, and loses no words`() async throws {
        let link = "<a href=\"#comment-7001\">"
        try await WordPressFixture.open {
            WordPressVariant.feed.configure(&$0)
            $0.extraComments[Self.story] = [
                SampleWordPressComment(id: 7_001, name: "Mara", minutes: 9, html: "First."),
                SampleWordPressComment(id: 7_002, name: "Ole", minutes: 9, html: "\(link)Mara</a> is right!"),
                SampleWordPressComment(
                    id: 7_003, name: "Ann", minutes: 9, html: "\(link)@Mara</a>, no.\n\nLook again."),
                SampleWordPressComment(id: 7_004, parent: 7_001, name: "Ida", minutes: 9, html: "Why?"),
            ]
        } _: { fixture async throws in
            let comments = try #require(try await fixture.thread(Self.story).comments)
            #expect(comments.map(\.text) == ["First.", "Mara is right!", "@Mara, no.\nLook again.", "Why?"])
            #expect(comments.map(\.parentKey) == [nil, nil, nil, "7001"])
        }
    }
}
