import Foundation

/// Parses a subset of YAML 1.2 (yaml.org): tables indented by two spaces, one-line values, literal blocks (`|`), and
/// comment lines.
struct SelectorFileParser {
    struct SyntaxError: Error {
        /// From 1.
        let line: Int
        let message: String
    }

    /// By dotted path: `list.row`.
    private(set) var values: [String: String] = [:]

    init(_ text: String) throws(SyntaxError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasSuffix("\r") ? $0.dropLast() : $0
        }
        var table = ""
        var at = 0
        while at < lines.count {
            let line = lines[at]
            at += 1
            let bare = line.drop { $0 == " " }
            if bare.isEmpty || bare.first == "#" { continue }
            let depth = line.count - bare.count
            guard let colon = bare.firstIndex(of: ":"), depth == 0 || depth == 2, !bare.hasPrefix("\t") else {
                throw SyntaxError(line: at, message: "is neither “name: value” nor indented by two spaces")
            }
            let name = bare[..<colon]
            let rest = bare[bare.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            guard depth == 0 || !table.isEmpty else {
                throw SyntaxError(line: at, message: "is indented and stands below nothing")
            }
            if rest == "|" {
                values[depth == 0 ? String(name) : "\(table).\(name)"] = Self.block(lines, &at, deeperThan: depth)
            } else if rest.isEmpty, depth == 0 {
                table = String(name)
            } else {
                values[depth == 0 ? String(name) : "\(table).\(name)"] = Self.unquoted(rest)
                if depth == 0 { table = "" }
            }
        }
    }

    private static func block(_ lines: [Substring], _ at: inout Int, deeperThan depth: Int) -> String {
        var kept: [Substring] = []
        var indent: Int?
        while at < lines.count {
            let line = lines[at]
            let bare = line.drop { $0 == " " }
            let width = line.count - bare.count
            if !bare.isEmpty, width <= depth { break }
            indent = indent ?? (bare.isEmpty ? nil : width)
            kept.append(line.dropFirst(min(width, indent ?? width)))
            at += 1
        }
        return kept.joined(separator: "\n")
    }

    private static func unquoted(_ text: String) -> String {
        for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }
}
