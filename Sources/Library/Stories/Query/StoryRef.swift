/// A story in a list, before anything but its place is read.
struct StoryRef: Sendable, Hashable {
    var story: Int64
    var channel: Int64
    var shownAt: Int64
    /// The lowest story of those that tell the same; nil when the story stands alone.
    var group: Int64?

    /// What lists are ordered by, newest first.
    var cursor: ListCursor { ListCursor(shownAt: shownAt, story: story) }
}

/// A place in a list that is ordered by `shown_at` and then by story.
struct ListCursor: Sendable, Hashable, Comparable {
    var shownAt: Int64
    var story: Int64

    /// Before everything in a list that shows the newest first.
    static let top = ListCursor(shownAt: .max, story: .max)
    /// After everything.
    static let bottom = ListCursor(shownAt: .min, story: .min)

    static func < (a: ListCursor, b: ListCursor) -> Bool { (a.shownAt, a.story) < (b.shownAt, b.story) }

    var arguments: [SQLValue] { [.number(shownAt), .number(story)] }
}
