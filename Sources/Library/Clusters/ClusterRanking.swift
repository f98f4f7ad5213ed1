import Foundation

/// The rule that orders clusters and chooses the story that leads each. `docs/why/topics.md` explains it in plain words.
///
/// A cluster weighs as many independent publishers as tell of it, halved with each `halfLife` since the last of them
/// joined; a further story of the same publisher renews nothing. What was read or opened plays no part.
struct ClusterRanking {
    let now: Date

    /// The seconds in which a cluster's weight halves.
    static let halfLife = 12.0 * 3600

    /// - Parameter clusters: the members of each cluster in any order; none is empty.
    func ranked(_ clusters: [[StoryCluster.Member]]) -> [StoryCluster] {
        // Whoever led least often leads, so the clusters are taken in order of their first stories.
        let ordered = clusters.filter { !$0.isEmpty }.map { members in members.sorted(by: Self.isBefore) }
            .sorted { Self.isBefore($0[0], $1[0]) }  // bounded: none is empty
        var leads: [String: Int] = [:]
        let found = ordered.map { members -> StoryCluster in
            var seen: Set<String> = []
            let voices = members.filter { seen.insert($0.publisherKey).inserted }
            let lead = lead(of: members, leads)
            if voices.count > 1 { leads[members[lead].publisherKey, default: 0] += 1 }  // bounded: an index of `members`
            return StoryCluster(
                members: members, leadIndex: lead, lastVoiceAt: voices.map(\.row.shownAt).max() ?? now)
        }
        return found.enumerated()
            .sorted { (weight(of: $0.element), $1.offset) > (weight(of: $1.element), $0.offset) }.map(\.element)
    }

    func weight(of cluster: StoryCluster) -> Double {
        let age = max(0, now.timeIntervalSince(cluster.lastVoiceAt))
        return Double(cluster.publishers.count) * pow(0.5, age / Self.halfLife)
    }

    /// Returns the index of the story of the publisher that led least often, then of the longest text.
    private func lead(of members: [StoryCluster.Member], _ leads: [String: Int]) -> Int {
        members.indices.min { a, b in
            let (first, second) = (members[a], members[b])  // bounded: indices of `members`
            return (leads[first.publisherKey] ?? 0, -first.row.wordCount, a)
                < (leads[second.publisherKey] ?? 0, -second.row.wordCount, b)
        } ?? 0
    }

    private static func isBefore(_ a: StoryCluster.Member, _ b: StoryCluster.Member) -> Bool {
        (a.row.shownAt, a.row.id.rawValue) < (b.row.shownAt, b.row.id.rawValue)
    }
}
