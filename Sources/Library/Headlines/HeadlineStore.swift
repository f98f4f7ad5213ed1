import News

/// The stored kinds of headlines. Every story is judged when it comes; stored ones again when the rules have changed.
struct HeadlineStore {
    let transaction: Transaction

    private static let batchSize = 2000

    /// Stores the kinds of a story's title.
    func judge(_ story: Int64, _ title: String) throws {
        try transaction.run("delete from headline where story_id = ?", [.number(story)])
        let kinds = HeadlineMatcher.kinds(of: title)
        guard kinds != 0 else { return }
        try transaction.insert(into: "headline", ["story_id": .number(story), "kinds": .number(kinds)])
    }

    /// Returns true if stored stories have not been judged by the current rules.
    func isOutdated() throws -> Bool { try isCurrent() == false || position() > 0 }

    /// Judges the next batch of stored stories, the newest first; returns true if one is of a kind.
    func judgeNext() throws -> Bool {
        if try isCurrent() == false {
            let highest = try transaction.number("select max(id) from story") ?? 0
            try transaction.run(
                "update headline_rules set version = ?, applied_down_to_story_id = ?",
                [.number(HeadlineKind.rulesVersion), .number(highest + 1)])
        }
        let stories = try StoryMatchCandidate.newest(
            transaction, below: position(), size: Self.batchSize, withText: false)
        var hasFound = false
        for (id, story) in stories {
            try judge(id, story.title)
            hasFound = hasFound || HeadlineMatcher.kinds(of: story.title) != 0
        }
        try transaction.run(
            "update headline_rules set applied_down_to_story_id = ?",
            [.number(stories.count < Self.batchSize ? 0 : stories.last?.id ?? 0)])
        return hasFound
    }

    private func isCurrent() throws -> Bool {
        try transaction.number("select version from headline_rules") == HeadlineKind.rulesVersion
    }

    private func position() throws -> Int64 {
        try transaction.number("select applied_down_to_story_id from headline_rules") ?? 0
    }
}
