/// A store of the terms of stories, by which they are compared and found.
struct ClusterTermStore {
    let transaction: Transaction

    /// The number of stories of a publisher and day that are compared with others, so that a flood costs little and
    /// changes no one else's clusters.
    private static let maxStoriesPerDay = 200
    /// The number of stories of one text that are looked at again when another comes.
    private static let maxBoilerplate = 8

    /// Stores the terms of a story; returns false if it has no clusters, as it was removed or is no news.
    @discardableResult
    func store(_ story: Int64) throws -> Bool {
        guard let read = try readWithoutBoilerplate(story) else { return false }
        let isFlooded =
            try transaction.count(
                """
                select count(*) from (select 1 from story_terms
                  where publisher = ? and shown_at >= ? and shown_at < ? and story_id <> ? and length(vector) > 0 limit ?) as others
                """,
                [
                    .text(read.publisher), .number(TermRarity.dayStart(read.shownAt)),
                    .number(TermRarity.dayStart(read.shownAt) + TermRarity.day), .number(story),
                    .number(Self.maxStoriesPerDay),
                ]) >= Self.maxStoriesPerDay
        let weighed = try TermRarity(transaction: transaction).weigh(read.terms)
        try remove(story)
        try transaction.insert(
            into: "story_terms",
            [
                "story_id": .number(story), "shown_at": .number(read.shownAt), "arrived_at": .number(read.arrivedAt),
                "publisher": .text(read.publisher), "language": .text(read.terms.language),
                "text_hash": .number(read.terms.textHash), "is_title_only": .bool(read.terms.isTitleOnly),
                "norms": .text(try JSONColumn.encode(weighed.norms)),
                "vector": .bytes(isFlooded ? [] : weighed.vector.bytes),
            ])
        guard !isFlooded else { return true }
        for term in weighed.telling {
            try transaction.run(
                "insert into story_term (term, story_id) values (?, ?)", [.number(Int64(term)), .number(story)])
        }
        return true
    }

    /// Returns a story. A text that other stories of its publisher have under other titles says nothing about what happened,
    /// so then the title alone counts, for the others as well.
    private func readWithoutBoilerplate(_ story: Int64) throws -> ComparedStory? {
        guard var read = try ComparedStoryQuery(transaction: transaction).story(story) else { return nil }
        guard let hash = read.terms.textHash else { return read }
        let others = try transaction.all(
            """
            select t.story_id, t.is_title_only from story_terms t join story s on s.id = t.story_id
            where t.publisher = ? and t.text_hash = ? and t.story_id <> ? and s.title <> ? limit \(Self.maxBoilerplate)
            """, [.text(read.publisher), .number(hash), .number(story), .text(read.title)]
        ) { (id: $0.number("story_id"), isTitleOnly: $0.bool("is_title_only")) }
        guard !others.isEmpty else { return read }
        for other in others where !other.isTitleOnly {
            try ClusterQueue(transaction: transaction).add(other.id, .terms)
        }
        read.terms.removeText(below: read.title)
        return read
    }

    /// Returns the terms by which other stories find a story.
    func tellingTerms(of story: Int64) throws -> [Int64] {
        let list = SQLList(try terms(of: story))
        return try transaction.numbers(
            "select term from story_term where term in \(list.sql) and story_id = ?", list.arguments + [.number(story)])
    }

    private func terms(of story: Int64) throws -> [Int64] {
        try transaction.first("select vector from story_terms where story_id = ?", [.number(story)]) {
            ClusterVector(bytes: $0.optionalBytes("vector") ?? []).weights.map { Int64($0.term) }
        } ?? []
    }

    /// Removes the terms of a story.
    func remove(_ story: Int64) throws {
        try removeTellingTerms(of: story)
        try transaction.run("delete from story_terms where story_id = ?", [.number(story)])
    }

    private func removeTellingTerms(of story: Int64) throws {
        let list = SQLList(try terms(of: story))
        try transaction.run(
            "delete from story_term where term in \(list.sql) and story_id = ?", list.arguments + [.number(story)])
    }

    /// Forgets the terms of stories that arrived before a time, with which no new story is compared any more; their
    /// clusters stay. Returns true if there are more.
    func forget(before time: Int64, limit: Int) throws -> Bool {
        let stories = try transaction.numbers(
            "select story_id from story_terms where arrived_at < ? and length(vector) > 0 order by arrived_at limit ?",
            [.number(time), .number(limit)])
        for story in stories {
            try removeTellingTerms(of: story)
            if try transaction.exists("select 1 from story_cluster where story_id = ?", [.number(story)]) {
                try transaction.run(
                    "update story_terms set vector = ? where story_id = ?", [.bytes([]), .number(story)])
            } else {
                try remove(story)
            }
        }
        return stories.count == limit
    }
}
