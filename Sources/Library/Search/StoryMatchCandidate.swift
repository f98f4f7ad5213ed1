/// The parts of a story that mute rules and topics examine. Pages of packs are not news and are never examined.
struct StoryMatchCandidate: Sendable {
    var title: String
    var dek: String?
    var byline: String?
    var link: String?
    /// The full text, or else the feed's text; nil if not requested.
    var text: String?

    private static func columns(withText: Bool) -> String {
        "s.id, s.title, s.dek, s.byline, s.link, \(withText ? "coalesce(f.plain_text, t.plain_text)" : "null") as plain_text"
    }

    /// The join with the texts; `cross join` fixes the join order.
    private static let textJoin = "cross join story_text t left join full_text f on f.story_id = s.id"

    private static let isNewsSQL = "not exists (select 1 from pack_page g where g.story_id = s.id)"

    /// Returns the stories with IDs below a given one, newest first.
    static func newest(
        _ transaction: Transaction, below: Int64, size: Int, withText: Bool
    ) throws -> [(id: Int64, story: StoryMatchCandidate)] {
        try transaction.all(
            """
            select \(columns(withText: withText)) from story s \(withText ? textJoin : "")
            where s.id < ? and s.purged_at is null and \(isNewsSQL)\(withText ? " and t.story_id = s.id" : "") order by s.id desc limit ?
            """, [.number(below), .number(size)], decode)
    }

    /// Returns the candidate of a story; nil if the story does not exist, or if the text is requested and there is
    /// none.
    static func find(_ id: Int64, _ transaction: Transaction, withText: Bool) throws -> StoryMatchCandidate? {
        try transaction.first(
            """
            select \(columns(withText: withText)) from story s \(withText ? textJoin : "")
            where s.id = ? and \(isNewsSQL)\(withText ? " and t.story_id = s.id" : "")
            """, [.number(id)], decode)?.story
    }

    private static func decode(_ row: SQLRow) -> (id: Int64, story: StoryMatchCandidate) {
        (
            id: row.number("id"),
            story: StoryMatchCandidate(
                title: row.text("title"), dek: row.optionalText("dek"), byline: row.optionalText("byline"),
                link: row.optionalText("link"), text: row.optionalText("plain_text"))
        )
    }
}
