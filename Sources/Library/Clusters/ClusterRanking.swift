import Foundation
import News

/// The rule that orders clusters. `docs/why/topics.md` explains it in plain words.
///
/// A cluster weighs as much as the share of its section's publishers that tell of it, halved with each `halfLife` since
/// the last of them joined; a further story of the same publisher renews nothing. What was read or opened plays no part.
struct ClusterRanking {
    let now: Date

    /// The seconds in which a cluster's weight halves.
    static let halfLife = 12.0 * 3600
    /// The number of first clusters in which no publisher leads twice while another of the cluster leads nowhere.
    static let mixedLeads = 10

    func ranked(_ clusters: [StoryCluster]) -> [StoryCluster] {
        let publishers = publisherCounts(clusters)
        var ranked = clusters.map { (weight: weight(of: $0, publishers), cluster: $0) }.sorted { a, b in
            if a.weight != b.weight { return a.weight > b.weight }
            let (first, second) = (a.cluster, b.cluster)
            return (first.voiceCount, first.lastVoiceAt, first.id.rawValue)
                > (second.voiceCount, second.lastVoiceAt, second.id.rawValue)
        }.map(\.cluster)
        var leading: Set<String> = []
        for index in ranked.indices.prefix(Self.mixedLeads) {
            if leading.contains(ranked[index].lead.publisherKey) { ranked[index].lead(byOtherThan: leading) }
            leading.insert(ranked[index].lead.publisherKey)
        }
        return ranked
    }

    /// Returns the number of publishers by section.
    private func publisherCounts(_ clusters: [StoryCluster]) -> [SectionID?: Int] {
        var publishers: [SectionID?: Set<String>] = [:]
        for member in clusters.flatMap(\.members) {
            publishers[member.section, default: []].insert(member.publisherKey)
        }
        return publishers.mapValues(\.count)
    }

    private func weight(of cluster: StoryCluster, _ publishers: [SectionID?: Int]) -> Double {
        let voices = Dictionary(grouping: cluster.members.filter(\.isNewVoice), by: \.section).mapValues(\.count)
        let share =
            voices.map { section, count in
                Double(count - 1) / Double(max(1, (publishers[section] ?? 1) - 1))
            }.max() ?? 0
        return share * exp2(-max(0, now.timeIntervalSince(cluster.lastVoiceAt)) / Self.halfLife)
    }
}
