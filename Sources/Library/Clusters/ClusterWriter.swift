/// A writer of the clusters of the stories that links connect.
struct ClusterWriter {
    let transaction: Transaction

    /// The most stories that are clustered together. More are connected only by a flaw of the words, such as a page in
    /// front of many texts.
    private static let maxStories = 4000

    /// Clusters the stories that links connect with a story. Returns them with the times at which they are shown.
    func cluster(around story: Int64) throws -> [(story: Int64, shownAt: Int64)] {
        let (connected, links) = try connected(with: story)
        let dated = try inOrder(connected)
        let stories = dated.map(\.story)
        let indices = Dictionary(
            uniqueKeysWithValues: stories.enumerated().map { ($0.element, $0.offset) })
        let clusterer = StoryClusterer(
            count: stories.count,
            links: links.compactMap { link in
                guard let a = indices[link.story], let b = indices[link.other], a < b else { return nil }
                return (a, b, link.similarity)
            })
        var clusterOf: [Int64: Int64] = [:]
        for cluster in clusterer.clustered() where cluster.count > 1 {
            let members = cluster.map { stories[$0] }
            for member in members { clusterOf[member] = members.min() }
        }
        try store(clusterOf, of: stories)
        return dated
    }

    private struct Link {
        var story, other, similarity: Int64
    }

    private func connected(with story: Int64) throws -> (stories: Set<Int64>, links: [Link]) {
        var (found, fresh, links): (Set<Int64>, [Int64], [Link]) = ([story], [story], [])
        while !fresh.isEmpty, found.count < Self.maxStories {
            let batch = Array(fresh.prefix(128))
            fresh.removeFirst(batch.count)
            let list = SQLList(batch)
            let read = try transaction.all(
                "select story_id, other_id, similarity from cluster_link where story_id in \(list.sql) order by story_id, other_id",
                list.arguments
            ) { Link(story: $0.number("story_id"), other: $0.number("other_id"), similarity: $0.number("similarity")) }
            for link in read where found.insert(link.other).inserted { fresh.append(link.other) }
            links += read
        }
        return (found, links)
    }

    /// Returns stories in an order that does not depend on their arrival.
    private func inOrder(_ stories: Set<Int64>) throws -> [(story: Int64, shownAt: Int64)] {
        var keyed: [(shownAt: Int64, key: String, story: Int64)] = []
        let all = stories.sorted()
        for start in stride(from: 0, to: all.count, by: 256) {
            let list = SQLList(Array(all.dropFirst(start).prefix(256)))
            keyed += try transaction.all(
                """
                select s.id, s.shown_at, s.origin_key, o.address from story s join source o on o.id = s.source_id
                where s.id in \(list.sql)
                """, list.arguments
            ) { ($0.number("shown_at"), "\($0.text("address")) \($0.text("origin_key"))", $0.number("id")) }
        }
        return keyed.sorted { ($0.shownAt, $0.key) < ($1.shownAt, $1.key) }.map { ($0.story, $0.shownAt) }
    }

    /// Writes clusters, and has the leads of those that change chosen again.
    private func store(_ clusterOf: [Int64: Int64], of stories: [Int64]) throws {
        var changes: [(story: Int64, from: Int64?, to: Int64?)] = []
        for story in stories {
            let known = try transaction.number(
                "select cluster_id from story_cluster where story_id = ?", [.number(story)])
            if known != clusterOf[story] { changes.append((story, known, clusterOf[story])) }
        }
        let clusters = Set(changes.flatMap { [$0.from, $0.to].compactMap(\.self) })
        let leads = ClusterLeadWriter(transaction: transaction)
        try leads.noteChange(of: clusters)
        for change in changes {
            guard let cluster = change.to else {
                try transaction.run("delete from story_cluster where story_id = ?", [.number(change.story)])
                continue
            }
            try transaction.run(
                """
                insert into story_cluster (story_id, cluster_id) values (?, ?)
                on conflict (story_id) do update set cluster_id = excluded.cluster_id, is_lead = 0
                """, [.number(change.story), .number(cluster)])
        }
        try leads.noteChange(of: clusters)
    }
}
