import Foundation
import Markup
import News
import Synchronization
import Testing

@testable import Library

/// What people say, as a test has put it; it stands outside the Library, beyond `Source`.
final class TestTalk: Sendable {
    private struct State {
        var answers: [String: Result<DiscussionAnswer, SourceError>] = [:]
        var early: [String: [DiscussionAnswer]] = [:]
        var asked: [DiscussionRequest] = []
        var gate: AsyncStream<Void>?
    }
    private let state = Mutex(State())

    var asked: [DiscussionRequest] { state.withLock { $0.asked } }

    func put(_ answer: Result<DiscussionAnswer, SourceError>, under story: String) {
        state.withLock { $0.answers[story] = answer }
    }

    func put(_ comments: [ArrivingComment], missing: Int = 0, under story: String) {
        put(.success(DiscussionAnswer(comments: comments, missing: missing)), under: story)
    }

    /// What is told before the answer.
    func put(early: [DiscussionAnswer], under story: String) { state.withLock { $0.early[story] = early } }

    /// Lets no answer come before what is given back is finished.
    func hold() -> AsyncStream<Void>.Continuation {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        state.withLock { $0.gate = stream }
        return gate
    }

    var ability: DiscussionAbility {
        DiscussionAbility { [self] (request, progress) async throws(SourceError) in
            let (early, gate, answer) = state.withLock { state in
                state.asked.append(request)
                return (state.early[request.story] ?? [], state.gate, state.answers[request.story])
            }
            for answer in early { await progress(answer) }
            if let gate { for await _ in gate {} }
            return try (answer ?? .failure(.notThere)).get()
        }
    }
}

/// A source with stories and a discussion, and nothing else.
struct TalkingSource: Source {
    let origins: TestOrigins
    let talk: TestTalk

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        let answer = origins.begin(channel)
        origins.end(channel)
        return try answer.get()
    }

    var discussion: DiscussionAbility? { talk.ability }
}

func said(
    _ key: String, answering parent: String? = nil, by author: String? = "ada", _ text: String = "Yes.",
    standing: ArrivingComment.Standing = .shown
) -> ArrivingComment {
    ArrivingComment(
        key: key, parent: parent, author: author, body: SafeHTML(restoring: "<p>\(text)</p>"), text: text,
        original: text, publishedAt: Date(timeIntervalSince1970: 1_799_990_000),
        link: WebAddress("https://o.test/said/\(key)"), standing: standing)
}

@Suite struct `What people say` {
    let house: TestHouse
    let talk = TestTalk()

    init() throws { house = try TestHouse() }

    private var catalog: SourceCatalog {
        let (origins, talk) = (house.origins, talk)
        return SourceCatalog([.feed: { _ in TalkingSource(origins: origins, talk: talk) }])
    }

    private var desk: DiscussionDesk { DiscussionDesk(library: house.library, catalog: catalog) }

    private func story(_ key: String = "1", count: Int? = nil, discussion: String? = nil) async throws -> StoryID {
        var story = try house.story(key, link: "https://o.test/\(key)")
        story.commentCount = count
        story.discussion = discussion.flatMap { WebAddress($0) }
        try await house.follow("https://o.test/feed", stories: [story])
        return try await house.id("Story \(key)")
    }

    private func lines(_ facts: ThreadFacts) -> [String] {
        facts.comments.map { "\(String(repeating: ">", count: $0.depth))\($0.key)" }
    }

    @Test func `a thread is kept in reading order, whatever the order it came in`() async throws {
        let id = try await story()
        talk.put(
            [
                said("d", answering: "b"), said("a"), said("c", answering: "a"), said("b", answering: "a"),
                said("e", answering: "nobody"), said("f", answering: "f"),
            ], under: "1")
        let outcome = try await desk.refresh(id, reason: .appeared)
        #expect(outcome == .answered(new: 6))
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(lines(facts) == ["a", ">c", ">b", ">>d", "e", "f"])
        #expect(facts.comments.map(\.answers) == [3, 0, 1, 0, 0, 0])
        #expect(facts.comments[3].parent == facts.comments[2].id)
        #expect(facts.answeredAt == house.clock.now && !facts.isDue && facts.failure == nil)
        #expect(facts.row.commentCount == 6, "a story whose origin counts nothing is counted here")
    }

