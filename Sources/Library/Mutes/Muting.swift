/// Judges stories by readers' rules: one when it comes in or changes, all that were there when a rule is new.
struct Muting {
    let session: Session
    private let records: MuteRecords
    /// The rules of all readers that look at stories.
    private let rules: [(record: MuteRecords.Record, matching: MuteMatching)]

    init(_ session: Session) throws {
        self.session = session
        records = MuteRecords(session: session)
        rules = try records.judging().map { ($0, MuteMatching($0.rule)) }
    }

    /// Judges a story as its rows have it now.
    func judge(_ story: Int64) throws {
        guard !rules.isEmpty,
            let found = try Self.story(session, story, withText: rules.contains { $0.record.rule.inText })
        else { return }
        try session.run("delete from muted_story where story_id = ?", [.number(story)])
        for (record, matching) in rules where matching.matches(found) { try records.hide(story, by: record) }
    }

    /// Stories that one transaction looks at, with and without their texts.
    static func size(_ rule: MuteRule) -> Int { rule.inText ? 200 : 2000 }

    /// Judges the next of a rule's stories, the newest first.
    /// - Returns: whether any was hidden.
    static func sweep(_ record: MuteRecords.Record, _ session: Session) throws -> Bool {
        let size = size(record.rule)
        let stories = try stories(session, below: record.sweptTo, size: size, withText: record.rule.inText)
        let matching = MuteMatching(record.rule)
        let records = MuteRecords(session: session)
        var hasHidden = false
        for (id, story) in stories where matching.matches(story) {
            try records.hide(id, by: record)
            hasHidden = true
        }
        try session.run(
            "update mute set swept_to = ? where id = ?",
            [.number(stories.count < size ? 0 : stories.last?.id ?? 0), .number(record.id)])
        return hasHidden
    }

    private static let columns = "s.id, s.title, s.dek, s.byline, s.link"
    /// By the story, and not the other way round, whatever the engine thinks of it.
    private static let texts = "cross join story_text t left join full_text f on f.story_id = s.id"
    private static let text = ", coalesce(f.plain, t.plain)"

    static func stories(
        _ session: Session, below: Int64, size: Int, withText: Bool
    ) throws -> [(id: Int64, story: MuteMatching.Story)] {
        try session.all(
            """
            select \(columns)\(withText ? text : "") from story s \(withText ? texts : "")
            where s.id < ? and s.purged_at is null\(withText ? " and t.story_id = s.id" : "") order by s.id desc limit ?
            """, [.number(below), .number(size)], read)
    }

    private static func story(_ session: Session, _ id: Int64, withText: Bool) throws -> MuteMatching.Story? {
        try session.first(
            "select \(columns)\(withText ? text : "") from story s \(withText ? texts : "") where s.id = ?\(withText ? " and t.story_id = s.id" : "")",
            [.number(id)], read)?.story
    }

    private static func read(_ row: inout SQLRow) -> (id: Int64, story: MuteMatching.Story) {
        (
            id: row.number(),
            story: MuteMatching.Story(
                title: row.words(), dek: row.optionalWords(), byline: row.optionalWords(), link: row.optionalWords(),
                text: row.optionalWords())
        )
    }
}
