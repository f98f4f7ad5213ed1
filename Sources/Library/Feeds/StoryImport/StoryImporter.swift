import Foundation
import Markup
import News
import URLs

/// The number of stories that an import added and changed.
struct StoryImportResult: Sendable {
    var new = 0
    var changed = 0
    /// True if another channel's story was added to this channel.
    var hasLinkedExisting = false

    static func + (a: StoryImportResult, b: StoryImportResult) -> StoryImportResult {
        StoryImportResult(
            new: a.new + b.new, changed: a.changed + b.changed,
            hasLinkedExisting: a.hasLinkedExisting || b.hasLinkedExisting)
    }
}

/// Imports the stories of a response in the refresh's transaction, matched by key (`ChangedStoryKeyFinder` finds changed keys).
struct StoryImporter {
    let transaction: Transaction
    let now: Date
    let channel: Int64
    let source: Int64
    private var result = StoryImportResult()
    /// The stored stories by key; empty unless `followChangedKeys` has read them.
    private var known: [String: StoredStory] = [:]

    init(transaction: Transaction, now: Date, channel: Int64, source: Int64) {
        self.transaction = transaction
        self.now = now
        self.channel = channel
        self.source = source
    }

    private struct StoredStory {
        var id: Int64
        var contentHash: Int64
        var commentCount: Int?
        var points: Int?
        var kind: String
        var poll: String
        var isPurged: Bool
    }

    /// Inserts new stories and updates changed ones.
    /// - Parameter stories: newest first.
    mutating func importStories(_ stories: [PreparedStory]) throws -> StoryImportResult {
        let muteApplier = try MuteApplier(transaction)
        let topicWriter = try TopicMatchWriter(transaction)
        // The oldest story is inserted first, so that IDs ascend with time.
        for prepared in PreparedStory.newestFirst(stories).reversed() {
            let key = prepared.story.key
            if let known = try known[key] ?? stored(key) {
                if try update(known, prepared, topicWriter) { result.changed += 1 }
            } else {
                if result.new == 0 { try ArrivalLog(transaction: transaction, now: now).record() }
                let story = try insert(prepared, muteApplier)
                try topicWriter.apply(story)
                result.new += 1
            }
        }
        return result
    }

    /// Gives stored stories the keys under which their list has them now (`ChangedStoryKeyFinder`).
    /// - Parameter stories: all stories of the list, newest first, as two of its entries are never one story.
    mutating func followChangedKeys(_ stories: [PreparedStory]) throws {
        for prepared in stories { known[prepared.story.key] = try stored(prepared.story.key) }
        let unknown = PreparedStory.newestFirst(stories).reversed().filter { known[$0.story.key] == nil }
        guard !unknown.isEmpty,
            try transaction.exists("select 1 from story where source_id = ? limit 1", [.number(source)])
        else { return }
        var matcher = ChangedStoryKeyFinder(
            transaction: transaction, channel: channel, source: source, listed: Set(known.values.map(\.id)))
        for (key, story) in try matcher.matches(Array(unknown)) {
            try transaction.run("update story set origin_key = ? where id = ?", [.text(key), .number(story)])
        }
    }

    private func stored(_ key: String) throws -> StoredStory? {
        try transaction.first(
            """
            select id, content_hash, comment_count, points, kind, poll, purged_at from story where source_id = ? and origin_key = ?
            """, [.number(source), .text(key)]
        ) {
            StoredStory(
                id: $0.number("id"), contentHash: $0.number("content_hash"),
                commentCount: $0.optionalInt("comment_count"),
                points: $0.optionalInt("points"), kind: $0.text("kind"), poll: $0.text("poll"),
                isPurged: $0.optionalNumber("purged_at") != nil)
        }
    }

    private func insert(_ prepared: PreparedStory, _ muteApplier: MuteApplier) throws -> Int64 {
        let story = try insertRow(prepared)
        try writeParts(story, prepared)
        try StoryLabelWriter(transaction: transaction).update(prepared.story.labels, of: story)
        try StorySearchIndex(transaction: transaction).add(story, prepared.indexEntry)
        try HeadlineStore(transaction: transaction).judge(story, prepared.indexEntry.title)
        try muteApplier.apply(story)
        try addToChannel(story, shownAt: prepared.shownAt)
        try DuplicateGrouper(transaction: transaction, now: now).assignGroup(
            story, prepared, source: source, channel: channel)
        try ClusterQueue(transaction: transaction).add(story, .terms)
        try AlertQueue(transaction: transaction).add(story, of: channel, now: now)
        return story
    }

