import Foundation

/// A restorer of link texts: the site cuts addresses after about sixty characters.
enum LinkTextExpander {
    static func expand(_ html: String) -> String {
        guard html.contains("...</a>") else { return html }
        var out = ""
        var rest = html[...]
        while let end = rest.range(of: "...</a>") {
            let piece = rest[..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard let start = piece.range(of: "<a ", options: .backwards),
                let close = piece[start.upperBound...].firstIndex(of: ">"),
                let address = address(in: piece[start.upperBound..<close])  // bounded: `>` stands behind `<a `
            else {
                out += piece + "...</a>"
                continue
            }
            let shown = piece[piece.index(after: close)...]
            let isCut = decodingEntities(address).hasPrefix(decodingEntities(shown)) && !shown.isEmpty
            out += piece[..<piece.index(after: close)] + (isCut ? address : shown + "...") + "</a>"
        }
        return out + rest
    }

    private static func address(in attributes: Substring) -> Substring? {
        guard let start = attributes.range(of: "href=\"") else { return nil }
        let rest = attributes[start.upperBound...]
        return rest.firstIndex(of: "\"").map { rest[..<$0] }
    }

    /// Decodes the entities that the API uses in texts but not in attributes.
    private static func decodingEntities(_ text: Substring) -> String {
        String(text).replacing("&#x2F;", with: "/").replacing("&#x27;", with: "'")
    }
}
