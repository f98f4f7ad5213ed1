import Foundation
import JSON
import Untrusted

struct HackerNewsItem: Sendable, Codable, Hashable {
    var id: Int
    /// The type: `story`, `comment`, `job`, `poll` or `pollopt`.
    var type: String
    var by: String?
    /// The time of publication in seconds since 1970.
    var time: Int?
    /// The text as HTML.
    var text: String?
    var url: String?
    /// The title, which may contain character references.
    var title: String?
    var score: Int?
    /// The ids of the replies in the site's order.
    var kids: [Int]
    var parent: Int?
    var parts: [Int]
    /// The total number of comments.
    var descendants: Int?
    var isDeleted: Bool
    var isDead: Bool

    /// Creates an item from JSON; nil for `null` (the response for unknown ids) and for objects without an id.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.int else { return nil }
        self.id = id
        type = value["type"]?.nonEmptyString ?? (value["parent"]?.int == nil ? "story" : "comment")
        by = value["by"]?.nonEmptyString
        time = value["time"]?.int
        text = value["text"]?.string
        url = value["url"]?.nonEmptyString
        title = value["title"]?.string
        score = value["score"]?.int
        kids = value["kids"]?.elements?.compactMap(\.int) ?? []
        parent = value["parent"]?.int
        parts = value["parts"]?.elements?.compactMap(\.int) ?? []
        descendants = value["descendants"]?.count
        isDeleted = value["deleted"]?.isTrue ?? false
        isDead = value["dead"]?.isTrue ?? false
    }

    var publishedAt: Date? { time.flatMap { Date(seconds: $0) } }

    /// Returns the age in seconds; for an item without a time, the seconds since 1970.
    func age(at now: Date) -> Int {
        Int(saturating: now.timeIntervalSince(publishedAt ?? Date(timeIntervalSince1970: 0)))
    }
}
