import Foundation
import Untrusted

/// What the official interface says of one number: a story, a comment, a job, a poll or an answer of one.
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
    /// May hold entities.
    var title: String?
    var score: Int?
    /// Answers in the site's ranking.
    var kids: [Int]
    var parent: Int?
    /// A poll's answers in its order.
    var parts: [Int]
    /// Comments below a story, in all.
    var descendants: Int?
    var isDeleted: Bool
    var isDead: Bool

    /// Nil for `null`, which stands for a number that nobody knows, and for what has no number.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.int else { return nil }
        self.id = id
        type = value["type"]?.nonEmptyString ?? "story"
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

    /// How old it is, in seconds; as old as can be where nobody says when it came out.
    func age(at now: Date) -> Int {
        Int(saturating: now.timeIntervalSince(publishedAt ?? Date(timeIntervalSince1970: 0)))
    }
}
