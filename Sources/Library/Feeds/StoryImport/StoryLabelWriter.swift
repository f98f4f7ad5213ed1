import News

struct StoryLabelWriter {
    let transaction: Transaction

    /// Keeps what the response does not tell.
    func update(_ labels: StoryLabels, of story: Int64) throws {
        guard labels != StoryLabels() else { return }
        let values: [SQLValue] = [
            .text(labels.siteName), .text(labels.moderationState?.rawValue),
            labels.isAuthorNew.map { .bool($0) } ?? .null,
        ]
        try transaction.run(
            """
            update story set site_name = coalesce(?, site_name), standing = coalesce(?, standing),
              is_author_new = coalesce(?, is_author_new)
            where id = ? and (site_name is distinct from coalesce(?, site_name) or standing <> coalesce(?, standing)
              or is_author_new <> coalesce(?, is_author_new))
            """, values + [.number(story)] + values)
    }
}
