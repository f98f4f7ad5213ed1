public import News

/// How much is said of a story, for one reader.
public struct StoryTalkFact: Sendable, Hashable {
    public var story: StoryID
    /// As the origin last counted its comments.
    public var comments: Int?
    /// How many of those came since the reader last read them; 0 where they never did.
    public var new: Int
    public var points: Int?

    static func read(_ story: StoryID, for reader: ReaderID, _ session: Session) throws -> StoryTalkFact? {
        try session.first(
            """
            select s.comment_count, s.points, v.seen_count from story s
            left join discussion_visit v on v.reader_id = ? and v.story_id = s.id
            where s.id = ? and s.purged_at is null and (s.comment_count is not null or s.points is not null)
            """, [.number(reader.rawValue), .number(story.rawValue)]
        ) { row in
            let (count, points, seen) = (row.optionalInt(), row.optionalInt(), row.optionalInt())
            let new = seen.flatMap { seen in count.map { max(0, $0 - seen) } } ?? 0
            return StoryTalkFact(story: story, comments: count, new: new, points: points)
        }
    }
}
