/// A writer of the links of a story, whose terms are stored, to stories that are near in words and time.
struct StoryLinker {
    let transaction: Transaction

    /// The number of telling terms that two linked stories share at least.
    private static let minSharedTerms = 2
    private static let batchSize = 128

    private var queue: ClusterQueue { ClusterQueue(transaction: transaction) }
    private var leads: ClusterLeadWriter { ClusterLeadWriter(transaction: transaction) }
    private var terms: ClusterTermStore { ClusterTermStore(transaction: transaction) }

    /// Links a story to the stories that are near it.
    func link(_ story: Int64) throws {
        try removeLinks(of: story)
        try queue.add(story, .cluster)
        guard let item = try items([story]).first else { return }
        let duplicates = try transaction.numbers(
            """
            select o.story_id from story_group g join story_group o on o.group_id = g.group_id
            where g.story_id = ? and o.story_id <> g.story_id
            """, [.number(story)])
        for other in duplicates { try link(story, other, StoryClusterer.copySimilarity) }
        let shared = try sharedTerms(with: story).filter { !duplicates.contains($0.key) }
        let candidates = shared.keys.sorted()
        for start in stride(from: 0, to: candidates.count, by: Self.batchSize) {
            for other in try items(Array(candidates.dropFirst(start).prefix(Self.batchSize)), near: item.shownAt) {
                let similarity = item.similarity(to: other, sharedTerms: shared[other.story] ?? 0)
                if similarity >= StoryClusterer.minSimilarity { try link(story, other.story, similarity) }
            }
        }
    }

    /// Returns the stories that share telling terms, with the number of these.
    private func sharedTerms(with story: Int64) throws -> [Int64: Int] {
        let list = SQLList(try terms.tellingTerms(of: story))
        let found = try transaction.all(
            """
            select story_id, count(*) as shared from story_term where term in \(list.sql) and story_id <> ?
            group by story_id having count(*) >= ?
            """, list.arguments + [.number(story), .number(Self.minSharedTerms)]
        ) { ($0.number("story_id"), $0.int("shared")) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    private func items(_ stories: [Int64], near time: Int64? = nil) throws -> [ClusterItem] {
        let list = SQLList(stories)
        return try transaction.all(
            """
            select story_id, shown_at, publisher, language, norms, vector from story_terms
            where story_id in \(list.sql) and shown_at between ? and ?
            """,
            list.arguments + [
                .number(time.map { $0 - ClusterItem.window } ?? .min),
                .number(time.map { $0 + ClusterItem.window } ?? .max),
            ]
        ) { row in
            ClusterItem(
                story: row.number("story_id"), shownAt: row.number("shown_at"), publisher: row.text("publisher"),
                language: row.text("language"), norms: JSONColumn.decodeIfReadable(row.text("norms")) ?? [:],
                vector: ClusterVector(bytes: row.optionalBytes("vector") ?? []))
        }
    }

    private func link(_ story: Int64, _ other: Int64, _ similarity: Int64) throws {
        for (a, b) in [(story, other), (other, story)] {
            try transaction.run(
                """
                insert into cluster_link (story_id, other_id, similarity) values (?, ?, ?)
                on conflict (story_id, other_id) do update set similarity = excluded.similarity
                """, [.number(a), .number(b), .number(similarity)])
        }
    }

    /// Removes a story from its cluster, which is found again without it. Addresses that name the story lead to another
    /// story of the cluster.
    func remove(_ story: Int64) throws {
        let other = try transaction.number(
            """
            select min(o.story_id) from story_cluster k join story_cluster o on o.cluster_id = k.cluster_id
            where k.story_id = ? and o.story_id <> k.story_id
            """, [.number(story)])
        if let other {
            try transaction.run(
                """
                insert into cluster_alias (story_id, other_id) values (?, ?)
                on conflict (story_id) do update set other_id = excluded.other_id
                """, [.number(story), .number(other)])
        }
        let cluster = try transaction.numbers(
            "select cluster_id from story_cluster where story_id = ?", [.number(story)])
        try leads.noteChange(of: Set(cluster))
        try removeLinks(of: story)
        try terms.remove(story)
        try transaction.run("delete from story_cluster where story_id = ?", [.number(story)])
        try leads.noteChange(of: Set(cluster))
        try queue.remove(story)
    }

    private func removeLinks(of story: Int64) throws {
        for other in try transaction.numbers("select other_id from cluster_link where story_id = ?", [.number(story)]) {
            try transaction.run(
                "delete from cluster_link where story_id = ? and other_id = ?", [.number(other), .number(story)])
            try queue.add(other, .cluster)
        }
        try transaction.run("delete from cluster_link where story_id = ?", [.number(story)])
    }
}
