import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite(.timeLimit(.minutes(1))) struct MemberViewTests {
    let fixture: WritingFixture

    init() async throws {
        fixture = try await WritingFixture(needsMembership: true)
        fixture.base.source.put(comments: [makeComment("a"), makeComment("b")], under: "1")
        _ = try await fixture.library.discussions.refresh(fixture.story, reason: .viewed)
    }

    private var service: MemberStateService { fixture.library.memberViews }
    private var me: ReaderID { fixture.me }

    private func comment(_ key: String) async throws -> CommentID {
        let thread = try await fixture.library.discussions.thread(of: fixture.story, for: me)
        guard let found = thread.comments.first(where: { $0.key == key }) else { throw MissingValue(what: key) }
        return found.id
    }

    private func put(_ items: [String: MemberItemState], for member: String = "ada") {
        fixture.membership.put(.success(MemberThreadState(items: items, karma: 5)), for: member)
    }

    @Test func `a view is fetched with a session alone, kept for five minutes, and known for lists`() async throws {
        #expect(try await service.refresh(fixture.story, reason: .viewed, for: me) == .unavailable)
        #expect(try await service.view(of: fixture.story, for: me).account == nil)
        try await fixture.signIn()
        #expect(try await service.view(of: fixture.story, for: me).needsRefresh)
        let own = MemberItemState(availableActions: [.edit, .delete], isOwn: true)
        put(["1": MemberItemState(vote: .up, availableActions: [.unvote, .hide], isFavourite: true), "a": own])
        #expect(try await service.refresh(fixture.story, reason: .viewed, for: me) == .fetched(new: 2))
        let view = try await service.view(of: fixture.story, for: me)
        #expect(view.story == MemberItemState(vote: .up, availableActions: [.unvote, .hide], isFavourite: true))
        #expect(view.comments == [try await comment("a"): own])
        #expect(view.fetchedAt == fixture.clock.now && !view.needsRefresh)
        #expect(view.account?.karma == 5)
        let other = try await fixture.base.id("Story 2")
        let items = try await service.items(of: [fixture.story, other], for: me)
        #expect(items.mapValues(\.vote) == [fixture.story: .up])
        #expect(try await service.refresh(fixture.story, reason: .viewed, for: me) == .upToDate)
        #expect(try await service.refresh(fixture.story, reason: .manual, for: me) == .tooSoon)
        fixture.clock.advance(301)
        #expect(try await service.view(of: fixture.story, for: me).needsRefresh)
        await #expect(throws: LibraryError.notThere) {
            _ = try await service.view(of: StoryID(rawValue: 99), for: me)
        }
    }

    @Test func `one's own comments are not new`() async throws {
        try await fixture.signIn()
        let discussions = fixture.library.discussions
        _ = try await discussions.recordVisit(fixture.story, for: me)
        fixture.clock.advance(7_200)
        let answers = [makeComment("c", by: "ada"), makeComment("d", by: "bo")]
        fixture.base.source.put(comments: [makeComment("a"), makeComment("b")] + answers, under: "1")
        _ = try await discussions.refresh(fixture.story, reason: .viewed)
        _ = try await discussions.recordVisit(fixture.story, for: me)
        let thread = try await discussions.thread(of: fixture.story, for: me)
        #expect(thread.comments.filter(\.isNew).map(\.key) == ["d"] && thread.newCount == 1)
    }

    @Test(.mission("HN-43")) func `a vote shows at once, and is taken back quietly when it is refused`() async throws {
        try await fixture.signIn()
        put(["1": MemberItemState(availableActions: [.voteUp])])
        _ = try await service.refresh(fixture.story, reason: .viewed, for: me)
        let gate = fixture.posting.hold("send")
        fixture.posting.answer(.refused(RemoteRefusal(.notOffered)))
        async let performed = fixture.perform(.vote(fixture.item, .up))
        await gate.reached()
        #expect(try await service.view(of: fixture.story, for: me).story?.vote == .up)
        #expect(try await service.items(of: [fixture.story], for: me)[fixture.story]?.vote == .up)
        gate.open()
        _ = try await performed
        #expect(
            try await service.view(of: fixture.story, for: me).story == MemberItemState(availableActions: [.voteUp]))
    }

    @Test func `what the origin accepted stays, and can be taken back`() async throws {
        try await fixture.signIn()
        var target = fixture.item
        target.commentKey = "b"
        try await fixture.perform(.vote(target, .up), token: "1")
        try await fixture.perform(.favourite(fixture.item, isOn: true), token: "2")
        try await fixture.perform(.hide(fixture.item, isOn: true), token: "3")
        try await fixture.perform(.flag(fixture.item, isOn: true), token: "4")
        var view = try await service.view(of: fixture.story, for: me)
        let id = try await comment("b")
        #expect(view.comments[id] == MemberItemState(vote: .up, availableActions: [.unvote]))
        #expect(view.story == MemberItemState(isFavourite: true, isHidden: true, isFlagged: true))
        #expect(view.fetchedAt == nil && view.needsRefresh)
        try await fixture.perform(.vote(target, .none), token: "5")
        view = try await service.view(of: fixture.story, for: me)
        #expect(view.comments[id] == MemberItemState(availableActions: [.voteUp]))
    }

    @Test func `one reader's votes, pages and names are in no query of another`() async throws {
        let (other, before) = (try await fixture.other(), try await rows())
        try await fixture.signIn()
        try await fixture.signIn("bob", for: other)
        put(["1": MemberItemState(vote: .up), "a": MemberItemState(isOwn: true)])
        put(["1": MemberItemState(vote: .down)], for: "bob")
        _ = try await service.refresh(fixture.story, reason: .viewed, for: me)
        // A member's view of the story does not prevent a fetch for another member.
        #expect(try await service.refresh(fixture.story, reason: .viewed, for: other) == .fetched(new: 1))
        fixture.posting.answer(.pending())
        let entry = try await fixture.perform(token: "1")
        try await fixture.perform(.vote(fixture.item, .up), token: "2")
        let view = try await service.view(of: fixture.story, for: other)
        #expect(view.story?.vote == .down && view.comments.isEmpty && view.account?.name == "bob")
        #expect(try await service.items(of: [fixture.story], for: other)[fixture.story]?.vote == .down)
        #expect(try await fixture.outbox.entries(for: other).isEmpty)
        #expect(try await fixture.outbox.entries(of: fixture.story, for: other).isEmpty)
        let retry = { (id: OutboxEntry.ID, reader: ReaderID) async throws(LibraryError) in
            try await fixture.outbox.retry(id, for: reader)
        }
        for call in [fixture.outbox.entry, retry, fixture.outbox.look] {
            await #expect(throws: LibraryError.notThere) { _ = try await call(entry.id, other) }
        }
        await #expect(throws: LibraryError.notThere) { try await fixture.outbox.remove(entry.id, for: other) }
        #expect(try await fixture.library.memberAccounts.accounts(for: other).map(\.name) == ["bob"])
        // The rows of stories and comments contain nothing of a member's view.
        #expect(try await rows() == before)
    }

    /// Returns all values of stories and comments that all readers see.
    private func rows() async throws -> [String] {
        try await fixture.library.context.database.read { transaction in
            try ["story", "comment", "story_text", "discussion"].flatMap { table in
                let columns = try transaction.texts("select 'quote(' || name || ')' from pragma_table_info('\(table)')")
                return try transaction.texts("select \(columns.joined(separator: " || ',' || ")) from \(table)")
            }
        }
    }

    @Test func `another member of the same reader sees nothing of the former one's`() async throws {
        try await fixture.signIn()
        put(["1": MemberItemState(vote: .up)])
        _ = try await service.refresh(fixture.story, reason: .viewed, for: me)
        try await fixture.signIn("bob")
        let view = try await service.view(of: fixture.story, for: me)
        #expect(view.story == nil && view.needsRefresh && view.account?.karma == nil)
    }

    @Test func `a purged story takes the member's view with it`() async throws {
        try await fixture.signIn()
        put(["1": MemberItemState(vote: .up)])
        _ = try await service.refresh(fixture.story, reason: .viewed, for: me)
        let story = fixture.story.rawValue
        try await fixture.library.context.database.write { transaction in
            try StoryPurger(transaction: transaction, retention: .standard, now: Date()).deleteContent(of: story)
        }
        #expect(try await fixture.base.number("select count(*) from member_item") == 0)
        #expect(try await fixture.base.number("select count(*) from fetch_state where kind = 'member-view'") == 0)
    }
}
