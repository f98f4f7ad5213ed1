import Foundation
import News

/// Restores purged stories (`StoryPurger`) that an origin sends again on a reader's request, so that paging back
/// through a list leaves no holes.
struct PurgedStoryRestorer {
    let transaction: Transaction
    let source: Int64
    let now: Date

    /// Makes the importer treat purged stories as changed ones.
    /// - Returns: the keys of the purged stories.
    func prepare(_ stories: [PreparedStory]) throws -> [String] {
        try stories.map(\.story.key).filter { key in
            try transaction.run(
                """
                update story set purged_at = null, digest = 0, arrived_at = ?
                where source_id = ? and key = ? and purged_at is not null
                """, [.date(now), .number(source), .text(key)]) == 1
        }
    }

    /// Resets the update time that the importer set: the stories have not changed since they first arrived, as far as
    /// is known.
    func finish(_ keys: [String], _ stories: [PreparedStory]) throws {
        let gone = Set(keys)
        for prepared in stories where gone.contains(prepared.story.key) {
            try transaction.run(
                "update story set updated_at = ? where source_id = ? and key = ?",
                [.date(prepared.story.updatedAt), .number(source), .text(prepared.story.key)])
        }
    }
}
