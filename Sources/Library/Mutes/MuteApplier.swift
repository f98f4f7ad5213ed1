/// Judges stories by readers' rules: one when it comes in or changes, all that were there when a rule is new.
struct MuteApplier {
    let transaction: Transaction
    private let records: MuteStore
    /// The rules of all readers that look at stories.
    private let rules: [(record: MuteStore.Record, matcher: MuteMatcher)]

    init(_ transaction: Transaction) throws {
        self.transaction = transaction
        records = MuteStore(transaction: transaction)
        rules = try records.storyRules().map { ($0, MuteMatcher($0.rule)) }
    }

    /// Judges a story as its rows have it now.
    func apply(_ story: Int64) throws {
        guard !rules.isEmpty,
            let found = try Self.story(transaction, story, withText: rules.contains { $0.record.rule.inText })
        else { return }
        try transaction.run("delete from muted_story where story_id = ?", [.number(story)])
        for (record, matcher) in rules where matcher.matches(found) { try records.hide(story, by: record) }
    }

    /// Stories that one transaction looks at, with and without their texts.
    static func batchSize(_ rule: MuteRule) -> Int { rule.inText ? 200 : 2000 }

    /// Judges the next of a rule's stories, the newest first.
    /// - Returns: whether any was hidden.
    static func sweep(_ record: MuteStore.Record, _ transaction: Transaction) throws -> Bool {
        let size = batchSize(record.rule)
        let stories = try stories(transaction, below: record.sweptTo, size: size, withText: record.rule.inText)
        let matcher = MuteMatcher(record.rule)
        let records = MuteStore(transaction: transaction)
        var hasHidden = false
        for (id, story) in stories where matcher.matches(story) {
            try records.hide(id, by: record)
            hasHidden = true
        }
        try transaction.run(
            "update mute set swept_to = ? where id = ?",
            [.number(stories.count < size ? 0 : stories.last?.id ?? 0), .number(record.id)])
        return hasHidden
    }

    private static let columns = "s.id, s.title, s.dek, s.byline, s.link"
    /// By the story, and not the other way round, whatever the engine thinks of it.
    private static let textJoin = "cross join story_text t left join full_text f on f.story_id = s.id"
    private static let textColumn = ", coalesce(f.plain, t.plain)"

    static func stories(
        _ transaction: Transaction, below: Int64, size: Int, withText: Bool
    ) throws -> [(id: Int64, story: MuteMatcher.StoryFields)] {
        try transaction.all(
            """
            select \(columns)\(withText ? textColumn : "") from story s \(withText ? textJoin : "")
            where s.id < ? and s.purged_at is null\(withText ? " and t.story_id = s.id" : "") order by s.id desc limit ?
            """, [.number(below), .number(size)], decode)
    }

    private static func story(_ transaction: Transaction, _ id: Int64, withText: Bool) throws -> MuteMatcher
        .StoryFields?
    {
        try transaction.first(
            "select \(columns)\(withText ? textColumn : "") from story s \(withText ? textJoin : "") where s.id = ?\(withText ? " and t.story_id = s.id" : "")",
            [.number(id)], decode)?.story
    }

    private static func decode(_ row: inout SQLRow) -> (id: Int64, story: MuteMatcher.StoryFields) {
        (
            id: row.number(),
            story: MuteMatcher.StoryFields(
                title: row.text(), dek: row.optionalText(), byline: row.optionalText(), link: row.optionalText(),
                text: row.optionalText())
        )
    }
}
