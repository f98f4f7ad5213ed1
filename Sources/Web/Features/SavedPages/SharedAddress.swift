import Foundation
import News
import URLs

/// The page that an app's share menu, a bookmark or a person hands over. Android leaves the address field empty, and puts
/// the address into the text.
struct SharedAddress {
    /// The address; nil if there is none.
    let address: WebAddress?
    /// The title; nil without one.
    let title: String?
    /// True if nothing was handed over.
    let isEmpty: Bool

    /// The most characters of a text that are searched for an address.
    private static let maxText = 20_000
    private static let maxTitle = 300

    init(url: String?, text: String?, title: String?) {
        let given = [url, text, title].map { ($0 ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
        isEmpty = given.allSatisfy(\.isEmpty)
        var (found, rest): (WebAddress?, String) = (given[0].isEmpty ? nil : WebAddress(typed: given[0]), given[1])
        if found == nil {
            for part in given {
                guard let (address, token) = Self.address(in: part) else { continue }
                found = address
                rest = given[1].replacing(token, with: " ", maxReplacements: 1)
                break
            }
        }
        address = found
        let words = given[2].isEmpty || WebAddress(typed: given[2]) != nil ? rest : given[2]
        let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.title = found == nil || line.isEmpty ? nil : String(line.prefix(Self.maxTitle))
    }

    /// Returns the first web address in a text, and the word that has it.
    private static func address(in text: String) -> (WebAddress, Substring)? {
        for word in text.prefix(maxText).split(whereSeparator: \.isWhitespace) {
            guard let start = word.range(of: "http", options: .caseInsensitive)?.lowerBound else { continue }
            var token = word[start...]
            while let last = token.last, ".,;:!?)]}>\"'”’»".contains(last) { token = token.dropLast() }
            let lower = token.lowercased()
            guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), let address = WebAddress(String(token))
            else { continue }
            return (address, token)
        }
        return nil
    }
}
