import Markup

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// Functions that build snippets with highlighted matches. They work on bytes, as most words of a text match nothing and
/// need neither characters nor Unicode tables.
enum SnippetBuilder {
    private static let leadingContext = 36
    private static let maxLength = 220
    /// The maximum number of bytes that are searched for matches.
    private static let searchedLength = 200_000

    /// A match in a text.
    private struct Hit {
        var range: Range<Int>
        /// The index of the term.
        var term: Int
    }

    /// Returns the part of a text that has the most of the terms, or else its beginning.
    static func parts(of text: String, for terms: [SearchQuery.Term]) -> [SnippetPart] {
        excerpt(of: text, for: terms.filter { !$0.isExcluded && !$0.isByline })
    }

    /// Returns the whole of a text, with all its matches.
    static func wholeParts(of text: String, for terms: [SearchQuery.Term]) -> [SnippetPart] {
        let bytes = Array(text.utf8.prefix(searchedLength))
        let hits = hits(in: bytes, of: terms.filter { !$0.isExcluded && !$0.isByline })
        return parts(of: bytes, in: 0..<bytes.count, hits)
    }

    /// Returns the parts of a text with the matches of a phrase.
    /// - Parameter isWhole: true to return the whole text (up to `searchedLength`) instead of a snippet.
    static func parts(of text: String, for phrase: PhraseMatcher, isWhole: Bool = false) -> [SnippetPart] {
        let terms = phrase.isEmpty ? [] : [SearchQuery.Term(words: phrase.words)]
        return isWhole ? wholeParts(of: text, for: terms) : excerpt(of: text, for: terms)
    }

    private static func excerpt(of text: String, for terms: [SearchQuery.Term]) -> [SnippetPart] {
        let bytes = Array(text.utf8.prefix(searchedLength))
        let hits = hits(in: bytes, of: terms)
        let start = best(hits).map { snippetStart(before: $0, in: bytes) } ?? 0
        let end = snippetEnd(after: min(bytes.count, start + maxLength), in: bytes)
        var parts = parts(of: bytes, in: start..<max(start, end), hits)
        if start > 0 { parts.insert(SnippetPart(text: "…", isMatch: false), at: 0) }
        if end < bytes.count || bytes.count == searchedLength { parts.append(SnippetPart(text: "…", isMatch: false)) }
        return parts
    }

    /// Returns where the first of the excerpts begins that have matches of the most terms.
    private static func best(_ hits: [Hit]) -> Int? {
        var best: (start: Int, terms: Int)?
        for (index, hit) in hits.enumerated() {
            let last = hit.range.lowerBound + maxLength - leadingContext - 40
            let terms = Set(hits[index...].prefix(32).prefix { $0.range.upperBound <= last }.map(\.term)).count
            if terms > best?.terms ?? -1 { best = (hit.range.lowerBound, terms) }
        }
        return best?.start
    }

    private static func parts(of bytes: [UInt8], in shown: Range<Int>, _ hits: [Hit]) -> [SnippetPart] {
        var parts: [SnippetPart] = []
        var position = shown.lowerBound
        func add(_ range: Range<Int>, isHit: Bool) {
            guard !range.isEmpty else { return }
            parts.append(SnippetPart(text: String(decoding: bytes[range], as: UTF8.self), isMatch: isHit))
        }
        for hit in mergingAdjacent(hits.map(\.range))
        where hit.lowerBound >= position && hit.upperBound <= shown.upperBound {
            add(position..<hit.lowerBound, isHit: false)
            add(hit, isHit: true)
            position = hit.upperBound
        }
        add(position..<max(position, shown.upperBound), isHit: false)
        return parts
    }

    private static func mergingAdjacent(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    private static func snippetStart(before hit: Int, in bytes: [UInt8]) -> Int {
        var start = max(0, hit - leadingContext)
        guard start > 0 else { return 0 }
        while start < hit, !isSpace(bytes[start]) { start += 1 }
        guard start == hit else { return start + 1 }
        // A text without spaces is cut before a whole character.
        start = max(0, hit - leadingContext)
        while start < hit, isContinuation(bytes[start]) { start += 1 }
        return start
    }

    private static func snippetEnd(after wanted: Int, in bytes: [UInt8]) -> Int {
        guard wanted < bytes.count else { return bytes.count }
        var end = wanted
        while end > max(0, wanted - 30), !isSpace(bytes[end]) { end -= 1 }
        if isSpace(bytes[end]) { return end }
        end = wanted
        while end > 0, isContinuation(bytes[end]) { end -= 1 }
        return end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

// MARK: - Finding words

extension SnippetBuilder {
    /// Returns the matches of terms in their order; a term of several words matches them in a row.
    private static func hits(in bytes: [UInt8], of terms: [SearchQuery.Term]) -> [Hit] {
        let wanted = terms.map { $0.words.map { Array($0.utf8) } }
        var hits: [Hit] = []
        // The partial matches of each term: how many of its words there are, and since where.
        var progress = terms.map { _ in [(count: Int, start: Int)]() }
        forEachWord(in: bytes) { word, range in
            for (index, words) in wanted.enumerated() {
                var advanced: [(count: Int, start: Int)] = []
                for (count, start) in progress[index] + [(0, range.lowerBound)] {
                    let isLast = count == words.count - 1
                    guard isEqual(word, words[count], isPrefix: isLast && terms[index].isPrefix) else { continue }
                    if isLast {
                        hits.append(Hit(range: start..<range.upperBound, term: index))
                    } else {
                        advanced.append((count + 1, start))
                    }
                }
                progress[index] = advanced
            }
        }
        return hits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Returns true if a word is the normalised `wanted`, or begins with it.
    private static func isEqual(_ word: ArraySlice<UInt8>, _ wanted: [UInt8], isPrefix: Bool) -> Bool {
        if word.allSatisfy({ $0 < 0x80 }) {
            guard isPrefix ? word.count >= wanted.count : word.count == wanted.count else { return false }
            return zip(word, wanted).allSatisfy { ($0 >= 65 && $0 <= 90 ? $0 | 0x20 : $0) == $1 }
        }
        let normalized = Array(TextNormalizer.normalize(String(decoding: word, as: UTF8.self)).utf8)
        return isPrefix ? normalized.starts(with: wanted) : normalized == wanted
    }

    /// Calls `found` with each word and its range: runs of word characters, and single ideographs.
    private static func forEachWord(in bytes: [UInt8], _ found: (ArraySlice<UInt8>, Range<Int>) -> Void) {
        var (index, start) = (0, -1)
        func end(_ at: Int) {
            if start >= 0 { found(bytes[start..<at], start..<at) }
            start = -1
        }
        while index < bytes.count {
            let (scalar, length) = scalar(at: index, in: bytes)
            if TextNormalizer.isIdeograph(scalar) {
                end(index)
                found(bytes[index..<(index + length)], index..<(index + length))
            } else if TextNormalizer.isWordCharacter(scalar) {
                if start < 0 { start = index }
            } else {
                end(index)
            }
            index += length
        }
        end(bytes.count)
    }

    /// Decodes a scalar of valid UTF-8; one that is cut off at the end is a space.
    private static func scalar(at index: Int, in bytes: [UInt8]) -> (Unicode.Scalar, Int) {
        let first = bytes[index]
        guard first >= 0xC0 else { return (first < 0x80 ? Unicode.Scalar(first) : " ", 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard index + length <= bytes.count else { return (" ", bytes.count - index) }
        var value = UInt32(first & (0xFF >> UInt8(length + 1)))
        for byte in bytes[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte & 0x3F) }
        return (Unicode.Scalar(value) ?? " ", length)
    }
}
