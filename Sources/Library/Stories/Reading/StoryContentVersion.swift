public import News

/// The version of a story's content, which changes whenever the story's page does.
public struct StoryContentVersion: Sendable, Hashable {
    /// The ID of the story.
    public let id: StoryID
    /// The version in letters, digits and hyphens.
    public let version: String

    /// Returns the versions of the existing stories among the given ones, in their order.
    static func load(_ stories: [Int64], _ transaction: Transaction) throws -> [StoryContentVersion] {
        let list = SQLList(stories)
        let versions = try transaction.all(
            """
            select s.id, s.content_hash, s.picture_count, f.fetched_at
            from story s left join full_text f on f.story_id = s.id where s.id in \(list.sql)
            """, list.arguments
        ) { row in
            let parts = [
                row.number("content_hash"), row.number("picture_count"), row.optionalNumber("fetched_at") ?? 0,
            ]
            return (row.number("id"), parts.map { String(UInt64(bitPattern: $0), radix: 36) }.joined(separator: "-"))
        }
        let byStory = Dictionary(uniqueKeysWithValues: versions)
        return stories.compactMap { story in
            byStory[story].map { StoryContentVersion(id: StoryID(rawValue: story), version: $0) }
        }
    }
}
