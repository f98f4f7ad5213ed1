import Foundation

/// The rule that gathers stories about one event: average link over stories that are near in words and in time.
/// `docs/why/topics.md` explains it in plain words.
///
/// Two clusters become one while the average similarity of their stories, each pair weighed by the time between them,
/// is at least `threshold`. Since that needs one pair above the threshold, only stories that are linked by such pairs are
/// compared as a whole. The result depends on the stories alone, not on their order.
struct StoryClusterer {
    /// The least average similarity of two clusters that become one.
    static let threshold = 0.16
    /// The milliseconds in which the similarity of two stories halves.
    static let halfLife = 2.0 * 86_400_000
    /// The greatest time between two stories of one link, in milliseconds.
    static let window: Int64 = 4 * 86_400_000

    /// A story to be clustered.
    struct Item {
        /// Distinguishes stories of one time, whatever order they came in.
        var key: String
        /// Milliseconds since 1970.
        var shownAt: Int64
        var vector: ClusterVector
    }

    private let items: [Item]

    /// - Parameter items: the stories in any order.
    init(_ items: [Item]) {
        self.items = items.sorted { ($0.shownAt, $0.key) < ($1.shownAt, $1.key) }
    }

    /// Returns the keys of the stories of each cluster; those without a second story too.
    func clusters() -> [[String]] {
        components(links()).flatMap(merged).map { cluster in
            cluster.map { items[$0].key }  // bounded: indices of `items`
        }
    }

    private func similarity(_ a: Int, _ b: Int) -> Double {
        let (first, second) = (items[a], items[b])  // bounded: indices of `items`
        let time = abs(first.shownAt - second.shownAt)
        guard time <= Self.window else { return 0 }
        return first.vector.similarity(to: second.vector) * pow(0.5, Double(time) / Self.halfLife)
    }

    // MARK: Links

    /// Returns for each story those before it whose similarity is at least the threshold.
    ///
    /// A story's terms are looked up from the heaviest on, until the rest cannot reach the threshold by itself, since
    /// the similarity to any story is at most the length of what is compared.
    private func links() -> [[Int]] {
        var index: [Int64: [Int]] = [:]
        var links: [[Int]] = []
        for (number, item) in items.enumerated() {
            var candidates: Set<Int> = []
            var rest = 1.0
            for (term, weight) in item.vector.weights.sorted(by: { ($0.weight, $0.term) > ($1.weight, $1.term) }) {
                guard rest.squareRoot() >= Self.threshold else { break }
                for other in (index[term] ?? []).reversed() {
                    guard item.shownAt - items[other].shownAt <= Self.window else { break }  // bounded: indices of `items`
                    candidates.insert(other)
                }
                rest -= weight * weight
            }
            links.append(candidates.filter { similarity($0, number) >= Self.threshold }.sorted())
            for (term, _) in item.vector.weights { index[term, default: []].append(number) }
        }
        return links
    }

    /// Returns the sets of stories that links connect, each ascending.
    private func components(_ links: [[Int]]) -> [[Int]] {
        var parents = Array(items.indices)
        func root(_ story: Int) -> Int {
            var story = story
            // bounded: indices of `items`, whose count is that of `parents`
            while parents[story] != story {
                parents[story] = parents[parents[story]]
                story = parents[story]
            }
            return story
        }
        for (story, others) in links.enumerated() {
            for other in others { parents[root(story)] = root(other) }  // bounded: as above
        }
        return Dictionary(grouping: items.indices, by: root).values.sorted { $0[0] < $1[0] }  // bounded: no group is empty
    }

    // MARK: Average link

    /// Returns the clusters of a component: merges the two nearest until none is near enough.
    private func merged(_ component: [Int]) -> [[Int]] {
        guard component.count > 1 else { return [component] }
        var clusters = component.map { [$0] }
        // The sum of the similarities between the stories of two clusters.
        var sums = component.map { story in component.map { story == $0 ? 0 : similarity(min(story, $0), max(story, $0)) } }
        while let (a, b) = nearest(clusters, sums) {
            // bounded: indices of `clusters`, whose count is that of `sums` and of its rows
            clusters[a] += clusters[b]
            clusters[b] = []
            for other in clusters.indices where other != a && !clusters[other].isEmpty {
                sums[a][other] += sums[b][other]
                sums[other][a] = sums[a][other]
            }
        }
        return clusters.filter { !$0.isEmpty }.map { $0.sorted() }.sorted { $0[0] < $1[0] }  // bounded: none is empty
    }

    /// Returns the two clusters with the greatest average similarity, of those that reach the threshold; of equal ones
    /// the first.
    private func nearest(_ clusters: [[Int]], _ sums: [[Double]]) -> (Int, Int)? {
        var best: (Int, Int)?
        var bestAverage = Self.threshold
        for a in clusters.indices where !clusters[a].isEmpty {  // bounded: as in `merged`
            for b in clusters.indices where b > a && !clusters[b].isEmpty {
                let average = sums[a][b] / Double(clusters[a].count * clusters[b].count)
                if best == nil ? average >= bestAverage : average > bestAverage { (best, bestAverage) = ((a, b), average) }
            }
        }
        return best
    }
}