    /// Updates a stored story, which keeps its position and read state; returns true if its content changed. Purged
    /// stories stay purged.
    private mutating func update(
        _ known: StoredStory, _ prepared: PreparedStory, _ topicWriter: TopicMatchWriter
    ) throws -> Bool {
        guard !known.isPurged else { return false }
        if try linkToChannel(known.id) {
            result.hasLinkedExisting = true
            try topicWriter.apply(known.id)
        }
        try StoryLabelWriter(transaction: transaction).update(prepared.story.labels, of: known.id)
        guard known.contentHash != prepared.contentHash else {
            if try hasEngagementChanged(of: prepared.story, otherThan: known) {
                try EngagementWriter(transaction: transaction).update(prepared.story, of: known.id)
            }
            return false
        }
        try StorySearchIndex(transaction: transaction).update(known.id) {
            let count = prepared.story.storedCommentCount(after: known.commentCount)
            try updateRow(known.id, prepared, commentCount: count)
            for table in ["story_text", "story_original", "story_picture"] {
                try transaction.run("delete from \(table) where story_id = ?", [.number(known.id)])
            }
            try writeParts(known.id, prepared)
            try FullTextWriter(transaction: transaction).applyToStory(known.id)
        }
        try ClusterQueue(transaction: transaction).add(known.id, .terms)
        return true
    }

    /// Returns true if counts, kind or poll changed.
    private func hasEngagementChanged(of story: FetchedStory, otherThan known: StoredStory) throws -> Bool {
        if story.storedCommentCount(after: known.commentCount) != known.commentCount { return true }
        if let points = story.points, points != known.points, !story.hasOldCounts || known.points == nil { return true }
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

    /// Adds another channel's story to this channel; returns true if this channel did not have the story.
    private func linkToChannel(_ story: Int64) throws -> Bool {
        try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select cast(? as bigint), id, shown_at from story where id = ?
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(story)]) > 0
    }
}

// MARK: - Rows

extension StoryImporter {
    func insertRow(_ prepared: PreparedStory) throws -> Int64 {
        let story = prepared.story
        return try transaction.insertReturningID(
            into: "story",
            [
                "source_id": .number(source), "origin_key": .text(story.key), "shown_at": .number(prepared.shownAt),
                "published_at": .date(story.publishedAt), "arrived_at": .date(now),
                "comment_count": .number(story.commentCount),
            ] + prepared.contentColumns())
    }

    /// Updates all columns but source, key, publication and arrival.
    func updateRow(_ id: Int64, _ prepared: PreparedStory, commentCount: Int?) throws {
        try transaction.update(
            "story",
            set: ["comment_count": .number(commentCount)] + prepared.contentColumns(), where: "id = ?", [.number(id)])
    }

    /// Writes text, pictures and engagement.
    private func writeParts(_ story: Int64, _ prepared: PreparedStory) throws {
        try writeText(story, prepared)
        try writePictures(story, prepared.story)
        if prepared.hasEngagement { try EngagementWriter(transaction: transaction).update(prepared.story, of: story) }
    }

    func writeText(_ story: Int64, _ prepared: PreparedStory) throws {
        try transaction.run(
            "insert into story_text (story_id, html, plain_text, rules_version) values (?, ?, ?, ?)",
            [
                .number(story), .text(prepared.story.body.text), .text(prepared.story.text),
                .number(SanitizerRules.version),
            ])
        guard prepared.original.size > 0 else { return }
        try transaction.run(
            "insert into story_original (story_id, compressed_html, uncompressed_size, base_address) values (?, ?, ?, ?)",
            [
                .number(story), .bytes(prepared.original.bytes), .number(prepared.original.size),
                .text(prepared.story.base?.text),
            ])
    }

    /// Writes pictures; position 0 is for the lead picture.
    private func writePictures(_ story: Int64, _ fetched: FetchedStory) throws {
        let pictureWriter = PictureWriter(transaction: transaction)
        for (index, picture) in fetched.pictures.enumerated() {
            let position = fetched.hasLeadPicture ? index : index + 1
            let id = try pictureWriter.id(of: picture.address, width: picture.width, height: picture.height)
            try pictureWriter.saveRenditions(picture.renditions, of: id)
            try transaction.insert(
                into: "story_picture",
                [
                    "story_id": .number(story), "position": .number(position), "picture_id": .number(id),
                    "alt": .text(picture.alt), "caption": .text(picture.caption), "credit": .text(picture.credit),
                ])
        }
    }
}
