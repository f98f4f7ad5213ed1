import Foundation
import Markup
import News
import Testing

/// The guarantees of every source with a `DiscussionCapability`.
///
/// A source joins with a value for each state below and a test that calls `verify()`. States that its origin cannot
/// have are nil and skipped.
struct DiscussionContract: Sendable {
    /// A thread at the origin, and the capability that loads it.
    struct Thread: Sendable {
        var capability: any DiscussionCapability
        var request: DiscussionRequest

        init(_ capability: any DiscussionCapability, _ request: DiscussionRequest) {
            self.capability = capability
            self.request = request
        }
    }

    /// A thread with nested replies, and its comments' keys in reading order.
    var nested: (thread: Thread, keys: [String])
    /// A thread with a deleted comment that has replies, and its key; nil if deleted comments leave no trace.
    var deleted: (thread: Thread, key: String)?
    /// A story without comments.
    var empty: Thread
    /// A page or response whose comments cannot be parsed.
    var unreadable: Thread
    /// A thread of a failing origin.
    var failing: Thread?
    /// A very long thread, and its number of comments.
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

    /// Expects that keys are unique, every reply can be placed, and siblings are in the origin's order.
    private func nestedInOrder() async throws {
        let comments = try #require(try await Self.comments(nested.thread))
        #expect(Self.readingOrder(comments) == nested.keys)
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
            #expect(seen.insert(comment.key).inserted, "\(comment.key) stands twice", sourceLocation: location)
            #expect((0...100).contains(comment.fadePercent), sourceLocation: location)
        }
        #expect(readingOrder(comments).count == comments.count, "answers in a circle", sourceLocation: location)
    }

    /// Returns the keys in the order in which the Library places comments: replies after their parent, siblings in
    /// response order.
    static func readingOrder(_ comments: [FetchedComment]) -> [String] {
        let keys = Set(comments.map(\.key))
        let replies = Dictionary(grouping: comments) { comment in
            comment.parentKey.flatMap { keys.contains($0) ? $0 : nil } ?? ""
        }
        var order: [String] = []
        var open = Array((replies[""] ?? []).reversed())
        while let next = open.popLast() {
            order.append(next.key)
            open += (replies[next.key] ?? []).reversed()
        }
        return order
    }

    /// Expects that an unchanged thread with its stored state is nil and still has a state.
    private func unchangedIsNil() async throws {
        let first = try await nested.thread.capability.thread(for: nested.thread.request)
        let state: SourceState = try #require(first.sourceState)
        for reason in [RefreshReason.viewed, .manual] {
            var again = nested.thread.request
            again.sourceState = state
            again.reason = reason
            let second = try await nested.thread.capability.thread(for: again)
            #expect(second.comments == nil && second.sourceState != nil, "\(reason)")
        }
        var strange = nested.thread.request
        strange.sourceState = SourceState(bytes: Array("another kind's".utf8))
        let third = try await nested.thread.capability.thread(for: strange)
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
        let none = try await empty.capability.thread(for: empty.request)
        #expect(none.comments?.isEmpty == true && none.missingCount == 0)
        do {
            let response = try await unreadable.capability.thread(for: unreadable.request)
            Issue.record("read as \(response.comments?.count ?? -1) comments")
        } catch {
            guard case .unreadable(let cause) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!cause.message.isEmpty)
        }
        guard let failing else { return }
        await #expect(throws: SourceError.self) { try await failing.capability.thread(for: failing.request) }
    }

    private func longIsWhole() async throws {
        guard let long else { return }
        let response = try await long.thread.capability.thread(for: long.thread.request)
        let comments = try #require(response.comments)
        #expect(comments.count == long.count && response.missingCount == 0)
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
        // Parsed pages no longer contain scripts.
        let original = comment.original.lowercased()
        #expect(original.contains("<script") || original.contains("onerror"), "the fixture is not hostile")
    }

    private static func comments(_ thread: Thread) async throws -> [FetchedComment]? {
        try await thread.capability.thread(for: thread.request).comments
    }
}
