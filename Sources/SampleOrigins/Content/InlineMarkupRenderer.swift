/// A renderer of inline markup: emphasis, strong, code, links, footnote references.
struct InlineMarkupRenderer {
    /// The prefix of footnote IDs, which keeps two stories on one page apart.
    let prefix: String
    /// The footnote labels in order; a reference shows the label's position.
    let labels: [String]

    func html(_ text: String) -> String {
        var out = ""
        var rest = text[...]
        while let mark = rest.utf8.firstIndex(where: Self.isMark) {
            out += XMLEscaping.escaped(String(rest[..<mark]))
            rest = rest[mark...]
            if let (html, after) = renderedSpan(rest) {
                out += html
                rest = after
            } else {
                out += XMLEscaping.escaped(String(rest.removeFirst()))
            }
        }
        return out + XMLEscaping.escaped(String(rest))
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "[")
    }

    private func renderedSpan(_ rest: Substring) -> (String, Substring)? {
        if rest.hasPrefix("**") { return span(rest, "**", "strong") }
        if rest.hasPrefix("*") { return span(rest, "*", "em") }
        if rest.hasPrefix("`") { return code(rest) }
        return rest.hasPrefix("[^") ? footnote(rest) : link(rest)
    }

    private func span(_ rest: Substring, _ mark: String, _ name: String) -> (String, Substring)? {
        let inner = rest.dropFirst(mark.count)
        guard let end = inner.firstRange(of: mark), end.lowerBound > inner.startIndex else { return nil }
        return ("<\(name)>\(html(String(inner[..<end.lowerBound])))</\(name)>", inner[end.upperBound...])
    }

    private func code(_ rest: Substring) -> (String, Substring)? {
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: "`") else { return nil }
        return ("<code>\(XMLEscaping.escaped(String(inner[..<end])))</code>", inner[end...].dropFirst())
    }

    private func footnote(_ rest: Substring) -> (String, Substring)? {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let label = String(rest[..<end].dropFirst(2))
        guard let index = labels.firstIndex(of: label) else { return nil }
        let number = index + 1
        let link = "<a href=\"#\(prefix)-fn-\(number)\">\(number)</a>"
        return ("<sup id=\"\(prefix)-fnref-\(number)\">\(link)</sup>", rest[end...].dropFirst())
    }

    private func link(_ rest: Substring) -> (String, Substring)? {
        guard let middle = rest.firstRange(of: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        let words = html(String(rest[..<middle.lowerBound].dropFirst()))
        let address = XMLEscaping.escaped(String(rest[middle.upperBound..<end]))
        return ("<a href=\"\(address)\">\(words)</a>", rest[end...].dropFirst())
    }
}
