import Foundation
import News

/// Restores purged stories (`StoryPurger`) that an origin sends again, so that lists have no gaps.
struct PurgedStoryRestorer {
    let transaction: Transaction
    let source: Int64
    let now: Date

    /// Makes the importer treat purged stories as changed.
    /// - Returns: their keys.
    func prepare(_ stories: [PreparedStory]) throws -> [String] {
        try stories.map(\.story.key).filter { key in
            try transaction.run(
                """
                update story set purged_at = null, digest = 0, arrived_at = ?
                where source_id = ? and key = ? and purged_at is not null
                """, [.date(now), .number(source), .text(key)]) == 1
        }
    }

    /// Resets the importer's update time: no change is known.
    func finish(_ keys: [String], _ stories: [PreparedStory]) throws {
        let restored = Set(keys)
        for prepared in stories where restored.contains(prepared.story.key) {
            try transaction.run(
                "update story set updated_at = ? where source_id = ? and key = ?",
                [.date(prepared.story.updatedAt), .number(source), .text(prepared.story.key)])
        }
    }
}
