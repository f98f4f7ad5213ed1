import Foundation

/// The rarity of terms, from a count of the stories that have them.
///
/// The count is of the stories before a day began, so that a day's stories get the same weights in whatever order they
/// arrive. While there are few of them, today's count as well.
struct TermRarity: Sendable {
    private var storyCounts: [Int64: Int] = [:]
    private var total = 0

    /// The number of older stories from which on today's are left out of the count.
    static let enoughStories = 1000

    /// - Parameters:
    ///   - stories: the stories of the window with the time of each in milliseconds.
    ///   - dayStart: the start of the day in milliseconds.
    init(_ stories: [(terms: ClusterTerms, shownAt: Int64)], before dayStart: Int64) {
        let older = stories.filter { $0.shownAt < dayStart }
        let counted = older.count >= Self.enoughStories ? older : stories
        total = counted.count
        for story in counted { for (term, _) in story.terms.counts { storyCounts[term, default: 0] += 1 } }
    }

    /// Returns the story's vector, of length 1.
    func vector(of terms: ClusterTerms) -> ClusterVector {
        let weights = terms.counts.map { term, count in
            let rarity = log(Double(total + 1) / (Double(storyCounts[term] ?? 0) + 0.5))
            return (term: term, weight: (1 + log(Double(count))) * max(0, rarity))
        }
        return ClusterVector(weights.filter { $0.weight > 0 })
    }
}

/// The weights of a story's terms, of length 1.
struct ClusterVector: Sendable {
    /// The weights by the term's hash, ascending.
    let weights: [(term: Int64, weight: Double)]

    init(_ weights: [(term: Int64, weight: Double)]) {
        let length = weights.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
        self.weights = length > 0 ? weights.map { ($0.term, $0.weight / length) } : []
    }

    /// Returns the cosine of the angle between two vectors, 0 to 1.
    func similarity(to other: ClusterVector) -> Double {
        var (sum, i, j) = (0.0, 0, 0)
        while i < weights.count, j < other.weights.count {
            let (a, b) = (weights[i], other.weights[j])  // bounded by the loop's condition
            if a.term == b.term { sum += a.weight * b.weight }
            if a.term <= b.term { i += 1 }
            if b.term <= a.term { j += 1 }
        }
        return sum
    }
}
