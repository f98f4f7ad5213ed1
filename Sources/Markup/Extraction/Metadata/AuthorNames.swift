/// Joins the names of several fields or elements.
enum AuthorNames {
    static let maximumCount = 20
    /// The longest name that is taken, in bytes.
    private static let maximumLength = 1_000

    /// Without repeated names, also within others ("Ida Brandt" and "Ida Brandt, Al Kemp"), addresses and, beside
    /// others, the publication's name. One name alone is kept as it is.
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

    /// Some fields hold a link to the author.
    static func withoutTags(_ name: String) -> String { PlainText.hasTags(name) ? PlainText.of(html: name) : name }

    /// Returns true if all words of `name` stand in a row in `line`.
    static func contains(_ name: String, in line: String) -> Bool { words(line).contains(words(name)) }

    /// "Brandt, Ida" is "Ida Brandt"; for fields that hold one person each.
    static func inReadingOrder(_ name: String) -> String {
        let parts = name.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return name }
        let (family, given) = (String(parts[0]).trimmed, String(parts[1]).trimmed)
        return family.isEmpty || given.isEmpty ? name : given + " " + family
    }

    /// Lower case and without punctuation, a space on each side.
    private static func words(_ text: String) -> String {
        let words = TextNormalizer.normalize(text).split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "" : " " + words.joined(separator: " ") + " "
    }
}
