/// The parts of a story that mute rules and topics look at.
struct StoryMatchCandidate: Sendable {
    var title: String
    var dek: String?
    var byline: String?
    var link: String?
    /// The full text, else the feed's; nil if not asked for.
    var text: String?

    private static func columns(withText: Bool) -> String {
        "s.id, s.title, s.dek, s.byline, s.link, \(withText ? "coalesce(f.plain, t.plain)" : "null") as plain"
    }

    /// `cross join` fixes the join order.
    private static let textJoin = "cross join story_text t left join full_text f on f.story_id = s.id"

    /// Stories below one, newest first.
    static func newest(
        _ transaction: Transaction, below: Int64, size: Int, withText: Bool
    ) throws -> [(id: Int64, story: StoryMatchCandidate)] {
        try transaction.all(
            """
            select \(columns(withText: withText)) from story s \(withText ? textJoin : "")
            where s.id < ? and s.purged_at is null\(withText ? " and t.story_id = s.id" : "") order by s.id desc limit ?
            """, [.number(below), .number(size)], decode)
    }

    /// Nil for a story without text, if that is asked for.
    static func find(_ id: Int64, _ transaction: Transaction, withText: Bool) throws -> StoryMatchCandidate? {
        try transaction.first(
            """
            select \(columns(withText: withText)) from story s \(withText ? textJoin : "")
            where s.id = ?\(withText ? " and t.story_id = s.id" : "")
            """, [.number(id)], decode)?.story
    }

    private static func decode(_ row: SQLRow) -> (id: Int64, story: StoryMatchCandidate) {
        (
            id: row.number("id"),
            story: StoryMatchCandidate(
                title: row.text("title"), dek: row.optionalText("dek"), byline: row.optionalText("byline"),
                link: row.optionalText("link"), text: row.optionalText("plain"))
        )
    }
}
