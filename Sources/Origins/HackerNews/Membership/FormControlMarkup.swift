import Foundation

/// Pages are parsed without text areas and selects (`ParsedPage`), which have content that is none of the page's text. This
/// makes each of them an `input` that holds what it would send.
enum FormControlMarkup {
    /// An attribute of the inputs: `text` or `choice`.
    static let kindAttribute = "data-control"
    /// The values to choose from, one on a line.
    static let optionsAttribute = "data-options"

    private static let maxControls = 64

    static func rewritten(_ html: String) -> String {
        var out = ""
        var rest = html[...]
        var count = 0
        while count < Self.maxControls {
            count += 1
            guard let control = next(in: rest) else { break }
            out += rest[..<control.start]  // bounded: a place in the rest
            out += control.isChoice ? choice(control) : text(control)
            rest = rest[control.end...]
        }
        return out + rest
    }

    private struct Control {
        var start: String.Index
        var end: String.Index
        var isChoice: Bool
        /// As written.
        var attributes: Substring
        var content: Substring
    }

    private static func next(in html: Substring) -> Control? {
        let found = ["textarea", "select"].compactMap { name in
            html.range(of: "<\(name)", options: .caseInsensitive).map { (name, $0) }
        }
        guard let (name, opening) = found.min(by: { $0.1.lowerBound < $1.1.lowerBound }),
            let tagEnd = endOfTag(html[opening.upperBound...]),
            let closing = html[tagEnd...].range(of: "</\(name)", options: .caseInsensitive),
            let end = html[closing.upperBound...].firstIndex(of: ">")
        else { return nil }
        return Control(
            start: opening.lowerBound, end: html.index(after: end), isChoice: name == "select",
            // bounded: `>` stands between the name and the tag's end
            attributes: html[opening.upperBound..<html.index(before: tagEnd)],
            content: html[tagEnd..<closing.lowerBound])  // bounded: the end tag was looked for behind the tag
    }

    /// The index after `>`, which may also stand in a quoted value.
    private static func endOfTag(_ html: Substring) -> String.Index? {
        var quote: Character?
        for index in html.indices {
            let character = html[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return html.index(after: index)
            }
        }
        return nil
    }

    private static func text(_ control: Control) -> String {
        // The line feed after the tag is not the text's (HTML, 4.10.11).
        let hasLineFeed = control.content.first?.isNewline == true
        return input("text", value: hasLineFeed ? control.content.dropFirst() : control.content, control.attributes)
    }

    private static func choice(_ control: Control) -> String {
        var options: [String] = []
        var selected: String?
        var rest = control.content
        while options.count < maxControls, let opening = rest.range(of: "<option", options: .caseInsensitive),
            let tagEnd = endOfTag(rest[opening.upperBound...])
        {
            // bounded: `>` stands between the name and the tag's end
            let attributes = rest[opening.upperBound..<rest.index(before: tagEnd)]
            let text = rest[tagEnd...].prefix { $0 != "<" }
            let value = Self.value(in: attributes) ?? text.trimmingCharacters(in: .whitespacesAndNewlines)
            options.append(value)
            if selected == nil, attributes.lowercased().contains("selected") { selected = value }
            rest = rest[text.endIndex...]
        }
        let list = escaped(options.joined(separator: "&#10;")[...])
        return input(
            "choice", value: (selected ?? options.first ?? "")[...],
            "\(optionsAttribute)=\"\(list)\" \(control.attributes)"[...])
    }

    private static func value(in attributes: Substring) -> String? {
        guard let name = attributes.range(of: "value=", options: .caseInsensitive) else { return nil }
        let rest = attributes[name.upperBound...]
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return String(rest.prefix { !$0.isWhitespace && $0 != "/" })
        }
        return String(rest.dropFirst().prefix { $0 != quote })
    }

    private static func input(_ kind: String, value: Substring, _ attributes: Substring) -> String {
        "<input \(kindAttribute)=\"\(kind)\" value=\"\(escaped(value))\" \(attributes)>"
    }

    /// Character references stay what they are.
    private static func escaped(_ text: Substring) -> String {
        String(text).replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
