import Foundation
import News

/// A restorer of purged stories (`StoryPurger`) that an origin sends again, so that lists have no gaps.
struct PurgedStoryRestorer {
    let transaction: Transaction
    let source: Int64
    let now: Date
    /// True if stories may come under other keys than before (`StoryImporter.followChangedKeys`).
    var followsChangedKeys = false

    /// Marks purged stories so that the importer treats them as changed.
    func prepare(_ stories: [PreparedStory]) throws {
        for prepared in stories {
            let key = prepared.story.key
            guard try !restore(key), followsChangedKeys, try !isKnown(key) else { continue }
            for variant in StoryKeyVariants.of(key) where try restore(variant) { break }
        }
    }

    private func restore(_ key: String) throws -> Bool {
        try transaction.run(
            """
            update story set purged_at = null, content_hash = 0, arrived_at = ?
            where source_id = ? and origin_key = ? and purged_at is not null
            """, [.date(now), .number(source), .text(key)]) > 0
    }

    private func isKnown(_ key: String) throws -> Bool {
        try transaction.exists(
            "select 1 from story where source_id = ? and origin_key = ?", [.number(source), .text(key)])
    }
}