    @Test func `answers in a circle end, and each comment stands once`() {
        let order = ThreadOrder([("a", "b"), ("b", "a"), ("c", nil), ("c", nil), ("d", "c")])
        #expect(order.places.map(\.index) == [2, 4, 0, 1] && order.places.map(\.depth) == [0, 1, 0, 1])
        let deep = ThreadOrder((0..<20_000).map { ("\($0)", $0 == 0 ? nil : "\($0 - 1)") })
        #expect(deep.places.count == 20_000 && deep.places.last?.depth == 19_999)
    }

    @Test func `twelve hundred comments are kept whole`() async throws {
        let id = try await story()
        talk.put((0..<1_200).map { said("k\($0)", answering: $0 % 7 == 0 ? nil : "k\($0 - 1)") }, under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(facts.comments.count == 1_200 && facts.missing == 0)
        #expect(facts.comments.count { $0.depth == 0 } == 172)
    }

    @Test func `opening asks once while it is fresh, and a person's own wish after a minute`() async throws {
        let id = try await story()
        talk.put([said("a")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let fresh = try await desk.refresh(id, reason: .appeared)
        let tooSoon = try await desk.refresh(id, reason: .asked)
        #expect(fresh == .alreadyThere && tooSoon == .tooSoon && talk.asked.count == 1)
        house.clock.advance(61)
        talk.put(.success(DiscussionAnswer(comments: nil)), under: "1")
        let again = try await desk.refresh(id, reason: .asked)
        #expect(again == .unchanged && talk.asked.map(\.reason) == [.appeared, .asked])
        house.clock.advance(301)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(facts.isDue && lines(facts) == ["a"])
    }

    @Test func `however many look, the origin is asked once`() async throws {
        let id = try await story()
        talk.put([said("a")], under: "1")
        let gate = talk.hold()
        async let first = desk.refresh(id, reason: .appeared)
        while talk.asked.isEmpty { await Task.yield() }
        let second = try await desk.refresh(id, reason: .appeared)
        let waiting = try await desk.thread(of: id, for: house.me)
        #expect(second == .underWay && waiting.isUnderWay && !waiting.isDue)
        gate.finish()
        let outcome = try await first
        #expect(outcome == .answered(new: 1) && talk.asked.count == 1)
    }

    @Test func `what is known early is there to be read before the rest`() async throws {
        let id = try await story()
        talk.put(early: [DiscussionAnswer(comments: [said("a")])], under: "1")
        talk.put([said("a"), said("b", answering: "a"), said("c")], under: "1")
        let gate = talk.hold()
        async let whole = desk.refresh(id, reason: .appeared)
        while try await house.number("select count(*) from comment") == 0 { await Task.yield() }
        let early = try await desk.thread(of: id, for: house.me)
        #expect(lines(early) == ["a"] && early.answeredAt == nil && early.isUnderWay)
        gate.finish()
        _ = try await whole
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(lines(facts) == ["a", ">b", "c"] && facts.comments[0].id == early.comments[0].id)
    }

    @Test func `a failure keeps the comments and says why there are no newer ones`() async throws {
        let id = try await story()
        talk.put([said("a")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let then = house.clock.now
        house.clock.advance(3_600)
        talk.put(.failure(.unreadable(why: "The page has no list of comments.")), under: "1")
        let outcome = try await desk.refresh(id, reason: .appeared)
        #expect(outcome == .failed(.unreadable(why: "The page has no list of comments.")))
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(lines(facts) == ["a"] && facts.answeredAt == then)
        #expect(facts.failure == FullTextFailure(code: "unreadable", words: "The page has no list of comments."))
        #expect(!facts.isDue, "it is not tried again at once")
        house.clock.advance(31)
        #expect(try await desk.thread(of: id, for: house.me).isDue)
    }

    @Test func `an origin that asks for patience is left alone until then`() async throws {
        let id = try await story()
        let until = house.clock.now.addingTimeInterval(900)
        talk.put(.failure(.busy(until: until)), under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        house.clock.advance(120)
        let outcome = try await desk.refresh(id, reason: .asked)
        #expect(outcome == .waiting(until: until) && talk.asked.count == 1)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(facts.waitUntil == until && !facts.isDue && facts.comments.isEmpty)
    }

    @Test func `no comments and none that could be had are two things`() async throws {
        let id = try await story()
        talk.put([], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let none = try await desk.thread(of: id, for: house.me)
        #expect(none.answeredAt != nil && none.failure == nil && none.comments.isEmpty)
        house.clock.advance(400)
        talk.put(.failure(.refused(status: 503)), under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        #expect(try await desk.thread(of: id, for: house.me).failure?.code == "refused")
    }

    @Test func `what came since the last visit is new, and counted in lists`() async throws {
        let id = try await story(count: 2)
        talk.put([said("a"), said("b")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        #expect(try await desk.visit(id, for: house.me) == false)
        #expect(try await desk.thread(of: id, for: house.me).newCount == 0, "at the first visit nothing is new")
        // The list learns of three more before anybody opens the thread.
        house.clock.advance(7_200)
        var told = try house.story("1", link: "https://o.test/1")
        told.publishedAt = house.clock.now.addingTimeInterval(-7_200)
        told.commentCount = 5
        try await house.arrive([told], in: ChannelID(rawValue: 1), at: "https://o.test/feed")
        let row = try await house.library.stories.story(id, for: house.me, in: nil).row
        #expect(row.commentCount == 5 && row.newComments == 3)
        talk.put([said("c"), said("a"), said("d", answering: "a"), said("b"), said("e")], under: "1")
        #expect(try await desk.visit(id, for: house.me))
        _ = try await desk.refresh(id, reason: .appeared)
        _ = try await desk.visit(id, for: house.me)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(facts.comments.filter(\.isNew).map(\.key) == ["c", "d", "e"] && facts.newCount == 3)
        #expect(try await house.library.stories.story(id, for: house.me, in: nil).row.newComments == 0)
        // A look within the visit changes nothing; the next visit finds nothing new.
        house.clock.advance(600)
        _ = try await desk.visit(id, for: house.me)
        #expect(try await desk.thread(of: id, for: house.me).newCount == 3)
        house.clock.advance(3_600)
        _ = try await desk.visit(id, for: house.me)
        #expect(try await desk.thread(of: id, for: house.me).newCount == 0)
    }

    @Test func `what is gone at the origin goes, unless the answer is incomplete`() async throws {
        let id = try await story()
        talk.put([said("a"), said("b", answering: "a"), said("c")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        house.clock.advance(400)
        talk.put([said("a"), said("c")], missing: 1, under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        var facts = try await desk.thread(of: id, for: house.me)
        #expect(lines(facts) == ["a", ">b", "c"] && facts.missing == 0)
        house.clock.advance(400)
        talk.put([said("a", by: nil, "", standing: .deleted), said("c")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        facts = try await desk.thread(of: id, for: house.me)
        #expect(lines(facts) == ["a", "c"] && facts.comments[0].standing == .deleted)
    }

    @Test func `the answer keeps points, count, kind and poll of its story current`() async throws {
        let id = try await story(count: 1)
        var told = ArrivingStory(key: "1", title: "Story 1", commentCount: 8, points: 120, kind: .poll)
        told.poll = [PollOption(text: "Yes", votes: 7), PollOption(text: "No", votes: 3)]
        talk.put(.success(DiscussionAnswer(comments: [said("a")], story: told, isOpen: false)), under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(facts.row.points == 120 && facts.row.commentCount == 8 && facts.row.kind == .poll)
        #expect(facts.poll == told.poll && facts.isOpen == false)
        let counts = try await house.library.stories.talk(of: [id], for: house.me)
        #expect(counts == [StoryTalkFact(story: id, comments: 8, new: 0, points: 120)])
        #expect(try await house.library.stories.story(id, for: house.me, in: nil).poll.count == 2)
    }

    @Test func `lists keep points and counts current without calling the story changed`() async throws {
        func told(_ points: Int, _ count: Int) throws -> ArrivingStory {
            var story = try house.story("1", link: "https://o.test/1")
            (story.points, story.commentCount, story.kind) = (points, count, .show)
            return story
        }
        let channel = try await house.follow("https://o.test/feed", stories: [try told(3, 0)])
        let summary = try await house.arrive([try told(9, 4)], in: channel, at: "https://o.test/feed")
        #expect(summary.changed == 0)
        let row = try #require(try await house.library.stories.list(.everything, for: house.me, depth: 1).rows.first)
        #expect(row.points == 9 && row.commentCount == 4 && row.kind == .show)
    }

    @Test func `links to what is kept of the same origin are known`() async throws {
        let id = try await story("1", discussion: "https://o.test/item?id=1")
        let link =
            "<p><a href=\"https://o.test/item?id=1\">it</a> <a href=\"https://o.test/said/a\">that</a> "
            + "<a href=\"https://o.test/item?id=99\">far</a></p>"
        var comment = said("b", answering: "a")
        comment.body = Cleaner().clean(link).html
        talk.put([said("a"), comment], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(facts.kept["https://o.test/item?id=1"] == ThreadFacts.KeptPlace(story: id))
        #expect(
            facts.kept["https://o.test/said/a"] == ThreadFacts.KeptPlace(story: id, comment: facts.comments[0].id))
        #expect(facts.kept["https://o.test/item?id=99"] == nil)
    }

    @Test func `comments go with their story`() async throws {
        let id = try await story()
        talk.put([said("a")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        _ = try await desk.visit(id, for: house.me)
        try await house.run("delete from subscription")
        house.clock.advance(400 * 86_400)
        _ = try await house.library.house.purge()
        for table in ["comment", "discussion", "discussion_visit"] {
            #expect(try await house.number("select count(*) from \(table)") == 0)
        }
        await #expect(throws: LibraryError.notThere) { _ = try await desk.thread(of: id, for: house.me) }
        await #expect(throws: LibraryError.notThere) { _ = try await desk.refresh(id, reason: .asked) }
    }

    @Test func `a source without a discussion is asked for none`() async throws {
        let id = try await story()
        let plain = DiscussionDesk(library: house.library, catalog: house.origins.catalog)
        let source = try #require(try await house.library.stories.story(id, for: house.me, in: nil).source)
        #expect(!plain.isOffered(by: source) && desk.isOffered(by: source))
        #expect(try await plain.refresh(id, reason: .asked) == .notOffered)
    }

    @Test func `what an attempt that failed kept is there until an answer says otherwise`() async throws {
        let id = try await story()
        talk.put(early: [DiscussionAnswer(comments: [said("a"), said("b", answering: "a"), said("c")])], under: "1")
        talk.put(.failure(.refused(status: 500)), under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        #expect(lines(try await desk.thread(of: id, for: house.me)) == ["a", ">b", "c"])
        house.clock.advance(400)
        talk.put(early: [DiscussionAnswer(comments: [said("a")])], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        #expect(lines(try await desk.thread(of: id, for: house.me)) == ["a", ">b", "c"])
        house.clock.advance(400)
        talk.put([said("a")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        #expect(lines(try await desk.thread(of: id, for: house.me)) == ["a"])
    }

    @Test func `an answer says by itself whether what it lacks is gone`() async throws {
        let id = try await story()
        talk.put([said("a"), said("b"), said("c")], under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        house.clock.advance(400)
        talk.put(.success(DiscussionAnswer(comments: [said("a"), said("b")], missing: 0, isWhole: false)), under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        #expect(lines(try await desk.thread(of: id, for: house.me)) == ["a", "b", "c"])
        house.clock.advance(400)
        talk.put(.success(DiscussionAnswer(comments: [said("a"), said("b")], missing: 1, isWhole: true)), under: "1")
        _ = try await desk.refresh(id, reason: .appeared)
        let facts = try await desk.thread(of: id, for: house.me)
        #expect(lines(facts) == ["a", "b"] && facts.missing == 1)
    }

    @Test func `a count from the end of what there is stops nobody`() async throws {
        let id = try await story()
        talk.put([said("a"), said("b")], missing: .max - 1, under: "1")
        #expect(try await desk.refresh(id, reason: .appeared) == .answered(new: 2))
        #expect(try await desk.thread(of: id, for: house.me).missing == 1_000_000_000)
    }

    @Test func `of a comment made of links the first two hundred are looked at`() {
        let links = (0..<20_000).map { "<a href=\"https://o.test/item?id=\($0)\">x</a>" }
        let body = Cleaner().clean("<p>" + links.joined() + links.joined() + "</p>").html
        let found = LinksOfText.of(body)
        #expect(found.count == 200 && found.last?.text == "https://o.test/item?id=199")
    }
}
