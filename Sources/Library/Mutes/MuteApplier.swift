/// The application of rules to new and changed stories, and of new rules to stored ones.
struct MuteApplier {
    let transaction: Transaction
    private let store: MuteStore
    /// The rules of all readers.
    private let rules: [(record: MuteStore.Record, matcher: MuteMatcher)]

    init(_ transaction: Transaction) throws {
        self.transaction = transaction
        store = MuteStore(transaction: transaction)
        rules = try store.storyRules().map { ($0, MuteMatcher($0.rule)) }
    }

    func apply(_ story: Int64) throws {
        guard !rules.isEmpty,
            let found = try StoryMatchCandidate.find(
                story, transaction, withText: rules.contains { $0.record.rule.inText })
        else { return }
        try transaction.run("delete from muted_story where story_id = ?", [.number(story)])
        for (record, matcher) in rules where matcher.matches(found) { try store.hide(story, by: record) }
    }

    /// Returns the number of stories per transaction, which is smaller if texts are searched.
    static func batchSize(_ rule: MuteRule) -> Int { rule.inText ? 200 : 2000 }

    /// Applies a rule to the next batch of stories, the newest first; returns true if any was hidden.
    static func sweep(_ record: MuteStore.Record, _ transaction: Transaction) throws -> Bool {
        let size = batchSize(record.rule)
        let stories = try StoryMatchCandidate.newest(
            transaction, below: record.sweptTo, size: size, withText: record.rule.inText)
        let matcher = MuteMatcher(record.rule)
        let store = MuteStore(transaction: transaction)
        var hasHidden = false
        for (id, story) in stories where matcher.matches(story) {
            try store.hide(id, by: record)
            hasHidden = true
        }
        try transaction.run(
            "update mute set applied_down_to_story_id = ? where id = ?",
            [.number(stories.count < size ? 0 : stories.last?.id ?? 0), .number(record.id)])
        return hasHidden
    }
}
