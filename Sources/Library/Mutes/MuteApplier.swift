/// Applies rules to new and changed stories, and new rules to stored ones.
struct MuteApplier {
    let transaction: Transaction
    private let store: MuteStore
    /// Of all readers.
    private let rules: [(record: MuteStore.Record, matcher: MuteMatcher)]

    init(_ transaction: Transaction) throws {
        self.transaction = transaction
        store = MuteStore(transaction: transaction)
        rules = try store.storyRules().map { ($0, MuteMatcher($0.rule)) }
    }

    func apply(_ story: Int64) throws {
        guard !rules.isEmpty,
            let found = try Self.story(transaction, story, withText: rules.contains { $0.record.rule.inText })
        else { return }
        try transaction.run("delete from muted_story where story_id = ?", [.number(story)])
        for (record, matcher) in rules where matcher.matches(found) { try store.hide(story, by: record) }
    }

    /// Per transaction; fewer if texts are searched.
    static func batchSize(_ rule: MuteRule) -> Int { rule.inText ? 200 : 2000 }

    /// Applies a rule to its next stories, newest first; true if any was hidden.
    static func sweep(_ record: MuteStore.Record, _ transaction: Transaction) throws -> Bool {
        let size = batchSize(record.rule)
        let stories = try stories(transaction, below: record.sweptTo, size: size, withText: record.rule.inText)
        let matcher = MuteMatcher(record.rule)
        let store = MuteStore(transaction: transaction)
        var hasHidden = false
        for (id, story) in stories where matcher.matches(story) {
            try store.hide(id, by: record)
            hasHidden = true
        }
        try transaction.run(
            "update mute set swept_to = ? where id = ?",
            [.number(stories.count < size ? 0 : stories.last?.id ?? 0), .number(record.id)])
        return hasHidden
    }

    private static func columns(withText: Bool) -> String {
        "s.id, s.title, s.dek, s.byline, s.link, \(withText ? "coalesce(f.plain, t.plain)" : "null") as plain"
    }

    /// `cross join` fixes the join order.
    private static let textJoin = "cross join story_text t left join full_text f on f.story_id = s.id"

    static func stories(
        _ transaction: Transaction, below: Int64, size: Int, withText: Bool
    ) throws -> [(id: Int64, story: MuteCandidate)] {
        try transaction.all(
            """
            select \(columns(withText: withText)) from story s \(withText ? textJoin : "")
            where s.id < ? and s.purged_at is null\(withText ? " and t.story_id = s.id" : "") order by s.id desc limit ?
            """, [.number(below), .number(size)], decode)
    }

    private static func story(_ transaction: Transaction, _ id: Int64, withText: Bool) throws -> MuteCandidate? {
        try transaction.first(
            """
            select \(columns(withText: withText)) from story s \(withText ? textJoin : "")
            where s.id = ?\(withText ? " and t.story_id = s.id" : "")
            """, [.number(id)], decode)?.story
    }

    private static func decode(_ row: SQLRow) -> (id: Int64, story: MuteCandidate) {
        (
            id: row.number("id"),
            story: MuteCandidate(
                title: row.text("title"), dek: row.optionalText("dek"), byline: row.optionalText("byline"),
                link: row.optionalText("link"), text: row.optionalText("plain"))
        )
    }
}
