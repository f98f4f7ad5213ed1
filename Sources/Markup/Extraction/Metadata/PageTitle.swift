import Foundation

/// A finder of the headline in `<title>`, which often contains the publication's name.
struct PageTitle {
    let text: String
    /// The texts of `h1` and `h2`.
    let headings: [String]
    /// The texts of `h1`.
    let topLevelHeadings: [String]

    private static let separators: Set<Character> = ["|", "-", "–", "—", "\\", "/", ">", "»"]
    /// The separators in scripts without spaces between words.
    private static let wideSeparators: Set<Character> = ["_", "｜", "|", "丨", "－"]
    private static let hierarchySeparators: Set<Character> = ["\\", "/", ">", "»"]

    var headline: String {
        var title = text
        var hasHierarchy = false
        var isWide = false
        let places = separatorIndices
        if let last = places.last {
            isWide = Self.wideSeparators.contains(text[last])
            hasHierarchy = places.contains { Self.hierarchySeparators.contains(text[text.index(after: $0)]) }
            title = String(text[..<last])
            if Self.wordCount(title, isWide: isWide) < 3, let first = text.firstIndex(where: Self.separators.contains) {
                title = String(text[text.index(after: first)...])
            }
        } else if text.contains(": ") {
            title = withoutColon
        } else if text.count > 150 || text.count < 15, topLevelHeadings.count == 1 {
            title = topLevelHeadings[0]
        }
        title = title.trimmed
        let count = Self.wordCount(title, isWide: isWide)
        let bare = text.filter { !Self.separators.contains($0) }
        if count <= 4, !hasHierarchy || count != Self.wordCount(bare) - 1 { return text.trimmed }
        return title
    }

    private var withoutColon: String {
        if headings.contains(text) { return text }
        guard let last = text.lastIndex(of: ":"), let first = text.firstIndex(of: ":") else { return text }
        let tail = String(text[text.index(after: last)...])
        if Self.wordCount(tail.trimmed) < 3 { return String(text[text.index(after: first)...]) }
        return Self.wordCount(String(text[..<first])) > 5 ? text : tail
    }

    private var separatorIndices: [String.Index] {
        var places: [String.Index] = []
        let isWide = text.contains(where: Self.isIdeograph)
        var at = text.startIndex
        while at < text.endIndex {
            let mark = text.index(after: at)
            if isWide, at > text.startIndex, mark < text.endIndex, Self.wideSeparators.contains(text[at]) {
                places.append(at)
            }
            if text[at].isWhitespace, mark < text.endIndex, Self.separators.contains(text[mark]) {
                let after = text.index(after: mark)
                if after < text.endIndex, text[after].isWhitespace {
                    places.append(at)
                    at = after
                    continue
                }
            }
            at = mark
        }
        return places
    }

    /// Counts words.
    /// - Parameter isWide: true to count at least the characters of scripts without spaces.
    static func wordCount(_ text: String, isWide: Bool = false) -> Int {
        // The count is like `"a b".split(/\s+/)` in JavaScript: a space at an end adds an empty word.
        var count = text.split(whereSeparator: \.isWhitespace).count
        if text.first?.isWhitespace == true { count += 1 }
        if text.last?.isWhitespace == true { count += 1 }
        return max(1, count, isWide ? text.count(where: isIdeograph) : 0)
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
            || (0x20000...0x3FFFF).contains(scalar.value)
    }
}
