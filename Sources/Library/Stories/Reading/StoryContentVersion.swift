public import News

/// Changes with what a story's page says.
public struct StoryContentVersion: Sendable, Hashable {
    public let id: StoryID
    /// Letters and digits.
    public let version: String

    /// Nil without the story.
    init?(_ story: Int64, _ transaction: Transaction) throws {
        let found = try transaction.first(
            """
            select s.digest, s.picture_count, f.fetched_at
            from story s left join full_text f on f.story_id = s.id where s.id = ?
            """, [.number(story)]
        ) { row in
            [row.number("digest"), row.number("picture_count"), row.optionalNumber("fetched_at") ?? 0]
        }
        guard let found else { return nil }
        id = StoryID(rawValue: story)
        version = found.map { String(UInt64(bitPattern: $0), radix: 36) }.joined(separator: "-")
    }
}
