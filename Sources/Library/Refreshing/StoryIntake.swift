import Foundation
import News

/// Takes an origin's stories in: matched by key, kept, indexed and grouped, in the transaction of their refresh
/// (decision 8).
struct StoryIntake {
    let session: Session
    let now: Date
    let channel: Int64
    let source: Int64
    /// Whether a story that was known through another channel of the source has come into this one.
    private(set) var hasPlaced = false

    init(session: Session, now: Date, channel: Int64, source: Int64) {
        self.session = session
        self.now = now
        self.channel = channel
        self.source = source
    }

    private struct Known {
        var id: Int64
        var digest: Int64
        var commentCount: Int?
        var points: Int?
        var kind: String
        var poll: String
        var isPurged: Bool
    }

    /// - Parameter stories: as the origin gives them, newest first.
    /// - Returns: how many were not known, and how many have changed.
    mutating func take(_ stories: [PreparedStory]) throws -> (new: Int, changed: Int) {
        var new = 0
        var changed = 0
        // Oldest first, so that ids ascend with time; of equals the origin's last is the oldest.
        let ordered = stories.enumerated().sorted {
            ($0.element.shownAt, -$0.offset) < ($1.element.shownAt, -$1.offset)
        }
        let muting = try Muting(session)
        for (rank, prepared) in ordered {
            if let known = try known(prepared.story.key) {
                if try update(known, prepared, rank: rank) { changed += 1 }
            } else {
                try insert(prepared, rank: rank, muting)
                new += 1
            }
        }
        return (new, changed)
    }

    private func known(_ key: String) throws -> Known? {
        try session.first(
            "select id, digest, comment_count, points, kind, poll, purged_at from story where source_id = ? and key = ?",
            [.number(source), .words(key)]
        ) {
            Known(
                id: $0.number(), digest: $0.number(), commentCount: $0.optionalInt(),
                points: $0.optionalInt(), kind: $0.words(), poll: $0.words(),
                isPurged: $0.optionalNumber() != nil)
        }
    }

    private func insert(_ prepared: PreparedStory, rank: Int, _ muting: Muting) throws {
        let story = try StoryRecords(session: session).insert(prepared, source: source, now: now)
        try StoryIndex(session: session).add(story, prepared.entry)
        try muting.judge(story)
        try putInChannel(story, shownAt: prepared.shownAt, rank: rank)
        try Grouping(session: session, now: now).place(story, prepared, source: source, channel: channel)
    }

    /// A changed story stays where it is in the lists and stays read; a purged one stays gone.
    private mutating func update(_ known: Known, _ prepared: PreparedStory, rank: Int) throws -> Bool {
        guard !known.isPurged else { return false }
        if try putInOtherChannel(known.id, rank: rank) { hasPlaced = true }
        guard known.digest != prepared.digest else {
            if try isTalk(of: prepared.story, otherThan: known) {
                try StoryTalk(session: session).note(prepared.story, of: known.id)
            }
            return false
        }
        try StoryIndex(session: session).change(known.id) {
            try StoryRecords(session: session).update(known.id, prepared, now: now)
            try FullTextRecords(session: session).settle(known.id)
        }
        return true
    }

    /// Whether the origin counts, or calls it, differently than before.
    private func isTalk(of story: ArrivingStory, otherThan known: Known) throws -> Bool {
        if story.commentCount != nil, story.commentCount != known.commentCount { return true }
        if story.points != nil, story.points != known.points { return true }
        return try story.kind.rawValue != known.kind || (!story.poll.isEmpty && StoryTalk.poll(story) != known.poll)
    }

    private func putInChannel(_ story: Int64, shownAt: Int64, rank: Int) throws {
        try session.run(
            """
            insert into channel_story (channel_id, story_id, rank, shown_at) values (?, ?, ?, ?)
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(story), .number(rank), .number(shownAt)])
    }

    /// A story that came through another channel of the same source.
    /// - Returns: whether it was not here yet.
    private func putInOtherChannel(_ story: Int64, rank: Int) throws -> Bool {
        try session.run(
            """
            insert into channel_story (channel_id, story_id, rank, shown_at)
            select cast(? as bigint), id, cast(? as bigint), shown_at from story where id = ?
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(rank), .number(story)]) > 0
    }
}
