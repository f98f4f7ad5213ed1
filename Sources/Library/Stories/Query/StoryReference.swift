/// A reference to a story in a channel, with its position in a list.
struct StoryReference: Sendable, Hashable {
    var story: Int64
    var channel: Int64
    /// The date in milliseconds, or the rank key in a list that keeps its origin's order (`StorySortKey`).
    var sortKey: Int64
    /// The lowest story ID in the duplicate group; nil without duplicates.
    var group: Int64?

    var cursor: ListCursor { ListCursor(sortKey: sortKey, story: story) }
}

/// A position in a list, which is sorted by a `StorySortKey`, then by story ID.
struct ListCursor: Sendable, Hashable, Comparable {
    var sortKey: Int64
    var story: Int64

    /// The position above the newest story.
    static let top = ListCursor(sortKey: .max, story: .max)
    /// The position below the oldest story.
    static let bottom = ListCursor(sortKey: .min, story: .min)

    static func < (a: ListCursor, b: ListCursor) -> Bool { (a.sortKey, a.story) < (b.sortKey, b.story) }

    var arguments: [SQLValue] { [.number(sortKey), .number(story)] }
}
