/// A query for the voices of clusters within a scope: who tells of them, and since when.
struct ClusterVoiceQuery {
    let transaction: Transaction
    let reader: Int64
    let scope: StoryScope
    /// True to leave out stories that are muted for the reader.
    var excludesMuted = false

    /// The stories of a cluster in the scope, in order of time.
    struct Voices {
        fileprivate var members: [Member] = []

        /// The first story of each independent publisher, in order of time.
        var first: [(story: Int64, shownAt: Int64)] { Self.first(of: members).map { ($0.story, $0.shownAt) } }
        /// The story that leads the cluster.
        var lead: Int64? { members.first(where: \.isLead)?.story }

        /// Returns the independent publishers of the stories up to one, when the last of them joined, and the story that
        /// leads the cluster.
        func through(_ newest: Int64) -> (independent: Set<String>, lastAt: Int64, lead: Int64?)? {
            let told = Self.first(of: members.filter { $0.story <= newest })
            return told.last.map { (Set(told.map(\.publisher)), $0.shownAt, lead) }
        }

        private static func first(of members: [Member]) -> [Member] {
            var (publishers, texts): (Set<String>, Set<Int64>) = ([], [])
            return members.filter { member in
                let isNewText = member.textHash.map { texts.insert($0).inserted } ?? true
                return publishers.insert(member.publisher).inserted && isNewText
            }
        }
    }

    fileprivate struct Member {
        var story, shownAt: Int64
        var publisher: String
        var textHash: Int64?
        var isLead: Bool
    }

    /// Returns the voices by cluster; groups of duplicates that are in no cluster have none.
    func voices(of clusters: [Int64]) throws -> [Int64: Voices] {
        guard !clusters.isEmpty else { return [:] }
        let list = SQLList(clusters)
        let hiding = excludesMuted ? scope.storyCondition("cs.story_id", reader: "u.reader_id") : ""
        let found = try transaction.all(
            """
            select k.cluster_id, k.story_id, k.is_lead, t.publisher, t.text_hash, t.shown_at
            from story_cluster k join story_terms t on t.story_id = k.story_id
            where k.cluster_id in \(list.sql) and exists (
              select 1 from channel_story cs join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
              where cs.story_id = k.story_id\(scope.condition)\(hiding))
            """, list.arguments + [.number(reader)] + scope.arguments
        ) {
            (
                $0.number("cluster_id"),
                Member(
                    story: $0.number("story_id"), shownAt: $0.number("shown_at"), publisher: $0.text("publisher"),
                    textHash: $0.optionalNumber("text_hash"), isLead: $0.bool("is_lead"))
            )
        }
        return Dictionary(grouping: found, by: \.0).mapValues { members in
            Voices(members: members.map(\.1).sorted { ($0.shownAt, $0.story) < ($1.shownAt, $1.story) })
        }
    }
}
