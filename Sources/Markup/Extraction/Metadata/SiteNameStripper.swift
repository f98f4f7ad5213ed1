import Foundation

/// A remover of the publication's name from `<title>`: "Crane stays · pellcourier.example", "起重机留下过冬_潮汐报".
struct SiteNameStripper {
    /// The declared name of the site, reduced to letters and digits.
    private let declaredNames: Set<String>
    /// The declared name and names derived from the host.
    private let names: Set<String>

    init(siteName: String?, host: String) {
        let labels = host.split(separator: ".").map(String.init)
        declaredNames = Set([siteName].compactMap { $0 }.map(Self.normalized)).subtracting([""])
        names = declaredNames.union(labels.dropLast().filter { $0.count >= 4 }.map(Self.normalized)).union([
            Self.normalized(host)
        ])
        .subtracting([""])
    }

    func removed(from title: String) -> String {
        guard title.utf8.count < 1_000 else { return title }
        let isUsual = Self.standardSeparators.contains(where: title.contains)
        let (separators, names) = isUsual ? (Self.standardSeparators, declaredNames) : (Self.otherSeparators, names)
        for (first, rest) in separators.flatMap({ Self.pieces(of: title, at: $0) }) {
            let (start, end) = (Self.normalized(first), Self.normalized(rest))
            if names.contains(end), !start.isEmpty { return first }
            if !isUsual, names.contains(start), !end.isEmpty, !end.hasPrefix(start) { return rest }
        }
        return title
    }

    /// The separators where only a declared name at the end is cut; `PageTitle` does the rest.
    private static let standardSeparators = [" | ", " - ", " – ", " — ", " » ", " / "]
    private static let otherSeparators = [" · ", " • ", " :: ", " « ", " ‹ ", "_", "｜", "丨", "|", "－", "—", "：", ": "]

    /// Cuts the title at the last and at the first separator.
    private static func pieces(of title: String, at separator: String) -> [(String, String)] {
        let parts = title.components(separatedBy: separator)
        guard parts.count > 1 else { return [] }
        let cut = { (at: Int) in
            (parts[..<at].joined(separator: separator).trimmed, parts[at...].joined(separator: separator).trimmed)
        }
        return parts.count == 2 ? [cut(1)] : [cut(parts.count - 1), cut(1)]
    }

    private static func normalized(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }
}
