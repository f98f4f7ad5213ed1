import Foundation
import Markup

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// Functions that build snippets with highlighted matches.
enum SnippetBuilder {
    private static let leadingContext = 60
    private static let maxLength = 220
    /// The maximum number of characters that are searched for matches.
    private static let searchedLength = 20_000

    static func parts(of text: String, for terms: [SearchQuery.Term]) -> [SnippetPart] {
        let characters = Array(text.prefix(searchedLength))
        return parts(of: characters, around: ranges(in: characters, of: terms.filter { !$0.isExcluded }))
    }

    /// Returns the parts of a text with the matches of a phrase.
    /// - Parameter isWhole: true to return the whole text (up to `searchedLength`) instead of a snippet.
    static func parts(of text: String, for phrase: PhraseMatcher, isWhole: Bool = false) -> [SnippetPart] {
        let characters = Array(text.prefix(searchedLength))
        let hits = ranges(in: characters, of: phrase)
        return isWhole
            ? parts(of: characters, in: 0..<characters.count, hits) : parts(of: characters, around: hits)
    }

    private static func parts(of characters: [Character], around hits: [Range<Int>]) -> [SnippetPart] {
        let start = hits.first.map { snippetStart(before: $0.lowerBound, in: characters) } ?? 0
        let end = snippetEnd(after: min(characters.count, start + maxLength), in: characters)
        var parts = parts(of: characters, in: start..<max(start, end), hits)
        if start > 0 { parts.insert(SnippetPart(text: "…", isMatch: false), at: 0) }
        if end < characters.count || characters.count == searchedLength {
            parts.append(SnippetPart(text: "…", isMatch: false))
        }
        return parts
    }

    private static func parts(
        of characters: [Character], in shown: Range<Int>, _ hits: [Range<Int>]
    ) -> [SnippetPart] {
        var parts: [SnippetPart] = []
        var position = shown.lowerBound
        func add(_ range: Range<Int>, isHit: Bool) {
            guard !range.isEmpty else { return }
            parts.append(SnippetPart(text: String(characters[range]), isMatch: isHit))
        }
        for hit in hits where hit.lowerBound >= position && hit.upperBound <= shown.upperBound {
            add(position..<hit.lowerBound, isHit: false)
            add(hit, isHit: true)
            position = hit.upperBound
        }
        add(position..<max(position, shown.upperBound), isHit: false)
        return parts
    }

    /// Returns the ranges of matching words in order, without overlaps.
    private static func ranges(in characters: [Character], of terms: [SearchQuery.Term]) -> [Range<Int>] {
        let words = Set(terms.flatMap { $0.isPrefix ? Array($0.words.dropLast()) : $0.words })
        let prefixes = terms.filter(\.isPrefix).compactMap(\.words.last)
        let found = normalizedWords(in: characters).filter { found in
            words.contains(found.word) || prefixes.contains(where: { found.word.hasPrefix($0) })
        }
        return mergingAdjacent(found.map(\.range))
    }

    private static func ranges(in characters: [Character], of phrase: PhraseMatcher) -> [Range<Int>] {
        let words = normalizedWords(in: characters)
        let length = phrase.words.count
        guard length > 0, words.count >= length else { return [] }
        var found: [Range<Int>] = []
        for start in 0...(words.count - length) {
            let part = words[start..<(start + length)]
            guard part.lazy.map(\.word).elementsEqual(phrase.words), let first = part.first, let last = part.last
            else { continue }
            found.append(first.range.lowerBound..<last.range.upperBound)
        }
        return found
    }

    private static func normalizedWords(in characters: [Character]) -> [(word: String, range: Range<Int>)] {
        var found: [(word: String, range: Range<Int>)] = []
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
            found.append((TextNormalizer.normalize(String(characters[index..<end])), index..<end))
            index = end
        }
        return found
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
