/// A writer of the clusters of the stories that links connect, and of the stories that lead them.
struct ClusterWriter {
    let transaction: Transaction

    /// The most stories that are clustered together. More are connected only by a flaw of the words, such as a page in
    /// front of many texts.
    private static let maxStories = 4000

    /// Clusters the stories that links connect with a story. Returns them, and the starts of the days whose clusters have
    /// changed.
    func cluster(around story: Int64) throws -> (stories: [Int64], days: Set<Int64>) {
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
        let hasChanged = try store(clusterOf, of: stories)
        return (stories, hasChanged ? Set(dated.map { TermRarity.dayStart($0.shownAt) }) : [])
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

    /// Writes clusters; returns true if any has changed.
    private func store(_ clusterOf: [Int64: Int64], of stories: [Int64]) throws -> Bool {
        var hasChanged = false
        for story in stories {
            let known = try transaction.number(
                "select cluster_id from story_cluster where story_id = ?", [.number(story)])
            guard known != clusterOf[story] else { continue }
            hasChanged = true
            guard let cluster = clusterOf[story] else {
                try transaction.run("delete from story_cluster where story_id = ?", [.number(story)])
                continue
            }
            try transaction.run(
                """
                insert into story_cluster (story_id, cluster_id) values (?, ?)
                on conflict (story_id) do update set cluster_id = excluded.cluster_id, is_lead = 0
                """, [.number(story), .number(cluster)])
        }
        return hasChanged
    }

    // MARK: Leads

    private struct Member {
        var cluster, story: Int64
        var isLead: Bool
        var publisher: String
        var shownAt: Int64
        var wordCount: Int
    }

    /// Chooses who leads each cluster whose first story is of a day: the publisher that has led least often that day,
    /// then the longest text, then the story that came first.
    /// - Parameter dayStart: the start of the day in milliseconds.
    func assignLeads(of dayStart: Int64) throws {
        let members = try transaction.all(
            """
            select k.cluster_id, k.story_id, k.is_lead, t.publisher, s.shown_at, s.word_count
            from story_cluster k join story_terms t on t.story_id = k.story_id join story s on s.id = k.story_id
            where k.cluster_id in (
              select f.cluster_id from story_terms d join story_cluster f on f.story_id = d.story_id
              where d.shown_at >= ? and d.shown_at < ?)
            order by s.shown_at, k.story_id
            """, [.number(dayStart), .number(dayStart + TermRarity.day)]
        ) {
            Member(
                cluster: $0.number("cluster_id"), story: $0.number("story_id"), isLead: $0.bool("is_lead"),
                publisher: $0.text("publisher"), shownAt: $0.number("shown_at"), wordCount: $0.int("word_count"))
        }
        let clusters = Dictionary(grouping: members, by: \.cluster).values.compactMap { members in
            members.first.flatMap { $0.shownAt >= dayStart ? (first: $0, members: members) : nil }
        }.sorted { ($0.first.shownAt, $0.first.story) < ($1.first.shownAt, $1.first.story) }
        var leads: [String: Int] = [:]
        for (_, members) in clusters {
            let lead = members.min { a, b in
                (leads[a.publisher] ?? 0, -a.wordCount, a.story) < (leads[b.publisher] ?? 0, -b.wordCount, b.story)
            }
            guard let lead else { continue }
            if Set(members.map(\.publisher)).count > 1 { leads[lead.publisher, default: 0] += 1 }
            for member in members where member.isLead != (member.story == lead.story) {
                try transaction.run(
                    "update story_cluster set is_lead = ? where story_id = ?",
                    [.bool(!member.isLead), .number(member.story)])
            }
        }
    }
}
