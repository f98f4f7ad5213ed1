import Foundation
import News

/// Imports a response's stories, matched by key, in the refresh's transaction.
struct StoryImporter {
    let transaction: Transaction
    let now: Date
    let channel: Int64
    let source: Int64
    /// Whether another channel's story was added to this one.
    private(set) var hasLinkedExisting = false

    init(transaction: Transaction, now: Date, channel: Int64, source: Int64) {
        self.transaction = transaction
        self.now = now
        self.channel = channel
        self.source = source
    }

    private struct StoredStory {
        var id: Int64
        var digest: Int64
        var commentCount: Int?
        var points: Int?
        var kind: String
        var poll: String
        var isPurged: Bool
    }

    /// - Parameter stories: newest first.
    mutating func importStories(_ stories: [PreparedStory]) throws -> (new: Int, changed: Int) {
        var new = 0
        var changed = 0
        // Oldest first, so that ids ascend with time; at equal dates the last is the oldest.
        let ordered = stories.enumerated().sorted {
            ($0.element.shownAt, -$0.offset) < ($1.element.shownAt, -$1.offset)
        }
        let muteApplier = try MuteApplier(transaction)
        for (_, prepared) in ordered {
            if let known = try stored(prepared.story.key) {
                if try update(known, prepared) { changed += 1 }
            } else {
                try insert(prepared, muteApplier)
                new += 1
            }
        }
        return (new, changed)
    }

    private func stored(_ key: String) throws -> StoredStory? {
        try transaction.first(
            """
            select id, digest, comment_count, points, kind, poll, purged_at from story where source_id = ? and key = ?
            """, [.number(source), .text(key)]
        ) {
            StoredStory(
                id: $0.number("id"), digest: $0.number("digest"), commentCount: $0.optionalInt("comment_count"),
                points: $0.optionalInt("points"), kind: $0.text("kind"), poll: $0.text("poll"),
                isPurged: $0.optionalNumber("purged_at") != nil)
        }
    }

    private func insert(_ prepared: PreparedStory, _ muteApplier: MuteApplier) throws {
        let story = try StoryWriter(transaction: transaction).insert(prepared, source: source, now: now)
        try StorySearchIndex(transaction: transaction).add(story, prepared.indexEntry)
        try muteApplier.apply(story)
        try addToChannel(story, shownAt: prepared.shownAt)
        try DuplicateGrouper(transaction: transaction, now: now).assignGroup(
            story, prepared, source: source, channel: channel)
    }

    /// A changed story keeps position and read state; purged stories stay purged.
    private mutating func update(_ known: StoredStory, _ prepared: PreparedStory) throws -> Bool {
        guard !known.isPurged else { return false }
        if try linkToChannel(known.id) { hasLinkedExisting = true }
        guard known.digest != prepared.digest else {
            if try hasEngagementChanged(of: prepared.story, otherThan: known) {
                try EngagementWriter(transaction: transaction).update(prepared.story, of: known.id)
            }
            return false
        }
        try StorySearchIndex(transaction: transaction).update(known.id) {
            try StoryWriter(transaction: transaction).update(
                known.id, prepared, commentCount: prepared.story.commentCount ?? known.commentCount)
            try FullTextWriter(transaction: transaction).applyToStory(known.id)
        }
        return true
    }

    /// Counts, kind or poll.
    private func hasEngagementChanged(of story: FetchedStory, otherThan known: StoredStory) throws -> Bool {
        if story.commentCount != nil, story.commentCount != known.commentCount { return true }
        if story.points != nil, story.points != known.points { return true }
        return try story.kind.rawValue != known.kind
            || (!story.pollOptions.isEmpty && EngagementWriter.encodedPoll(story) != known.poll)
    }

    private func addToChannel(_ story: Int64, shownAt: Int64) throws {
        try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at) values (?, ?, ?)
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(story), .number(shownAt)])
    }

    /// Adds another channel's story; true if new here.
    private func linkToChannel(_ story: Int64) throws -> Bool {
        try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select cast(? as bigint), id, shown_at from story where id = ?
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(story)]) > 0
    }
}
