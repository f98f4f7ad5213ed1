import Foundation
import Markup
import URLs
import Untrusted

/// A namespace of pure functions that detect duplicates.
enum StorySimilarity {
    /// The minimum word count for comparing shingles; shorter texts are compared as a whole.
    static let minWordsForShingles = 48
    private static let shingleLength = 4
    /// The minimum share of the shorter text's shingles that the longer text must have.
    private static let minOverlap = 0.7

    /// Returns an address without scheme, `www.`, tracking parameters, fragment and final slash; nil for home pages,
    /// which many stories link to.
    static func canonicalLink(_ address: WebAddress) -> String? {
        let bare = address.withoutFragment.withoutTracking
        guard let scheme = bare.text.range(of: "://") else { return nil }
        var text = String(bare.text[scheme.upperBound...])
        if text.hasPrefix("www.") { text.removeFirst(4) }
        while text.hasSuffix("/") { text.removeLast() }
        return text.contains("/") || text.contains("?") ? text : nil
    }

    /// Returns a hash of the title's words; nil for short titles such as "Links".
    static func titleKey(_ title: String) -> Int64? {
        let words = TextNormalizer.words(title)
        guard words.count >= 3, words.reduce(0, { $0 + $1.count }) >= 8 else { return nil }
        return FNVHash.hash(words.joined(separator: " "))
    }

    /// Returns true if two texts, given as normalised words, are the same or overlap by `minOverlap`.
    static func isSameText(_ a: [String], _ b: [String]) -> Bool {
        guard !a.isEmpty, !b.isEmpty else { return false }
        guard min(a.count, b.count) >= minWordsForShingles else { return a == b }
        let (first, second) = (shingles(a), shingles(b))
        let common = first.intersection(second).count
        return Double(common) >= minOverlap * Double(min(first.count, second.count))
    }

    private static func shingles(_ words: [String]) -> Set<Int64> {
        let hashes = words.map { FNVHash.hash($0) }
        // bounded: shorter texts are compared as a whole
        let starts = 0...(words.count - shingleLength)
        return Set(
            starts.map { start in
                // bounded: as above
                hashes[start..<(start + shingleLength)].reduce(0) { ($0 &* 31) &+ $1 }
            })
    }

    /// Counts words for the reading time: 100 ideographs count as 53 words, which is 500 ideographs a minute at 265
    /// words.
    static func wordCount(_ text: String) -> Int {
        var words = 0
        var ideographs = 0
        var isInWord = false
        for scalar in text.unicodeScalars {
            if TextNormalizer.isIdeograph(scalar) {
                ideographs += 1
                isInWord = false
            } else {
                let belongs = scalar.value < 0x80 ? scalar.value > 0x20 : !scalar.properties.isWhitespace
                if belongs, !isInWord { words += 1 }
                isInWord = belongs
            }
        }
        return words + (ideographs * 53 + 50) / 100
    }
}

/// An FNV-1a hash of texts, as stored.
struct FNVHash: Sendable {
    private var state = FNV1a.basis

    var value: Int64 { Int64(bitPattern: state) }

    mutating func add(_ text: String) {
        var text = text
        // The byte 0xFF separates texts, as it occurs in no UTF-8 text.
        state = FNV1a.combined(text.withUTF8 { FNV1a.hash($0, from: state) }, 0xFF)
    }

    static func hash(_ text: String) -> Int64 {
        var hash = FNVHash()
        hash.add(text)
        return hash.value
    }
}
