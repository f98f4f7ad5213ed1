// bounded throughout: scan positions only grow.

/// A rewriter of text areas and selects. `HTMLDocument` drops both elements, since their content is not text of the
/// page; the rewriter turns each into an `input` with the value that a browser would submit.
struct FormControlMarkup {
    /// The attribute of the inputs that names the control's kind: a text area or a select.
    static let kindAttribute = "data-control"
    static let (textKind, choiceKind) = ("text", "choice")
    /// The attribute with the values to choose from, one per line.
    static let optionsAttribute = "data-options"

    private static let maxControls = 64
    private static let names = [Array("textarea".utf8), Array("select".utf8)]
    private static let option = Array("option".utf8)

    private let html: [UInt8]

    static func rewritten(_ html: String) -> String { FormControlMarkup(html: Array(html.utf8)).rewritten() ?? html }

    /// Returns the rewritten page; nil if it has no such controls.
    private func rewritten() -> String? {
        var out: [UInt8] = []
        var index = 0
        var count = 0
        var neverClosed: Set<[UInt8]> = []
        while count < Self.maxControls, let control = nextControl(from: index, &neverClosed) {
            out += html[index..<control.start]
            out += Array((control.isChoice ? choice(control) : textArea(control)).utf8)
            index = control.end
            count += 1
        }
        return count == 0 ? nil : String(decoding: out + html[index...], as: UTF8.self)
    }

    private struct Control {
        var start: Int
        var end: Int
        var isChoice: Bool
        /// The start tag's attributes as written.
        var attributes: String
        var content: Range<Int>
    }

    /// Returns the next control that is closed; nil if there is none.
    /// - Parameter neverClosed: names without an end tag in the rest of the page, which is searched once for each.
    private func nextControl(from start: Int, _ neverClosed: inout Set<[UInt8]>) -> Control? {
        var index = start
        while let open = position(of: UInt8(ascii: "<"), from: index) {
            index = open + 1
            guard let name = Self.names.first(where: { isWord($0, at: index) }), !neverClosed.contains(name) else {
                continue
            }
            // A tag that never ends covers the rest of the page.
            guard let tagEnd = endOfTag(from: index + name.count, to: html.count) else { return nil }
            guard let close = endTag(of: name, from: tagEnd), let end = position(of: UInt8(ascii: ">"), from: close)
            else {
                neverClosed.insert(name)
                continue
            }
            return Control(
                start: open, end: end + 1, isChoice: name == Self.names.last,
                attributes: text(index + name.count, tagEnd - 1), content: tagEnd..<close)
        }
        return nil
    }

    // MARK: What each would send

    private func textArea(_ control: Control) -> String {
        var content = text(control.content.lowerBound, control.content.upperBound)
        // A line feed directly after the start tag is not part of the text (HTML §4.10.11).
        if content.first?.isNewline == true { content.removeFirst() }
        return Self.input(Self.textKind, value: content, control.attributes)
    }

    private func choice(_ control: Control) -> String {
        var options: [String] = []
        var selected: String?
        var index = control.content.lowerBound
        let contentEnd = control.content.upperBound
        while options.count < Self.maxControls, let open = position(of: UInt8(ascii: "<"), from: index),
            open < contentEnd
        {
            index = open + 1
            guard isWord(Self.option, at: index) else { continue }
            guard let tagEnd = endOfTag(from: index + Self.option.count, to: contentEnd) else { break }
            let attributes = text(index + Self.option.count, tagEnd - 1)
            let end = min(position(of: UInt8(ascii: "<"), from: tagEnd) ?? html.count, contentEnd)
            let words = text(tagEnd, end).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let value = Self.value(in: attributes) ?? words
            options.append(value)
            if selected == nil, attributes.lowercased().contains("selected") { selected = value }
            index = end
        }
        let list = Self.escaped(options.joined(separator: "&#10;"))
        return Self.input(
            Self.choiceKind, value: selected ?? options.first ?? "",
            "\(Self.optionsAttribute)=\"\(list)\" \(control.attributes)")
    }

    /// Returns the `value` in an option's attributes; nil if there is none.
    private static func value(in attributes: String) -> String? {
        guard let name = attributes.firstRange(of: "value=") ?? attributes.firstRange(of: "VALUE=") else { return nil }
        let rest = attributes[name.upperBound...]
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return String(rest.prefix { !$0.isWhitespace && $0 != "/" })
        }
        return String(rest.dropFirst().prefix { $0 != quote })
    }

    private static func input(_ kind: String, value: String, _ attributes: String) -> String {
        "<input \(kindAttribute)=\"\(kind)\" value=\"\(escaped(value))\" \(attributes)>"
    }

    /// Escapes quotes and angle brackets; character references stay unchanged.
    private static func escaped(_ text: String) -> String {
        text.replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    // MARK: Scanning

    private func text(_ start: Int, _ end: Int) -> String {
        start < end ? String(decoding: html[start..<end], as: UTF8.self) : ""
    }

    private func position(of byte: UInt8, from start: Int) -> Int? {
        start < html.count ? html[start...].firstIndex(of: byte) : nil
    }

    /// Returns true if the bytes at a position are the tag name, ignoring case, and the name ends there.
    private func isWord(_ word: [UInt8], at start: Int) -> Bool {
        guard start + word.count < html.count else { return false }
        for (offset, byte) in word.enumerated() where html[start + offset] | 0x20 != byte { return false }
        let next = html[start + word.count] | 0x20
        return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next) && next != UInt8(ascii: "-")
    }

    /// Returns the position of `</name`; nil if the tag is missing.
    private func endTag(of name: [UInt8], from start: Int) -> Int? {
        var index = start
        while let open = position(of: UInt8(ascii: "<"), from: index) {
            index = open + 1
            if index < html.count, html[index] == UInt8(ascii: "/"), isWord(name, at: index + 1) { return open }
        }
        return nil
    }

    /// Returns the position after `>`, ignoring any `>` in quoted values; nil if the tag does not end before the limit.
    private func endOfTag(from start: Int, to limit: Int) -> Int? {
        var quote: UInt8?
        var index = start
        while index < limit {
            let byte = html[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
        }
        return nil
    }
}
