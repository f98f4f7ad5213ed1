public import News

/// The tolerated problems in a site's response to one discussion, which the page of its feed lists.
public struct DiscussionProblem: Sendable, Equatable {
    /// The story.
    public let story: StoryID
    /// The title of the story.
    public let title: String
    /// The number of comments that the site counts but did not send.
    public let missingCount: Int
    /// The parser's diagnostics.
    public let diagnostics: [String]
}

extension DiscussionService {
    /// Returns the newest discussions of a channel with problems.
    public func problems(of channel: ChannelID, limit: Int) async throws(LibraryError) -> [DiscussionProblem] {
        try await context.database.read { transaction in
            try transaction.all(
                """
                select discussion.story_id, story.title, discussion.missing_count, discussion.diagnostics
                from channel_story
                join discussion on discussion.story_id = channel_story.story_id
                join story on story.id = channel_story.story_id
                where channel_story.channel_id = ?
                  and (discussion.missing_count > 0 or discussion.diagnostics <> '[]')
                order by channel_story.shown_at desc, channel_story.story_id desc limit ?
                """, [.number(channel.rawValue), .number(limit)]
            ) { row in
                DiscussionProblem(
                    story: StoryID(rawValue: row.number("story_id")), title: row.text("title"),
                    missingCount: row.int("missing_count"), diagnostics: JSONColumn.decodeList(row.text("diagnostics")))
            }
        }
    }
}
