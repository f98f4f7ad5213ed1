import Foundation
import News

/// What a community says of a story in numbers, kept current by lists and threads alike.
struct StoryTalk {
    let session: Session

    /// Writes what the origin tells now; what it does not tell stays.
    /// - Returns: whether anything was another before.
    @discardableResult
    func note(_ told: ArrivingStory, of story: Int64) throws -> Bool {
        let poll = try Self.poll(told)
        return try session.run(
            """
            update story set points = coalesce(?, points), comment_count = coalesce(?, comment_count), kind = ?,
              poll = case when ? = '[]' then poll else ? end
            where id = ? and (points is distinct from coalesce(?, points)
              or comment_count is distinct from coalesce(?, comment_count) or kind <> ? or (? <> '[]' and poll <> ?))
            """,
            [
                .number(told.points), .number(told.commentCount), .words(told.kind.rawValue), .words(poll),
                .words(poll), .number(story), .number(told.points), .number(told.commentCount),
                .words(told.kind.rawValue), .words(poll), .words(poll),
            ]) > 0
    }

    static func poll(_ story: ArrivingStory) throws -> String {
        story.poll.isEmpty ? "[]" : try JSONText.write(story.poll)
    }
}
