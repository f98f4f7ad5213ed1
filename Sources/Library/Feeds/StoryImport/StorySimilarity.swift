import Foundation
import Markup

/// Whether two origins tell the same story: pure rules.
enum StorySimilarity {
    /// Texts with fewer words are compared as they are; longer ones by their shingles.
    static let minWordsForShingles = 48
    private static let shingleLength = 4
    /// The part of the shorter text's shingles that the longer one must hold.
    private static let minOverlap = 0.7

    /// An address without what does not tell pages apart: scheme, `www.`, tracking, fragment, last slash. Nil for a
    /// site's front door, which many stories may link to.
    static func canonicalLink(_ address: WebAddress) -> String? {
        let bare = address.withoutFragment.withoutTracking
        guard let scheme = bare.text.range(of: "://") else { return nil }
        var text = String(bare.text[scheme.upperBound...])
        if text.hasPrefix("www.") { text.removeFirst(4) }
        while text.hasSuffix("/") { text.removeLast() }
        return text.contains("/") || text.contains("?") ? text : nil
    }

    /// Nil for titles too short to tell anything ("Links", "Open thread").
    static func titleKey(_ title: String) -> Int64? {
        let words = TextNormalizer.words(title)
        guard words.count >= 3, words.reduce(0, { $0 + $1.count }) >= 8 else { return nil }
        return FNVHash.hash(words.joined(separator: " "))
    }

    static func isSameText(_ a: String, _ b: String) -> Bool {
        let (a, b) = (TextNormalizer.words(a), TextNormalizer.words(b))
        guard !a.isEmpty, !b.isEmpty else { return false }
        guard min(a.count, b.count) >= minWordsForShingles else { return a == b }
        let (first, second) = (shingles(a), shingles(b))
        let common = first.intersection(second).count
        return Double(common) >= minOverlap * Double(min(first.count, second.count))
    }

    private static func shingles(_ words: [String]) -> Set<Int64> {
        // bounded: a text so short has been compared whole
        let starts = 0...(words.count - shingleLength)
        // bounded: as above
        return Set(starts.map { FNVHash.hash(words[$0..<($0 + shingleLength)].joined(separator: " ")) })
    }

    /// Words for a reading time. Of scripts without spaces 100 characters count as 53 words: at 265 words a minute that is
    /// 500 characters a minute, the pace at which Chinese and Japanese are read.
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

/// A number that stands for a text: FNV-1a with 64 bits. The same in every process, unlike `Hasher`; not for secrets.
struct FNVHash: Sendable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    mutating func add(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        // Parts stay apart: no text holds this byte.
        mix(0xFF)
    }

    private mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    static func hash(_ text: String) -> Int64 {
        var print = FNVHash()
        print.add(text)
        return print.value
    }
}
