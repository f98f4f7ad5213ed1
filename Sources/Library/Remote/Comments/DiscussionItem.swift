import Foundation
public import News
public import URLs

/// A story and one of its comments, without the thread around it.
public struct DiscussionItem: Sendable {
    /// The story.
    public let row: StoryRow
    /// The story's source.
    public let source: StorySource
    /// The address of the discussion at the origin, otherwise the story's link.
    public let discussionLink: WebAddress?
    /// True if the origin accepts comments; nil if unknown.
    public let acceptsComments: Bool?
    /// The comment, without its place in the thread; nil if none was asked for, or it is no longer stored.
    public let comment: CommentDetails?
}

extension DiscussionService {
    /// Returns a stored story, and one of its comments.
    /// - Throws: `.notThere` for an unknown or purged story.
    public func item(
        _ comment: CommentID?, of story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> DiscussionItem {
        let now = context.now()
        return try await context.database.read { transaction in
            let rows = StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
            guard let row = try rows.rows(of: [story.rawValue]).first,
                let source = try StorySource.find(story: story.rawValue, transaction)
            else { throw LibraryError.notThere }
            let link = try transaction.text(
                "select coalesce(discussion_link, link) from story where id = ?", [.number(story.rawValue)])
            let accepts = try transaction.number(
                "select accepts_comments from discussion where story_id = ?", [.number(story.rawValue)])
            return DiscussionItem(
                row: row, source: source, discussionLink: link.flatMap { WebAddress($0) },
                acceptsComments: accepts.map { $0 != 0 },
                comment: try comment.flatMap { try ThreadQuery.comment($0, of: story, transaction) })
        }
    }
}

/// A query for a comment that was sent from here, in the stored thread.
struct ArrivedCommentQuery {
    let transaction: Transaction
    let story: StoryID

    /// Returns the comment with the key, else the one at the address.
    func comment(withKey key: String?, orAt page: WebAddress?) throws -> CommentID? {
        if let key, let id = try first("origin_key = ?", key) { return id }
        return try page.flatMap { try first("link = ?", $0.text) }
    }

    private func first(_ condition: String, _ value: String) throws -> CommentID? {
        try transaction.number(
            "select id from comment where story_id = ? and \(condition) order by display_order limit 1",
            [.number(story.rawValue), .text(value)]
        ).map { CommentID(rawValue: $0) }
    }

    /// Returns the newest direct reply to a comment, or top-level comment, by an author.
    /// - Parameter isOwn: Returns true for the author's name.
    func newest(under parent: CommentID?, by isOwn: (String) -> Bool) throws -> CommentID? {
        var values: [SQLValue] = [.number(story.rawValue)]
        if let parent { values.insert(.number(parent.rawValue), at: 0) }
        let replies = try transaction.all(
            """
            select c.id, c.author, c.published_at from comment c \(parent == nil ? "" : Self.joinedParent)
            where c.story_id = ? and \(parent == nil ? "c.depth = 0" : Self.isReply) order by c.display_order
            """, values
        ) { row in
            (
                id: CommentID(rawValue: row.number("id")), author: row.optionalText("author"),
                date: row.optionalDate("published_at") ?? .distantPast
            )
        }
        return replies.filter { $0.author.map(isOwn) ?? false }.max { $0.date < $1.date }?.id
    }

    private static let joinedParent = "join comment p on p.story_id = c.story_id and p.id = ?"

    /// Replies follow their parent, up to the next comment that is not below it.
    private static let isReply = """
        c.depth = p.depth + 1 and c.display_order > p.display_order
          and c.display_order < coalesce((select min(x.display_order) from comment x
            where x.story_id = p.story_id and x.display_order > p.display_order and x.depth <= p.depth), 2147483647)
        """
}
