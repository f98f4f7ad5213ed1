import Foundation
import Markup
import News
import Testing

/// What every source with a discussion promises, whatever its origin speaks (`DiscussionCapability`).
///
/// A source joins by making one value for each of the states below, and by a test that calls `hold()`. A state that its
/// origin cannot be in is nil and passed over.
struct DiscussionContract: Sendable {
    /// One thread at the origin, and the way to it.
    struct Thread: Sendable {
        var ability: DiscussionCapability
        var request: DiscussionRequest

        init(_ ability: DiscussionCapability, _ request: DiscussionRequest) {
            self.ability = ability
            self.request = request
        }
    }

    /// A thread with answers to answers, and the keys of its comments in the origin's order, answers after what they
    /// answer.
    var nested: (thread: Thread, keys: [String])
    /// A thread in which a comment that was taken back has answers, and that comment's key; nil where what is taken
    /// back leaves no trace.
    var deleted: (thread: Thread, key: String)?
    /// A story under which nobody has said anything.
    var empty: Thread
    /// A page or an answer with comments whose form is not understood.
    var unreadable: Thread
    /// A thread that cannot be had at all (a failing origin).
    var failing: Thread?
    /// A very long thread, and how many comments it has.
    var long: (thread: Thread, count: Int)?
    /// A comment with hostile markup, by key.
    var hostile: (thread: Thread, key: String)?

    func verify() async throws {
        try await nestedInOrder()
        try await unchangedIsNil()
        try await deletedStays()
        try await noneIsNotUnreadable()
        try await longIsWhole()
        try await hostileIsCleaned()
    }

    /// Keys are unique, parents stand before their answers, and the order is the origin's.
    private func nestedInOrder() async throws {
        let comments = try #require(try await Self.comments(nested.thread))
        #expect(comments.map(\.key) == nested.keys)
        Self.expectWellFormed(comments)
        #expect(comments.contains { $0.parentKey != nil }, "the thread has no answers to answers")
        for comment in comments where comment.moderationState == .shown {
            #expect(!comment.text.isEmpty && !comment.body.isEmpty && !comment.original.isEmpty, "\(comment.key)")
            #expect(comment.author?.isEmpty == false && comment.publishedAt != nil, "\(comment.key)")
        }
    }

    static func expectWellFormed(_ comments: [FetchedComment], at location: SourceLocation = #_sourceLocation) {
        var seen: Set<String> = []
        for comment in comments {
            if let parent = comment.parentKey {
                #expect(seen.contains(parent), "\(comment.key) stands before \(parent)", sourceLocation: location)
            }
            #expect(seen.insert(comment.key).inserted, "\(comment.key) stands twice", sourceLocation: location)
            #expect((0...100).contains(comment.fadePercent), sourceLocation: location)
        }
    }

    /// Asked again with what it gave to remember, an unchanged thread is nil, and still says what to remember.
    private func unchangedIsNil() async throws {
        let first = try await nested.thread.ability.thread(for: nested.thread.request)
        let memory: SourceState = try #require(first.sourceState)
        for reason in [RefreshReason.viewed, .manual] {
            var again = nested.thread.request
            again.sourceState = memory
            again.reason = reason
            let second = try await nested.thread.ability.thread(for: again)
            #expect(second.comments == nil && second.sourceState != nil, "\(reason)")
        }
        var strange = nested.thread.request
        strange.sourceState = SourceState(bytes: Array("another kind's".utf8))
        let third = try await nested.thread.ability.thread(for: strange)
        #expect(third.comments?.count == first.comments?.count)
    }

    private func deletedStays() async throws {
        guard let deleted else { return }
        let comments = try #require(try await Self.comments(deleted.thread))
        let gone = try #require(comments.first { $0.key == deleted.key })
        #expect(gone.moderationState != .shown && gone.author == nil)
        #expect(comments.contains { $0.parentKey == gone.key && $0.moderationState == .shown }, "its answers are lost")
    }

    private func noneIsNotUnreadable() async throws {
        let none = try await empty.ability.thread(for: empty.request)
        #expect(none.comments?.isEmpty == true && none.missingCount == 0)
        do {
            let answer = try await unreadable.ability.thread(for: unreadable.request)
            Issue.record("read as \(answer.comments?.count ?? -1) comments")
        } catch {
            guard case .unreadable(let why) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!why.isEmpty)
        }
        guard let failing else { return }
        await #expect(throws: SourceError.self) { try await failing.ability.thread(for: failing.request) }
    }

    private func longIsWhole() async throws {
        guard let long else { return }
        let answer = try await long.thread.ability.thread(for: long.thread.request)
        let comments = try #require(answer.comments)
        #expect(comments.count == long.count && answer.missingCount == 0)
        Self.expectWellFormed(comments)
    }

    private func hostileIsCleaned() async throws {
        guard let hostile else { return }
        let comments = try #require(try await Self.comments(hostile.thread))
        let comment = try #require(comments.first { $0.key == hostile.key })
        let body = comment.body.text.lowercased()
        for word in ["<script", "onclick", "onerror", "javascript:", "<iframe", "<style"] {
            #expect(!body.contains(word), "\(word)")
        }
        // Scripts are gone when a page was parsed for its elements.
        let original = comment.original.lowercased()
        #expect(original.contains("<script") || original.contains("onerror"), "the fixture is not hostile")
    }

    private static func comments(_ thread: Thread) async throws -> [FetchedComment]? {
        try await thread.ability.thread(for: thread.request).comments
    }
}
