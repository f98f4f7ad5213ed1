import Foundation
import News
import SampleOrigins
import Testing

@testable import Origins

/// What a page claims and does not show takes the place of nothing (row NEXUS-27).
@Suite struct WordPressDoubtTests {
    private static let story = "lab-fire-drill"

    /// With 24 comments, which are read by the page first.
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

    @Test func `half a page does not take the place of a whole thread, and says why`() async throws {
        try await open { fixture, whole in
            fixture.sample.configure { $0.cutsPagesAfter = 9 }
            let why = try await message(fixture, after: whole)
            #expect(why == "127.0.0.1's page breaks off in the middle of the comments.")
            // Where nothing is stored, half is better than nothing, without the comment that is cut.
            let half = try await fixture.thread(Self.story, count: 24)
            #expect(half.comments?.count == 9 && !half.isComplete && half.missingCount == 15)
            #expect(half.acceptsComments == nil && half.diagnostics.contains { $0.contains("breaks off") })
            fixture.sample.configure { $0.cutsPagesAfter = nil }
            let again = try await fixture.thread(Self.story, count: 24, state: half.sourceState)
            #expect(again.comments?.count == 24 && again.isComplete)
        }
    }

    @Test func `a page that ends before the first comment is not one without comments`() async throws {
        try await WordPressFixture.open {
            ($0.restAccess, $0.hasCommentFeeds) = (.forbidden, false)
            $0.replacements = ["</body>": "", "</html>": ""]
        } _: { fixture async throws in
            let failure = try await fixture.failure("spring-ball-theme", count: 0)
            #expect(failure == .unreadable(FailureCause(.comments(.cutShort), at: "127.0.0.1")))
        }
    }

    @Test(arguments: [
        // Comments that a theme writes in another way.
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

    @Test func `answers beside what they answer keep their depth, and without a sign of it nothing changes`()
        async throws
    {
        try await open { fixture, whole in
            fixture.sample.configure { $0.flattensReplies = true }
            let flat = try await fixture.thread(Self.story, count: 24, state: whole.sourceState)
            #expect(flat.comments == nil, "it is the same thread")
            fixture.sample.configure { $0.replacements = [" depth-": " level-"] }
            let message = try await message(fixture, after: whole)
            #expect(message.contains("no longer says which comments are answers"), "\(message)")
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
            // A moderator took one away: the page counts one less too.
            fixture.sample.configure { $0.extraComments[Self.story] = WordPressDiscussionTests.crowd(23) }
            let less = try await fixture.thread(Self.story, state: first.sourceState)
            #expect(less.comments?.count == 23 && less.isComplete)
        }
    }
}
