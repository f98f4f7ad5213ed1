import Foundation
import News

/// A query for clusters as a reader sees them: of the stories in a scope.
struct StoryClusterQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let scope: StoryScope

    /// The number of stories that are read at most, the newest ones.
    static let maxStories = 20_000
    private static let batchSize = 500

    /// Returns the clusters with a story shown at `since` or later, by rank; those of one story too.
    func clusters(since: Date) throws -> [StoryCluster] {
        var refs: [Int64: StoryReference] = [:]
        var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope, sortKey: .date)
        while refs.count < Self.maxStories, let ref = try cursor.next(), ref.sortKey >= since.milliseconds {
            if refs[ref.story] == nil { refs[ref.story] = ref }
        }
        let known = try batches(refs.keys.sorted()).flatMap { try clusterIDs(of: $0) }
        let others = try batches(Set(known).sorted()).flatMap { try visibleMembers(of: $0) }
        for ref in others where refs[ref.story] == nil { refs[ref.story] = ref }
        return ClusterRanking(now: now).ranked(try clusters(of: Array(refs.values)))
    }

    /// Returns the cluster of a story; nil if no other story of the scope is in it.
    func cluster(of story: Int64) throws -> StoryCluster? {
        guard let id = try clusterIDs(of: [story]).first else { return nil }
        let refs = try visibleMembers(of: [id])
        guard refs.count > 1, var cluster = try clusters(of: refs).first else { return nil }
        cluster.leadReason = try leadReason(of: cluster)
        return cluster
    }

    private func batches(_ ids: [Int64]) -> [[Int64]] {
        stride(from: 0, to: ids.count, by: Self.batchSize).map { Array(ids.dropFirst($0).prefix(Self.batchSize)) }
    }

    private func clusterIDs(of stories: [Int64]) throws -> [Int64] {
        let list = SQLList(stories)
        return try transaction.numbers(
            "select distinct cluster_id from story_cluster where story_id in \(list.sql)", list.arguments)
    }

    /// Returns the stories of clusters in the scope, each in one channel.
    private func visibleMembers(of clusters: [Int64]) throws -> [StoryReference] {
        let list = SQLList(clusters)
        let found = try transaction.all(
            """
            select k.story_id, min(cs.channel_id) as channel_id, min(cs.shown_at) as shown_at, min(k.cluster_id) as cluster_id
            from story_cluster k join channel_story cs on cs.story_id = k.story_id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where k.cluster_id in \(list.sql)\(scope.condition) \(scope.storyCondition("k.story_id", reader: "u.reader_id"))
            group by k.story_id order by k.story_id
            """, [.number(reader)] + list.arguments + scope.arguments
        ) {
            StoryReference(
                story: $0.number("story_id"), channel: $0.number("channel_id"), sortKey: $0.number("shown_at"),
                group: $0.number("cluster_id"))
        }
        return found
    }

    private func clusters(of refs: [StoryReference]) throws -> [StoryCluster] {
        let sections = try sections()
        var members: [Int64: [StoryCluster.Member]] = [:]
        let sorted = refs.sorted { $0.story < $1.story }
        for start in stride(from: 0, to: sorted.count, by: Self.batchSize) {
            let batch = Array(sorted.dropFirst(start).prefix(Self.batchSize))
            let details = try details(of: batch.map(\.story))
            let channels = Dictionary(batch.map { ($0.story, $0.channel) }, uniquingKeysWith: { first, _ in first })
            for row in try StoryRowQuery(transaction: transaction, reader: reader, now: now).rows(of: batch) {
                let known = details[row.id.rawValue]
                let site = row.isExternal ? row.siteName : nil
                let section = channels[row.id.rawValue].flatMap { sections[$0] }
                members[known?.cluster ?? row.id.rawValue, default: []].append(
                    StoryCluster.Member(
                        row: row, publisher: site ?? row.channelTitle, isTitleOnly: known?.isTitleOnly ?? false,
                        section: section, publisherKey: known?.publisher ?? "\(row.channel.rawValue)",
                        textHash: known?.textHash, isLead: known?.isLead ?? true))
            }
        }
        return members.values.map { StoryCluster($0) }
    }

    private struct Details {
        var cluster: Int64?
        var publisher: String
        var textHash: Int64?
        var isTitleOnly, isLead: Bool
    }

    private func details(of stories: [Int64]) throws -> [Int64: Details] {
        let list = SQLList(stories)
        let found = try transaction.all(
            """
            select t.story_id, t.publisher, t.text_hash, t.is_title_only, k.cluster_id, k.is_lead
            from story_terms t left join story_cluster k on k.story_id = t.story_id where t.story_id in \(list.sql)
            """, list.arguments
        ) {
            (
                $0.number("story_id"),
                Details(
                    cluster: $0.optionalNumber("cluster_id"), publisher: $0.text("publisher"),
                    textHash: $0.optionalNumber("text_hash"), isTitleOnly: $0.bool("is_title_only"),
                    isLead: $0.bool("is_lead"))
            )
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the section of each of the reader's channels: its folder, or else one of an edition.
    private func sections() throws -> [Int64: SectionID] {
        let found = try transaction.all(
            """
            select u.channel_id, coalesce((select min(sc.section_id) from section_channel sc where sc.channel_id = u.channel_id),
              u.folder_id) as section_id
            from subscription u where u.reader_id = ?
            """, [.number(reader)]
        ) { ($0.number("channel_id"), SectionID(rawValue: $0.number("section_id"))) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    private func leadReason(of cluster: StoryCluster) throws -> StoryCluster.LeadReason {
        guard Set(cluster.members.map(\.publisherKey)).count > 1 else { return .onlyPublisher }
        return try ClusterLeadWriter(transaction: transaction).reason(
            of: cluster.lead.row.id.rawValue, by: cluster.lead.publisherKey, start: cluster.since.milliseconds)
    }
}
