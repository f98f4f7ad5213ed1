import Foundation

/// The topic of a new story: the stories of its cluster.
struct AlertTopic {
    /// The story.
    let story: Int64
    /// The cluster; nil for a story that stands alone.
    let cluster: Int64?
    /// The stories of the cluster, with those that left it and are known by others of it.
    let stories: [Int64]

    /// The number of times that a story which was removed may lead to another.
    private static let maxAliasSteps = 8

    init(of story: Int64, _ transaction: Transaction) throws {
        self.story = story
        cluster = try transaction.number("select cluster_id from story_cluster where story_id = ?", [.number(story)])
        var known = [story]
        if let cluster {
            known = try transaction.numbers(
                "select story_id from story_cluster where cluster_id = ? order by story_id", [.number(cluster)])
        }
        var (found, fresh) = (Set(known), known)
        for _ in 0..<Self.maxAliasSteps where !fresh.isEmpty {
            let list = SQLList(fresh)
            fresh = try transaction.numbers(
                "select story_id from cluster_alias where other_id in \(list.sql)", list.arguments
            ).filter { found.insert($0).inserted }
        }
        stories = found.sorted()
    }
}

/// A query for topics that are great news for a reader.
struct GreatNewsQuery {
    let transaction: Transaction
    let reader: Int64

    private static let batchSize = 400

    private var voices: ClusterVoiceQuery {
        ClusterVoiceQuery(transaction: transaction, reader: reader, scope: .all, excludesMuted: true)
    }

    /// Returns how many publishers told of a cluster in which minutes, if a story is one of the first to make it great
    /// news; else nil.
    func reach(of cluster: Int64, with story: Int64, _ rule: GreatNews) throws -> GreatNews? {
        guard let found = try voices.voices(of: [cluster])[cluster]?.first,
            let index = found.firstIndex(where: { $0.story == story }),
            let run = Self.run(in: found.map(\.shownAt), including: index, rule)
        else { return nil }
        return Self.reach(run, found.map(\.shownAt))
    }

    /// Returns the topics that a rule would have alerted of, the newest first, with the time of the alert and the story
    /// that leads. Computed from what is stored.
    func topics(since: Date, _ rule: GreatNews) throws -> [(at: Date, lead: Int64, cluster: Int64, reach: GreatNews)] {
        let clusters = try transaction.numbers(
            """
            select distinct k.cluster_id from story_terms t join story_cluster k on k.story_id = t.story_id
            where t.shown_at >= ? order by k.cluster_id
            """, [.date(since)])
        var topics: [(at: Date, lead: Int64, cluster: Int64, reach: GreatNews)] = []
        for start in stride(from: 0, to: clusters.count, by: Self.batchSize) {
            for (cluster, voices) in try voices.voices(of: Array(clusters.dropFirst(start).prefix(Self.batchSize))) {
                let (times, first) = (voices.first.map(\.shownAt), voices.first)
                guard let run = times.indices.lazy.compactMap({ Self.run(in: times, including: $0, rule) }).first,
                    times[run.upperBound] >= since.milliseconds
                else { continue }
                topics.append(
                    (
                        Date(milliseconds: times[run.upperBound]), voices.lead ?? first[0].story, cluster,
                        Self.reach(run, times)
                    ))
            }
        }
        return topics.sorted { ($1.at, $1.cluster) < ($0.at, $0.cluster) }
    }

    /// Returns the first run of enough times within the minutes that includes an index.
    /// - Parameter times: milliseconds in ascending order.
    static func run(in times: [Int64], including index: Int, _ rule: GreatNews) -> ClosedRange<Int>? {
        let length = rule.publisherCount
        guard length > 0, times.count >= length else { return nil }
        // bounded: the index is one of the times, of which there are enough
        let starts = max(0, index - length + 1)...min(index, times.count - length)
        guard
            let start = starts.first(where: { start in
                times[start + length - 1] - times[start] <= Int64(rule.windowMinutes) * 60_000
            })
        else { return nil }
        return start...(start + length - 1)  // bounded: the length is at least 1
    }

    private static func reach(_ run: ClosedRange<Int>, _ times: [Int64]) -> GreatNews {
        let minutes = (times[run.upperBound] - times[run.lowerBound] + 59_999) / 60_000
        return GreatNews(publisherCount: run.count, windowMinutes: Int(minutes))
    }
}
