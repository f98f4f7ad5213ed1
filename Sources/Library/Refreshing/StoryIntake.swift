import Foundation
import News

/// Takes an origin's stories in: matched by key, kept, indexed and grouped, in the transaction of their refresh
/// (decision 8).
struct StoryIntake {
    let session: Session
    let now: Date
    let channel: Int64
    let source: Int64

    private struct Known {
        var id: Int64
        var digest: Int64
        var commentCount: Int?
        var isPurged: Bool
    }

    /// - Parameter stories: as the origin gives them, newest first.
    /// - Returns: how many were not known, and how many have changed.
    func take(_ stories: [PreparedStory]) throws -> (new: Int, changed: Int) {
        var new = 0
        var changed = 0
        // Oldest first, so that ids ascend with time; of equals the origin's last is the oldest.
        let ordered = stories.enumerated().sorted {
            ($0.element.shownAt, -$0.offset) < ($1.element.shownAt, -$1.offset)
        }
        for (rank, prepared) in ordered {
            if let known = try known(prepared.story.key) {
                if try update(known, prepared, rank: rank) { changed += 1 }
            } else {
                try insert(prepared, rank: rank)
                new += 1
            }
        }
        return (new, changed)
    }

    private func known(_ key: String) throws -> Known? {
        try session.first(
            "select id, digest, comment_count, purged_at from story where source_id = ? and key = ?",
            [.number(source), .words(key)]
        ) {
            Known(
                id: $0.number(), digest: $0.number(), commentCount: $0.optionalInt(),
                isPurged: $0.optionalNumber() != nil)
        }
    }

    private func insert(_ prepared: PreparedStory, rank: Int) throws {
        let story = try StoryRecords(session: session).insert(prepared, source: source, now: now)
        try StoryIndex(session: session).add(story, prepared.entry)
        try putInChannel(story, shownAt: prepared.shownAt, rank: rank)
        try Grouping(session: session, now: now).place(story, prepared, source: source, channel: channel)
    }

    /// A changed story stays where it is in the lists and stays read; a purged one stays gone.
    private func update(_ known: Known, _ prepared: PreparedStory, rank: Int) throws -> Bool {
        guard !known.isPurged else { return false }
        try putInOtherChannel(known.id, rank: rank)
        guard known.digest != prepared.digest else {
            if let count = prepared.story.commentCount, count != known.commentCount {
                try session.run(
                    "update story set comment_count = ? where id = ?", [.number(count), .number(known.id)])
            }
            return false
        }
        try StoryIndex(session: session).remove(known.id)
        try StoryRecords(session: session).update(known.id, prepared, now: now)
        try StoryIndex(session: session).add(known.id, prepared.entry)
        return true
    }

    private func putInChannel(_ story: Int64, shownAt: Int64, rank: Int) throws {
        try session.run(
            """
            insert into channel_story (channel_id, story_id, rank, shown_at) values (?, ?, ?, ?)
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(story), .number(rank), .number(shownAt)])
    }

    /// A story that came through another channel of the same source.
    private func putInOtherChannel(_ story: Int64, rank: Int) throws {
        try session.run(
            """
            insert into channel_story (channel_id, story_id, rank, shown_at)
            select cast(? as bigint), id, cast(? as bigint), shown_at from story where id = ?
            on conflict (channel_id, story_id) do nothing
            """, [.number(channel), .number(rank), .number(story)])
    }
}
