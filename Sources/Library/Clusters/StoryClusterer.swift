import Foundation

/// The rule that gathers linked stories about one event: average link. `docs/why/topics.md` explains it in plain words.
///
/// Two clusters become one while their stories are similar enough on average; stories that are not linked count as not
/// similar at all. So only stories that links connect need to be clustered together. The result depends on the stories
/// alone, not on their order.
struct StoryClusterer {
    /// The least average similarity of two clusters that become one, in millionths.
    static let threshold = 60_000.0
    /// The least similarity of two stories of which neither is in a cluster yet. Two alone are alike by chance more often
    /// than a story and several that tell the same; copies of one story are not several.
    static let pairThreshold = 90_000.0
    /// The least similarity of two stories that are linked, in millionths.
    static let minSimilarity: Int64 = 42_000
    /// The similarity of copies of one story, in millionths.
    static let copySimilarity: Int64 = 1_000_000
    /// The power of the number of pairs by which the sum of their similarities is divided. Less than 1, as a story rarely
    /// resembles all sides of a long report.
    private static let pairPower = 0.85

    private let count: Int
    /// The indices of each cluster's stories; empty once it is a part of another.
    private var clusters: [[Int]]
    /// The number of each cluster's stories; copies count once.
    private var tellings: [Int]
    /// The sums of the similarities between the stories of two clusters.
    private var sums: [[Int: Int64]]
    private var nearest: [(cluster: Int, average: Double)?]

    /// - Parameters:
    ///   - count: the number of stories, which are in an order that does not depend on arrival.
    ///   - links: the similarities of linked stories in millionths, each pair once.
    init(count: Int, links: [(a: Int, b: Int, similarity: Int64)]) {
        self.count = count
        clusters = (0..<count).map { [$0] }  // bounded: from 0
        tellings = Array(repeating: 1, count: count)
        sums = Array(repeating: [:], count: count)
        nearest = Array(repeating: nil, count: count)
        for link in links {
            sums[link.a][link.b] = link.similarity
            sums[link.b][link.a] = link.similarity
        }
    }

    /// Returns the indices of the stories of each cluster, both ascending; those of one story too.
    func clustered() -> [[Int]] {
        var state = self
        for index in clusters.indices { state.findNearest(of: index) }
        while let pair = state.nearestPair() { state.merge(pair.b, into: pair.a, average: pair.average) }
        return state.clusters.filter { !$0.isEmpty }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    private func average(_ a: Int, _ b: Int) -> Double {
        let pairs = Double(clusters[a].count * clusters[b].count)
        return Double(sums[a][b] ?? 0) / pow(pairs, Self.pairPower)
    }

    /// Finds the nearest cluster; of equally near ones the first.
    private mutating func findNearest(of cluster: Int) {
        var best: (cluster: Int, average: Double)?
        for other in sums[cluster].keys {
            let average = average(cluster, other)
            let isPair = tellings[cluster] + tellings[other] == 2
            guard average >= (isPair ? Self.pairThreshold : Self.threshold) else { continue }
            if let known = best, (known.average, other) > (average, known.cluster) { continue }
            best = (other, average)
        }
        nearest[cluster] = best
    }

    /// Returns the two nearest clusters, the lower first; of equally near ones the first.
    private func nearestPair() -> (a: Int, b: Int, average: Double)? {
        var best: (a: Int, b: Int, average: Double)?
        for (cluster, found) in nearest.enumerated() {
            guard let found, found.average > best?.average ?? 0 else { continue }
            best = (min(cluster, found.cluster), max(cluster, found.cluster), found.average)
        }
        return best
    }

    private mutating func merge(_ b: Int, into a: Int, average: Double) {
        let areCopies = average >= Double(Self.copySimilarity)
        tellings[a] = areCopies ? max(tellings[a], tellings[b]) : tellings[a] + tellings[b]
        clusters[a] += clusters[b]
        clusters[b] = []
        for (other, sum) in sums[b] {
            sums[other][b] = nil
            guard other != a else { continue }
            sums[a][other, default: 0] += sum
            sums[other][a] = sums[a][other]
        }
        sums[b] = [:]
        nearest[b] = nil
        findNearest(of: a)
        for other in sums[a].keys { findNearest(of: other) }
    }
}
