/// A joiner of the authors' names from several fields or elements.
enum AuthorNames {
    static let maximumCount = 20
    /// The maximum length of a name in bytes.
    private static let maximumLength = 1_000

    /// Joins names, without repeated names, also within others ("Ida Brandt" and "Ida Brandt, Al Kemp"), addresses and,
    /// beside others, the publication's name. A single name is kept unchanged.
    static func joined(_ names: [String], siteName: String? = nil) -> String? {
        guard names.count > 1 else { return names.first }
        var kept: [(name: String, words: String)] = []
        let site = siteName.map(words) ?? ""
        for name in names.prefix(2 * maximumCount) where name.utf8.count <= maximumLength && !name.contains("://") {
            let words = words(name)
            if words.isEmpty || words == site || kept.contains(where: { $0.words.contains(words) }) { continue }
            let place = kept.firstIndex { words.contains($0.words) }
            kept.removeAll { words.contains($0.words) }
            kept.insert((name, words), at: place ?? kept.count)
        }
        return kept.isEmpty ? names.first : kept.prefix(maximumCount).map(\.name).joined(separator: ", ")
    }

    /// Returns the name as plain text, as some fields hold a link to the author.
    static func withoutTags(_ name: String) -> String { PlainText.hasTags(name) ? PlainText.of(html: name) : name }

    /// Returns true if all words of `name` are consecutive in `line`.
    static func contains(_ name: String, in line: String) -> Bool { words(line).contains(words(name)) }

    /// Converts "Brandt, Ida" to "Ida Brandt"; for fields that hold one person each.
    static func inReadingOrder(_ name: String) -> String {
        let parts = name.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return name }
        let (family, given) = (String(parts[0]).trimmed, String(parts[1]).trimmed)
        return family.isEmpty || given.isEmpty ? name : given + " " + family
    }

    /// Returns the words in lower case without punctuation, with a space on each side.
    private static func words(_ text: String) -> String {
        let words = TextNormalizer.normalize(text).split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "" : " " + words.joined(separator: " ") + " "
    }
}
