import Foundation
import News

/// Brings back stories that were let go (`StoryPurger`), when a person asks their origin for them: a list that is read
/// backwards has no holes where the Library once made room.
struct PurgedStoryRestorer {
    let transaction: Transaction
    let source: Int64
    let now: Date

    /// Makes the intake take them for changed ones.
    /// - Returns: the keys of those that were gone.
    func prepare(_ stories: [PreparedStory]) throws -> [String] {
        try stories.map(\.story.key).filter { key in
            try transaction.run(
                """
                update story set purged_at = null, digest = 0, arrived_at = ?
                where source_id = ? and key = ? and purged_at is not null
                """, [.date(now), .number(source), .text(key)]) == 1
        }
    }

    /// They have not changed since they came first, as far as anybody knows.
    func finish(_ keys: [String], _ stories: [PreparedStory]) throws {
        let gone = Set(keys)
        for prepared in stories where gone.contains(prepared.story.key) {
            try transaction.run(
                "update story set updated_at = ? where source_id = ? and key = ?",
                [.date(prepared.story.updatedAt), .number(source), .text(prepared.story.key)])
        }
    }
}
