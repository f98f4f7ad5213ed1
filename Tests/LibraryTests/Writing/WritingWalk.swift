import Foundation
import Markup
import News
import TestSupport
import URLs

@testable import Library

/// The use of everything that the Library does for writing, for the test of its SQL.
enum WritingWalk {
    static func run(_ library: NewsLibrary, _ source: FakeSource, _ clock: TestClock, _ me: ReaderID) async throws {
        let posting = FakePosting(
            rules: PostingRules(
                actions: Set(RemoteAction.Kind.allCases), needsMembership: true, markup: .hackerNews))
        let membership = FakeMembership(signInPage: try webAddress("https://a.test/login"))
        source.offer(posting: posting)
        source.offer(membership: membership)
        guard let row = try await library.stories.list(.everything, for: me, depth: 9).rows.first else {
            throw MissingValue(what: "a story")
        }
        let (item, place) = try await library.outbox.item(story: row.id, comment: nil)
        let comment = RemoteAction.comment(NewComment(target: item, text: "I agree."))
        _ = try await library.outbox.perform(comment, at: place, token: "1", for: me)
        _ = try await library.memberAccounts.signIn(
            name: "ada", password: FakeMembership.password, at: place, for: me)
        for edition in [EditionID.mine, EditionID(rawValue: "paper")] {
            _ = try await library.memberAccounts.sources(of: edition, for: me)
        }
        posting.answer(.fateUnknown, .refused(RemoteRefusal(.expiredForm)))
        posting.find(.failure(.notThere))
        let outbox = OutboxService(context: library.context, policy: OutboxPolicy(pauseBeforeLook: .zero))
        for entry in try await outbox.resumeAfterSignIn(at: place, for: me) {
            _ = try await outbox.look(entry.id, for: me)
            _ = try await outbox.retry(entry.id, for: me)
        }
        try await draft(library, row.id, me)
        try await see(library, membership, row.id, me)
        let vote = try await outbox.perform(.vote(item, .up), at: place, token: "2", for: me)
        posting.answer(.pending())
        _ = try await outbox.perform(comment, at: place, token: "3", for: me)
        posting.answer(.fateUnknown)
        posting.find(.failure(.notThere), .success(.accepted()))
        let again = RemoteAction.comment(NewComment(target: item, text: "I agree once more."))
        for token in ["5", "6"] { _ = try await outbox.perform(again, at: place, token: token, for: me) }
        _ = try await outbox.entries(of: row.id, for: me)
        try await library.context.removeOldOutboxEntries()
        clock.advance(1000)
        source.put(comments: [makeComment("mine", "I agree.")], under: item.storyKey)
        _ = try await library.discussions.refresh(row.id, reason: .manual)
        try await outbox.remove(vote.id, for: me)
        posting.answer(.signInNeeded)
        _ = try await outbox.perform(.hide(item, isOn: true), at: place, token: "4", for: me)
        try await library.memberAccounts.signOut(at: place, for: me)
    }

    private static func draft(_ library: NewsLibrary, _ story: StoryID, _ me: ReaderID) async throws {
        let draft = Draft(target: .comment(story, parent: nil), text: "Words")
        _ = try await library.drafts.save(draft, basedOn: nil, for: me)
        _ = try await library.drafts.drafts(for: me)
        try await library.drafts.remove(draft.target, for: me)
        try await library.drafts.setGuestAuthor(GuestAuthor(name: "Ada", email: "a@b.test"), for: me)
        _ = try await library.drafts.guestAuthor(for: me)
        try await library.drafts.setGuestAuthor(nil, for: me)
    }

    private static func see(
        _ library: NewsLibrary, _ membership: FakeMembership, _ story: StoryID, _ me: ReaderID
    ) async throws {
        membership.put(.success(MemberThreadState(items: ["x": MemberItemState(vote: .up)], karma: 7)), for: "ada")
        _ = try await library.memberViews.refresh(story, reason: .viewed, for: me)
        _ = try await library.memberViews.view(of: story, for: me)
        _ = try await library.memberViews.items(of: [story], for: me)
        let reply = ProfileComment(comment: makeComment("r", by: "bob"), storyKey: "1")
        membership.put(.replies, .success(MemberItemListResponse(comments: [reply])))
        let accounts = library.memberAccounts
        try await accounts.refreshDueReplies()
        try await accounts.refreshReplies(for: me, reason: .manual)
        _ = try await accounts.replies(for: me)
        _ = try await accounts.unseenReplyCount(for: me)
        try await accounts.markRepliesSeen(for: me)
    }
}
