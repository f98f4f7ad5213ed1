import News
public import URLs

extension DiscussionService {
    /// Returns the story to which a stored comment belongs.
    /// - Throws: `.notThere` for an unknown comment.
    public func location(of comment: CommentID) async throws(LibraryError) -> ThreadDetails.LocalTarget {
        let found = try await context.database.read { transaction in
            try transaction.first(
                """
                select c.id, c.story_id from comment c join story s on s.id = c.story_id
                where c.id = ? and s.purged_at is null
                """, [.number(comment.rawValue)]
            ) { Self.comment($0) }
        }
        guard let found else { throw .notThere }
        return found
    }

    /// Returns the stored story or comment that a link leads to: a comment's own address, a story's discussion, or a
    /// story's page.
    /// - Throws: `.notThere` for any other address.
    public func location(of link: WebAddress) async throws(LibraryError) -> ThreadDetails.LocalTarget {
        let found = try await context.database.read { transaction in try Self.find(link, transaction) }
        guard let found else { throw .notThere }
        return found
    }

    private static func find(_ link: WebAddress, _ transaction: Transaction) throws -> ThreadDetails.LocalTarget? {
        for text in Set([link.text, link.withoutFragment.text]).sorted(by: >) {
            let match = try transaction.first(
                """
                select c.id, c.story_id from comment c join story s on s.id = c.story_id
                where c.link = ? and s.purged_at is null order by c.id limit 1
                """, [.text(text)]
            ) { comment($0) }
            if let match { return match }
        }
        let plain = SQLValue.text(link.withoutFragment.text)
        let story = try transaction.number(
            """
            select id from story where (discussion_link = ? or link = ?) and purged_at is null order by id limit 1
            """, [plain, plain])
        return story.map { ThreadDetails.LocalTarget(story: StoryID(rawValue: $0)) }
    }

    private static func comment(_ row: SQLRow) -> ThreadDetails.LocalTarget {
        ThreadDetails.LocalTarget(
            story: StoryID(rawValue: row.number("story_id")), comment: CommentID(rawValue: row.number("id")))
    }
}
