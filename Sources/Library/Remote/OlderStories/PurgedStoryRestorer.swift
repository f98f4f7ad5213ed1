import Foundation
import News

/// Restores purged stories (`StoryPurger`) that an origin sends again, so that lists have no gaps.
struct PurgedStoryRestorer {
    let transaction: Transaction
    let source: Int64
    let now: Date

    /// Makes the importer treat purged stories as changed.
    func prepare(_ stories: [PreparedStory]) throws {
        for prepared in stories {
            try transaction.run(
                """
                update story set purged_at = null, digest = 0, arrived_at = ?
                where source_id = ? and key = ? and purged_at is not null
                """, [.date(now), .number(source), .text(prepared.story.key)])
        }
    }
}
