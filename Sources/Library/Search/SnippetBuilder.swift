import Foundation

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

enum SnippetBuilder {
    private static let leadingContext = 60
    private static let maxLength = 220
    /// Characters searched for matches.
    private static let searchedLength = 20_000

    static func parts(of text: String, for terms: [SearchQuery.Term]) -> [SnippetPart] {
        let characters = Array(text.prefix(searchedLength))
        let hits = ranges(in: characters, of: terms.filter { !$0.isExcluded })
        let start = hits.first.map { snippetStart(before: $0.lowerBound, in: characters) } ?? 0
        let end = snippetEnd(after: min(characters.count, start + maxLength), in: characters)
        var parts: [SnippetPart] = []
        var position = start
        func add(_ range: Range<Int>, isHit: Bool) {
            guard !range.isEmpty else { return }
            parts.append(SnippetPart(text: String(characters[range]), isMatch: isHit))
        }
        for hit in hits where hit.lowerBound >= position && hit.upperBound <= end {
            add(position..<hit.lowerBound, isHit: false)
            add(hit, isHit: true)
            position = hit.upperBound
        }
        add(position..<max(position, end), isHit: false)
        if start > 0 { parts.insert(SnippetPart(text: "…", isMatch: false), at: 0) }
        if end < characters.count || characters.count == searchedLength {
            parts.append(SnippetPart(text: "…", isMatch: false))
        }
        return parts
    }

    /// In order, without overlaps.
    private static func ranges(in characters: [Character], of terms: [SearchQuery.Term]) -> [Range<Int>] {
        let words = Set(terms.flatMap { $0.isPrefix ? Array($0.words.dropLast()) : $0.words })
        let prefixes = terms.filter(\.isPrefix).compactMap(\.words.last)
        var found: [Range<Int>] = []
        var index = 0
        while index < characters.count {
            guard isWordCharacter(characters[index]) else {
                index += 1
                continue
            }
            var end = index + 1
            if !isIdeograph(characters[index]) {
                while end < characters.count, isWordCharacter(characters[end]), !isIdeograph(characters[end]) {
                    end += 1
                }
            }
            let word = TextNormalizer.normalize(String(characters[index..<end]))
            if words.contains(word) || prefixes.contains(where: { word.hasPrefix($0) }) { found.append(index..<end) }
            index = end
        }
        return mergingAdjacent(found)
    }

    private static func mergingAdjacent(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { merged, range in
            if let last = merged.last, last.upperBound == range.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<range.upperBound
            } else {
                merged.append(range)
            }
        }
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.unicodeScalars.first.map(TextNormalizer.isWordCharacter) ?? false
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        character.unicodeScalars.first.map(TextNormalizer.isIdeograph) ?? false
    }

    private static func snippetStart(before hit: Int, in characters: [Character]) -> Int {
        var start = max(0, hit - leadingContext)
        guard start > 0 else { return 0 }
        let limit = hit
        while start < limit, !characters[start].isWhitespace { start += 1 }
        return start < limit ? start + 1 : max(0, hit - leadingContext)
    }

    private static func snippetEnd(after wanted: Int, in characters: [Character]) -> Int {
        guard wanted < characters.count else { return characters.count }
        var end = wanted
        while end > max(0, wanted - 30), !characters[end].isWhitespace { end -= 1 }
        return characters[end].isWhitespace ? end : wanted
    }
}
