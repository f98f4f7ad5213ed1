import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `What people say` {
    let fixture: LibraryFixture
    private var source: FakeSource { fixture.source }

    init() throws {
        fixture = try LibraryFixture()
        source.offerThreads()
    }

    private var service: DiscussionService { fixture.library.discussions }

    private func story(_ key: String = "1", count: Int? = nil, discussion: String? = nil) async throws -> StoryID {
        var story = try fixture.story(key, link: "https://o.test/\(key)")
        story.commentCount = count
        story.discussionLink = discussion.flatMap { WebAddress($0) }
        try await fixture.follow("https://o.test/feed", stories: [story])
        return try await fixture.id("Story \(key)")
    }

    private func lines(_ facts: ThreadDetails) -> [String] {
        facts.comments.map { "\(String(repeating: ">", count: $0.depth))\($0.key)" }
    }

    @Test func `a thread is kept in reading order, whatever the order it came in`() async throws {
        let id = try await story()
        source.put(
            comments: [
                makeComment("d", answering: "b"), makeComment("a"), makeComment("c", answering: "a"),
                makeComment("b", answering: "a"),
                makeComment("e", answering: "nobody"), makeComment("f", answering: "f"),
            ], under: "1")
        let outcome = try await service.refresh(id, reason: .viewed)
        #expect(outcome == .fetched(new: 6))
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(lines(facts) == ["a", ">c", ">b", ">>d", "e", "f"])
        #expect(facts.comments.map(\.replyCount) == [3, 0, 1, 0, 0, 0])
        #expect(facts.comments[3].parent == facts.comments[2].id)
        #expect(facts.fetchedAt == fixture.clock.now && !facts.needsRefresh && facts.failure == nil)
        #expect(facts.row.commentCount == 6, "a story whose origin counts nothing is counted here")
    }

    @Test func `one comment is read with its story, and what was sent is found without the thread`() async throws {
        let id = try await story(discussion: "https://o.test/talk/1")
        source.put(
            comments: [
                makeComment("d", answering: "b"), makeComment("a"), makeComment("c", answering: "a"),
                makeComment("b", answering: "a"), makeComment("e", answering: "nobody"),
            ], under: "1")
        try await service.refresh(id, reason: .viewed)
        let thread = try await service.thread(of: id, for: fixture.me)
        for comment in thread.comments {
            let item = try await service.item(comment.id, of: id, for: fixture.me)
            #expect(item.row.id == id && item.source.id == thread.source.id && item.comment?.key == comment.key)
            #expect(item.discussionLink == thread.discussionLink && item.acceptsComments == thread.acceptsComments)
            #expect(item.comment?.body.text == comment.body.text && item.comment?.author == comment.author)
        }
        #expect(try await service.item(nil, of: id, for: fixture.me).comment == nil)
        let unknown = CommentID(rawValue: 1 << 40)
        #expect(try await service.item(unknown, of: id, for: fixture.me).comment == nil)
        await #expect(throws: LibraryError.notThere) {
            _ = try await service.item(nil, of: StoryID(rawValue: 1 << 40), for: fixture.me)
        }
        let parents: [CommentID?] = [nil] + thread.comments.map { $0.id }
        let replies = try await fixture.library.context.database.read { transaction in
            let query = ArrivedCommentQuery(transaction: transaction, story: id)
            return try parents.map { try query.newest(under: $0) { _ in true } }
        }
        #expect(replies.map { $0 != nil } == parents.map { parent in thread.comments.contains { $0.parent == parent } })
        let found = try await fixture.library.context.database.read { transaction in
            try ArrivedCommentQuery(transaction: transaction, story: id).comment(withKey: "c", orAt: nil)
        }
        #expect(found == thread.comments.first(where: { $0.key == "c" })?.id)
    }

    @Test func `answers in a circle end, and each comment stands once`() {
        let order = ThreadSorter([("a", "b"), ("b", "a"), ("c", nil), ("c", nil), ("d", "c")])
        #expect(order.positions.map(\.index) == [2, 4, 0, 1] && order.positions.map(\.depth) == [0, 1, 0, 1])
        let deep = ThreadSorter((0..<20_000).map { ("\($0)", $0 == 0 ? nil : "\($0 - 1)") })
        #expect(deep.positions.count == 20_000 && deep.positions.last?.depth == 19_999)
    }

    @Test(.mission("HN-15", "HN-16")) func `an orphan stands at the top, and circles end`() {
        let keys = [("4", "2"), ("1", nil), ("2", "1"), ("3", nil), ("5", "99"), ("6", "7"), ("7", "6"), ("1", nil)]
        let places = ThreadSorter(keys.map { (key: $0.0, parent: $0.1) }).positions
        #expect(places.map { keys[$0.index].0 } == ["1", "2", "4", "3", "5", "6", "7"])
        #expect(places.map(\.depth) == [0, 1, 2, 0, 0, 0, 1])
    }

    @Test func `an answer that comes without what it answers stands under what is stored`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a"), makeComment("b", answering: "a")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        fixture.clock.advance(301)
        let part = [makeComment("c", answering: "b"), makeComment("d", answering: "nobody")]
        source.put(comments: .success(DiscussionResponse(comments: part, isComplete: false)), under: "1")
        #expect(try await service.refresh(id, reason: .viewed) == .fetched(new: 2))
        let details = try await service.thread(of: id, for: fixture.me)
        #expect(lines(details) == ["d", "a", ">b", ">>c"])
    }

    /// The test would take some 45 billion steps if each comment were counted with every one above.
    @Test(.timeLimit(.minutes(1)))
    func `a chain of answers is counted in one pass`() {
        let count = 300_000
        var chain = (0..<count).map {
            CommentDetails(id: CommentID(rawValue: Int64($0)), key: "\($0)", depth: $0, body: .empty)
        }
        ThreadQuery.addReplyCounts(to: &chain)
        #expect(chain.first?.replyCount == count - 1 && chain.last?.replyCount == 0)
        #expect(chain.first?.parent == nil && chain.last?.parent == chain[count - 2].id)
    }

    @Test func `twelve hundred comments are kept whole`() async throws {
        let id = try await story()
        source.put(
            comments: (0..<1_200).map { makeComment("k\($0)", answering: $0 % 7 == 0 ? nil : "k\($0 - 1)") }, under: "1"
        )
        _ = try await service.refresh(id, reason: .viewed)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(facts.comments.count == 1_200 && facts.missingCount == 0)
        #expect(facts.comments.count { $0.depth == 0 } == 172)
    }

    @Test func `opening asks once while it is fresh, and a person's own wish after a minute`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let fresh = try await service.refresh(id, reason: .viewed)
        let tooSoon = try await service.refresh(id, reason: .manual)
        #expect(fresh == .upToDate && tooSoon == .tooSoon && source.threadRequests.count == 1)
        fixture.clock.advance(61)
        source.put(comments: .success(DiscussionResponse(comments: nil)), under: "1")
        let again = try await service.refresh(id, reason: .manual)
        #expect(again == .unchanged && source.threadRequests.map(\.reason) == [.viewed, .manual])
        fixture.clock.advance(301)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(facts.needsRefresh && lines(facts) == ["a"])
    }

    @Test(arguments: [(2, 90_000.0, false), (3, 3_600.0, false), (3, 90_000.0, true)])
    func `a source is told of a failure that came again and again for a day`(
        count: Int, seconds: Double, isTold: Bool
    ) async throws {
        let id = try await story()
        source.put(comments: [makeComment("a")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let cause = FailureCause(.comments(.lost(.authors)), at: "o.test")
        source.put(comments: .failure(.unreadable(cause)), under: "1")
        for _ in 0..<count {
            fixture.clock.advance(seconds / Double(count))
            _ = try await service.refresh(id, reason: .viewed)
        }
        #expect(source.threadRequests.count == count + 1 && source.threadRequests.last?.lastingFailure == nil)
        fixture.clock.advance(61)
        _ = try await service.refresh(id, reason: .viewed)
        #expect(source.threadRequests.count == count + 2)
        #expect(source.threadRequests.last?.lastingFailure == (isTold ? cause : nil))
    }

    @Test func `however many look, the origin is asked once`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a")], under: "1")
        let gate = source.hold("1")
        async let first = service.refresh(id, reason: .viewed)
        while source.threadRequests.isEmpty { await Task.yield() }
        let second = try await service.refresh(id, reason: .viewed)
        let waiting = try await service.thread(of: id, for: fixture.me)
        #expect(second == .inProgress && waiting.isFetching && !waiting.needsRefresh)
        gate.finish()
        let outcome = try await first
        #expect(outcome == .fetched(new: 1) && source.threadRequests.count == 1)
    }

    @Test(.mission("HN-94")) func `what is known early is there to be read before the rest`() async throws {
        let id = try await story()
        source.put(partialComments: [DiscussionResponse(comments: [makeComment("a")])], under: "1")
        source.put(comments: [makeComment("a"), makeComment("b", answering: "a"), makeComment("c")], under: "1")
        let gate = source.hold("1")
        async let whole = service.refresh(id, reason: .viewed)
        while try await fixture.number("select count(*) from comment") == 0 { await Task.yield() }
        let early = try await service.thread(of: id, for: fixture.me)
        #expect(lines(early) == ["a"] && early.fetchedAt == nil && early.isFetching)
        gate.finish()
        _ = try await whole
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(lines(facts) == ["a", ">b", "c"] && facts.comments[0].id == early.comments[0].id)
    }

    @Test(.mission("NEXUS-30"))
    func `a failure keeps the comments and says why there are no newer ones`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let then = fixture.clock.now
        fixture.clock.advance(3_600)
        let cause = FailureCause(.comments(.noCommentArea), at: "a.test")
        source.put(comments: .failure(.unreadable(cause)), under: "1")
        let outcome = try await service.refresh(id, reason: .viewed)
        let failure = FetchFailure(code: .unreadable, cause: cause)
        #expect(outcome == .failed(failure, retryAt: fixture.clock.now.addingTimeInterval(30)))
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(lines(facts) == ["a"] && facts.fetchedAt == then)
        #expect(facts.failure == failure)
        #expect(!facts.needsRefresh, "it is not tried again at once")
        fixture.clock.advance(31)
        #expect(try await service.thread(of: id, for: fixture.me).needsRefresh)
    }

    @Test func `an origin that asks for patience is left alone until then`() async throws {
        let id = try await story()
        let until = fixture.clock.now.addingTimeInterval(900)
        source.put(comments: .failure(.busy(until: until)), under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        fixture.clock.advance(120)
        let outcome = try await service.refresh(id, reason: .manual)
        #expect(outcome == .backingOff(until: until) && source.threadRequests.count == 1)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(facts.backoffUntil == until && !facts.needsRefresh && facts.comments.isEmpty)
    }

    @Test func `no comments and none that could be had are two things`() async throws {
        let id = try await story()
        source.put(comments: [], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let none = try await service.thread(of: id, for: fixture.me)
        #expect(none.fetchedAt != nil && none.failure == nil && none.comments.isEmpty)
        fixture.clock.advance(400)
        source.put(comments: .failure(.refused(status: 503)), under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(try await service.thread(of: id, for: fixture.me).failure?.code == .refused)
    }

    @Test func `what came since the last visit is new, and counted in lists`() async throws {
        let id = try await story(count: 2)
        source.put(comments: [makeComment("a"), makeComment("b")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(try await service.recordVisit(id, for: fixture.me) == false)
        #expect(try await service.thread(of: id, for: fixture.me).newCount == 0, "at the first visit nothing is new")
        // The list reports three more comments before anybody opens the thread.
        fixture.clock.advance(7_200)
        var told = try fixture.story("1", link: "https://o.test/1")
        told.publishedAt = fixture.clock.now.addingTimeInterval(-7_200)
        told.commentCount = 5
        try await fixture.deliver([told], in: ChannelID(rawValue: 1), at: "https://o.test/feed")
        let row = try await fixture.library.stories.story(id, for: fixture.me, in: nil).row
        #expect(row.commentCount == 5 && row.newCommentCount == 3)
        source.put(
            comments: [
                makeComment("c"), makeComment("a"), makeComment("d", answering: "a"), makeComment("b"),
                makeComment("e"),
            ],
            under: "1")
        #expect(try await service.recordVisit(id, for: fixture.me))
        _ = try await service.refresh(id, reason: .viewed)
        _ = try await service.recordVisit(id, for: fixture.me)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(facts.comments.filter(\.isNew).map(\.key) == ["c", "d", "e"] && facts.newCount == 3)
        #expect(try await fixture.library.stories.story(id, for: fixture.me, in: nil).row.newCommentCount == 0)
        // A reload within the visit changes nothing; the next visit finds nothing new.
        fixture.clock.advance(600)
        _ = try await service.recordVisit(id, for: fixture.me)
        #expect(try await service.thread(of: id, for: fixture.me).newCount == 3)
        fixture.clock.advance(3_600)
        _ = try await service.recordVisit(id, for: fixture.me)
        #expect(try await service.thread(of: id, for: fixture.me).newCount == 0)
    }

    @Test func `what is gone at the origin goes, unless the answer is incomplete`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a"), makeComment("b", answering: "a"), makeComment("c")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        fixture.clock.advance(400)
        source.put(comments: [makeComment("a"), makeComment("c")], missing: 1, under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        var facts = try await service.thread(of: id, for: fixture.me)
        #expect(lines(facts) == ["a", ">b", "c"] && facts.missingCount == 0)
        fixture.clock.advance(400)
        source.put(comments: [makeComment("a", by: nil, "", standing: .deleted), makeComment("c")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        facts = try await service.thread(of: id, for: fixture.me)
        #expect(lines(facts) == ["a", "c"] && facts.comments[0].moderationState == .deleted)
    }

    @Test(.mission("HN-85")) func `the answer keeps points, count, kind and poll of its story current`() async throws {
        let id = try await story(count: 1)
        var told = FetchedStory(key: "1", title: "Story 1", commentCount: 8, points: 120, kind: .poll)
        told.pollOptions = [PollOption(text: "Yes", votes: 7), PollOption(text: "No", votes: 3)]
        source.put(
            comments: .success(DiscussionResponse(comments: [makeComment("a")], story: told, acceptsComments: false)),
            under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(facts.row.points == 120 && facts.row.commentCount == 8 && facts.row.kind == .poll)
        #expect(facts.pollOptions == told.pollOptions && facts.acceptsComments == false)
        let counts = try await fixture.library.stories.engagement(of: [id], for: fixture.me)
        #expect(counts == [EngagementCounts(story: id, commentCount: 8, newCount: 0, points: 120)])
    }

    @Test func `a thread raises its story's count to what it shows, without what waits for approval`() async throws {
        let id = try await story(count: 1)
        let comments = [makeComment("a"), makeComment("b"), makeComment("c", standing: .pending)]
        source.put(comments: comments, under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(try await service.thread(of: id, for: fixture.me).row.commentCount == 2)
        // The list's count is outdated; the thread, though unchanged, is not.
        var told = try fixture.story("1", link: "https://o.test/1")
        told.commentCount = 1
        try await fixture.deliver([told], in: ChannelID(rawValue: 1), at: "https://o.test/feed")
        #expect(try await service.thread(of: id, for: fixture.me).row.commentCount == 1)
        fixture.clock.advance(400)
        source.put(comments: .success(DiscussionResponse(comments: nil)), under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(try await service.thread(of: id, for: fixture.me).row.commentCount == 2)
    }

    @Test func `lists keep points and counts current without calling the story changed`() async throws {
        func told(_ points: Int, _ count: Int) throws -> FetchedStory {
            var story = try fixture.story("1", link: "https://o.test/1")
            (story.points, story.commentCount, story.kind) = (points, count, .show)
            return story
        }
        let channel = try await fixture.follow("https://o.test/feed", stories: [try told(3, 0)])
        let summary = try await fixture.deliver([try told(9, 4)], in: channel, at: "https://o.test/feed")
        #expect(summary.changed == 0)
        let row = try #require(
            try await fixture.library.stories.list(.everything, for: fixture.me, depth: 1).rows.first)
        #expect(row.points == 9 && row.commentCount == 4 && row.kind == .show)
    }

    @Test func `links to what is kept of the same origin are known`() async throws {
        let id = try await story("1", discussion: "https://o.test/item?id=1")
        let link =
            "<p><a href=\"https://o.test/item?id=1\">it</a> <a href=\"https://o.test/said/a\">that</a> "
            + "<a href=\"https://o.test/item?id=99\">far</a></p>"
        var comment = makeComment("b", answering: "a")
        comment.body = HTMLSanitizer().sanitize(link).html
        source.put(comments: [makeComment("a"), comment], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(facts.localTargets["https://o.test/item?id=1"] == ThreadDetails.LocalTarget(story: id))
        #expect(
            facts.localTargets["https://o.test/said/a"]
                == ThreadDetails.LocalTarget(story: id, comment: facts.comments[0].id))
        #expect(facts.localTargets["https://o.test/item?id=99"] == nil)
    }

    @Test func `comments go with their story`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        _ = try await service.recordVisit(id, for: fixture.me)
        try await fixture.execute("delete from subscription")
        fixture.clock.advance(400 * 86_400)
        _ = try await fixture.library.context.purge()
        for table in ["comment", "discussion", "discussion_visit"] {
            #expect(try await fixture.number("select count(*) from \(table)") == 0)
        }
        await #expect(throws: LibraryError.notThere) { _ = try await service.thread(of: id, for: fixture.me) }
        await #expect(throws: LibraryError.notThere) { _ = try await service.refresh(id, reason: .manual) }
    }

    @Test func `a source without a discussion is asked for none`() async throws {
        let id = try await story()
        let plain = fixture.library.withSources(FakeSource().catalog).discussions
        let source = try #require(try await fixture.library.stories.story(id, for: fixture.me, in: nil).source)
        #expect(!plain.isSupported(by: source) && service.isSupported(by: source))
        #expect(try await plain.refresh(id, reason: .manual) == .unavailable)
    }

    @Test func `what an attempt that failed kept is there until an answer says otherwise`() async throws {
        let id = try await story()
        source.put(
            partialComments: [
                DiscussionResponse(comments: [makeComment("a"), makeComment("b", answering: "a"), makeComment("c")])
            ], under: "1")
        source.put(comments: .failure(.refused(status: 500)), under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(lines(try await service.thread(of: id, for: fixture.me)) == ["a", ">b", "c"])
        fixture.clock.advance(400)
        source.put(partialComments: [DiscussionResponse(comments: [makeComment("a")])], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(lines(try await service.thread(of: id, for: fixture.me)) == ["a", ">b", "c"])
        fixture.clock.advance(400)
        source.put(comments: [makeComment("a")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(lines(try await service.thread(of: id, for: fixture.me)) == ["a"])
    }

    @Test func `an answer says by itself whether what it lacks is gone`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a"), makeComment("b"), makeComment("c")], under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        fixture.clock.advance(400)
        source.put(
            comments: .success(
                DiscussionResponse(comments: [makeComment("a"), makeComment("b")], missingCount: 0, isComplete: false)),
            under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        #expect(lines(try await service.thread(of: id, for: fixture.me)) == ["a", "b", "c"])
        fixture.clock.advance(400)
        source.put(
            comments: .success(
                DiscussionResponse(comments: [makeComment("a"), makeComment("b")], missingCount: 1, isComplete: true)),
            under: "1")
        _ = try await service.refresh(id, reason: .viewed)
        let facts = try await service.thread(of: id, for: fixture.me)
        #expect(lines(facts) == ["a", "b"] && facts.missingCount == 1)
    }

    @Test func `a count from the end of what there is stops nobody`() async throws {
        let id = try await story()
        source.put(comments: [makeComment("a"), makeComment("b")], missing: .max - 1, under: "1")
        #expect(try await service.refresh(id, reason: .viewed) == .fetched(new: 2))
        #expect(try await service.thread(of: id, for: fixture.me).missingCount == 1_000_000_000)
    }

    @Test func `of a comment made of links the first two hundred are looked at`() {
        let links = (0..<20_000).map { "<a href=\"https://o.test/item?id=\($0)\">x</a>" }
        let body = HTMLSanitizer().sanitize("<p>" + links.joined() + links.joined() + "</p>").html
        let found = LinkExtractor.links(in: body)
        #expect(found.count == 200 && found.last?.text == "https://o.test/item?id=199")
    }
}
