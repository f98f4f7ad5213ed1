import Foundation
public import News

struct EngagementWriter {
    let transaction: Transaction

    /// Updates the counts, kind and poll that the origin has sent. Old counts do not replace stored ones
    /// (`FetchedStory.hasOldCounts`), and minimums replace only lower ones.
    /// - Returns: True if anything has changed.
    @discardableResult
    func update(_ fetched: FetchedStory, of story: Int64) throws -> Bool {
        let poll: String? = fetched.pollOptions.isEmpty ? nil : try Self.encodedPoll(fetched)
        let points = fetched.hasOldCounts ? "coalesce(points, ?)" : "coalesce(?, points)"
        let comments =
            if fetched.hasOldCounts {
                "coalesce(comment_count, ?)"
            } else if fetched.isCommentCountMinimum, fetched.commentCount != nil {
                "max(coalesce(comment_count, 0), ?)"
            } else {
                "coalesce(?, comment_count)"
            }
        return try transaction.run(
            """
            update story set points = \(points), comment_count = \(comments), kind = ?, poll = coalesce(?, poll)
            where id = ? and (points is distinct from \(points) or comment_count is distinct from \(comments)
              or kind <> ? or poll <> coalesce(?, poll))
            """,
            [
                .number(fetched.points), .number(fetched.commentCount), .text(fetched.kind.rawValue), .text(poll),
                .number(story), .number(fetched.points), .number(fetched.commentCount), .text(fetched.kind.rawValue),
                .text(poll),
            ]) > 0
    }

    static func encodedPoll(_ story: FetchedStory) throws -> String {
        story.pollOptions.isEmpty ? "[]" : try JSONColumn.encode(story.pollOptions)
    }
}

/// The engagement counts of a story, for one reader.
public struct EngagementCounts: Sendable, Hashable {
    /// The story counted.
    public var story: StoryID
    /// The number of comments; nil if unknown.
    public var commentCount: Int?
    /// The number of comments since the reader's last visit.
    public var newCount: Int
    /// The points at the origin; nil if unknown.
    public var points: Int?

    static func load(
        _ stories: [StoryID], for reader: ReaderID, _ transaction: Transaction
    ) throws -> [EngagementCounts] {
        let list = SQLList(stories.map(\.rawValue))
        let found = try transaction.all(
            """
            select s.id, s.comment_count, s.points, v.seen_comment_count from story s
            left join discussion_visit v on v.reader_id = ? and v.story_id = s.id
            where s.id in \(list.sql) and s.purged_at is null
              and (s.comment_count is not null or s.points is not null)
            """, [.number(reader.rawValue)] + list.arguments
        ) { row in
            let story = StoryID(rawValue: row.number("id"))
            let count = row.optionalInt("comment_count")
            let new = row.optionalInt("seen_comment_count").flatMap { seen in count.map { max(0, $0 - seen) } } ?? 0
            return EngagementCounts(
                story: story, commentCount: count, newCount: new, points: row.optionalInt("points"))
        }
        let counts = Dictionary(found.map { ($0.story, $0) }, uniquingKeysWith: { first, _ in first })
        return stories.compactMap { counts[$0] }
    }
}
