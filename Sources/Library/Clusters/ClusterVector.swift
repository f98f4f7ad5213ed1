import Foundation
import Untrusted

/// The weights of a story's terms.
struct ClusterVector: Sendable {
    /// The weights, ascending by term.
    let weights: [(term: UInt32, weight: Float)]

    init(weights: [(term: UInt32, weight: Float)]) { self.weights = weights }

    /// The length of the vector.
    var norm: Float { weights.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot() }

    /// Returns the sum of the products of shared terms' weights.
    func product(_ other: ClusterVector) -> Float {
        var (sum, i, j): (Float, Int, Int) = (0, 0, 0)
        let (mine, others) = (weights, other.weights)
        while i < mine.count, j < others.count {
            let (a, b) = (mine[i], others[j])
            if a.term == b.term { sum += a.weight * b.weight }
            if a.term <= b.term { i += 1 }
            if b.term <= a.term { j += 1 }
        }
        return sum
    }

    // MARK: Stored form

    /// Reads eight bytes for each term: the term and its weight, each with the lowest byte first.
    init(bytes: [UInt8]) {
        weights = stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
            func number(_ offset: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[start + offset + $1]) << UInt32(8 * $1) }
            }
            return (number(0), Float(bitPattern: number(4)))
        }
    }

    var bytes: [UInt8] {
        weights.flatMap { entry in
            [entry.term, entry.weight.bitPattern].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
            }
        }
    }
}

/// A story as it is compared with others.
struct ClusterItem: Sendable {
    var story: Int64
    /// Milliseconds since 1970.
    var shownAt: Int64
    var publisher: String
    var language: String
    var norms: [String: Float]
    var vector: ClusterVector

    /// The greatest time between two stories that are linked, in milliseconds.
    static let window: Int64 = 4 * 86_400_000
    /// The milliseconds in which the similarity of two stories halves.
    private static let halfLife = 1.0 * 86_400_000
    /// The factor for two stories of one publisher, whose house style makes them alike.
    private static let samePublisher = 0.25
    /// The factor for two languages, which share few words beside names.
    private static let twoLanguages = 0.7
    /// The power of the ratio of lengths by which a short story is helped beside a long one.
    private static let lengthHelp = 0.5

    /// The number of shared telling terms at which a similarity counts half, since two or three words are shared by
    /// chance.
    private static let halfEvidence = 3.0

    /// Returns the similarity in millionths, which is the same in both directions.
    /// - Parameter sharedTerms: the number of telling terms that both stories have.
    func similarity(to other: ClusterItem, sharedTerms: Int) -> Int64 {
        let time = abs(shownAt - other.shownAt)
        guard time <= Self.window else { return 0 }
        let product = Double(vector.product(other.vector))
        let (a, b) = (Double(vector.norm), Double(other.vector.norm))
        guard product > 0, a > 0, b > 0 else { return 0 }
        var similarity = product / (a * b)
        if language == other.language {
            similarity *= pow(max(a, b) / min(a, b), Self.lengthHelp)
            similarity *= Double(sharedTerms) / (Double(sharedTerms) + Self.halfEvidence)
        } else {
            // Two languages are compared by the words that occur in both.
            let (c, d) = (Double(norms[other.language] ?? 0), Double(other.norms[language] ?? 0))
            guard c > 0, d > 0 else { return 0 }
            similarity = Self.twoLanguages * product / ((a * b) * (c * d)).squareRoot()
        }
        if publisher == other.publisher { similarity *= Self.samePublisher }
        return Int64(saturating: similarity * exp2(-Double(time) / Self.halfLife) * 1e6)
    }
}
