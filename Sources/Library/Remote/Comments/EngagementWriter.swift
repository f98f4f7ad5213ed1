import Foundation
public import News

struct EngagementWriter {
    let transaction: Transaction

    /// Updates what the origin sent. Old counts replace none (`FetchedStory.hasOldCounts`), minimums only lower ones.
    /// - Returns: whether anything changed.
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

/// Engagement counts for one reader.
public struct EngagementCounts: Sendable, Hashable {
    public var story: StoryID
    public var commentCount: Int?
    /// Since the last visit.
    public var newCount: Int
    public var points: Int?

    static func load(_ story: StoryID, for reader: ReaderID, _ transaction: Transaction) throws -> EngagementCounts? {
        try transaction.first(
            """
            select s.comment_count, s.points, v.seen_count from story s
            left join discussion_visit v on v.reader_id = ? and v.story_id = s.id
            where s.id = ? and s.purged_at is null and (s.comment_count is not null or s.points is not null)
            """, [.number(reader.rawValue), .number(story.rawValue)]
        ) { row in
            let count = row.optionalInt("comment_count")
            let new = row.optionalInt("seen_count").flatMap { seen in count.map { max(0, $0 - seen) } } ?? 0
            return EngagementCounts(
                story: story, commentCount: count, newCount: new, points: row.optionalInt("points"))
        }
    }
}
