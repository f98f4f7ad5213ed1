import Foundation
import Untrusted

struct HackerNewsItem: Sendable, Codable, Hashable {
    var id: Int
    /// `story`, `comment`, `job`, `poll`, `pollopt`.
    var type: String
    var by: String?
    /// Seconds since 1970.
    var time: Int?
    /// HTML.
    var text: String?
    var url: String?
    /// May contain character references.
    var title: String?
    var score: Int?
    /// Replies in the site's order.
    var kids: [Int]
    var parent: Int?
    var parts: [Int]
    /// Total comment count.
    var descendants: Int?
    var isDeleted: Bool
    var isDead: Bool

    /// Nil for `null`, the answer for unknown ids, and objects without an id.
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

    /// In seconds; without a time, since 1970.
    func age(at now: Date) -> Int {
        Int(saturating: now.timeIntervalSince(publishedAt ?? Date(timeIntervalSince1970: 0)))
    }
}
