struct StoryRef: Sendable, Hashable {
    var story: Int64
    var channel: Int64
    /// In milliseconds, or the rank key of a list that has its origin's order (`StorySortKey`).
    var shownAt: Int64
    /// The group's lowest story id.
    var group: Int64?

    var cursor: ListCursor { ListCursor(shownAt: shownAt, story: story) }
}

/// A position in a list, which is sorted by its `StorySortKey`, then story.
struct ListCursor: Sendable, Hashable, Comparable {
    var shownAt: Int64
    var story: Int64

    /// Above the newest story.
    static let top = ListCursor(shownAt: .max, story: .max)
    static let bottom = ListCursor(shownAt: .min, story: .min)

    static func < (a: ListCursor, b: ListCursor) -> Bool { (a.shownAt, a.story) < (b.shownAt, b.story) }

    var arguments: [SQLValue] { [.number(shownAt), .number(story)] }
}
