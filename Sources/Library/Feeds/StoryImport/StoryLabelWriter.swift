import News

struct StoryLabelWriter {
    let transaction: Transaction

    /// Stores a story's labels; a label that the response does not give keeps its stored value.
    func update(_ labels: StoryLabels, of story: Int64) throws {
        guard labels != StoryLabels() else { return }
        let values: [SQLValue] = [
            .text(labels.siteName), .text(labels.moderationState?.rawValue),
            labels.isAuthorNew.map { .bool($0) } ?? .null,
        ]
        try transaction.run(
            """
            update story set site_name = coalesce(?, site_name), moderation_state = coalesce(?, moderation_state),
              is_author_new = coalesce(?, is_author_new)
            where id = ? and (site_name is distinct from coalesce(?, site_name) or moderation_state <> coalesce(?, moderation_state)
              or is_author_new <> coalesce(?, is_author_new))
            """, values + [.number(story)] + values)
    }
}
