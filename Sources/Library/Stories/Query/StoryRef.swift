/// A story's position in a list; its row is read later.
struct StoryRef: Sendable, Hashable {
    var story: Int64
    var channel: Int64
    var shownAt: Int64
    /// The lowest story id of the duplicate group; nil without duplicates.
    var group: Int64?

    /// The sort key of lists, newest first.
    var cursor: ListCursor { ListCursor(shownAt: shownAt, story: story) }
}

/// A position in a list sorted by `shown_at` and then by story.
struct ListCursor: Sendable, Hashable, Comparable {
    var shownAt: Int64
    var story: Int64

    /// Before everything in a list that shows the newest first.
    static let top = ListCursor(shownAt: .max, story: .max)
    static let bottom = ListCursor(shownAt: .min, story: .min)

    static func < (a: ListCursor, b: ListCursor) -> Bool { (a.shownAt, a.story) < (b.shownAt, b.story) }

    var arguments: [SQLValue] { [.number(shownAt), .number(story)] }
}
