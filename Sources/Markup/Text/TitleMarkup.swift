import Untrusted

/// Decides what counts as markup in a title.
enum TitleMarkup {
    private static let known: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "div", "em", "font", "h1",
        "h2", "h3", "h4", "h5", "h6", "i", "img", "ins", "kbd", "mark", "nobr", "p", "q", "rp", "rt", "ruby", "s",
        "samp",
        "script", "small", "span", "strike", "strong", "style", "sub", "sup", "time", "tt", "u", "var", "wbr", "svg",
        "iframe", "li", "ul", "ol", "table", "tr", "td", "title", "textarea", "object", "embed", "video", "audio",
        "applet", "blink", "center", "marquee", "html", "head", "body", "noscript", "pre", "blockquote", "hr",
        "!doctype",
    ]

    /// Titles also mention these, as “the <button> element”: markup only with an attribute.
    private static let knownByAttributes: Set<String> = [
        "base", "button", "canvas", "col", "dd", "details", "dl", "dt", "figure", "footer", "form", "frame", "frameset",
        "header", "input", "label", "link", "main", "map", "math", "meta", "nav", "option", "param", "picture",
        "section", "select", "source", "summary", "template", "article", "aside",
    ]

    /// In bytes.
    private static let maximumTagLength = 1024

    /// Escapes every `<` that begins no known tag or comment.
    static func escapingUnknown(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(source.count + 16)
        var closes = ForwardSearch(for: 0x3E, in: source)
        var equals = ForwardSearch(for: 0x3D, in: source)
        for (index, byte) in source.enumerated() {
            if byte == 0x3C, !beginsTag(source, at: index + 1, &closes, &equals) {
                out.append(contentsOf: "&lt;".utf8)
            } else {
                out.append(byte)
            }
        }
        return out
    }

    private static func beginsTag(
        _ source: UnsafeBufferPointer<UInt8>, at start: Int, _ closes: inout ForwardSearch,
        _ equals: inout ForwardSearch
    ) -> Bool {
        var rest = source[min(start, source.count)...]
        if rest.starts(with: "!--".utf8) { return true }
        if rest.first == 0x2F { rest = rest.dropFirst() }
        let letters = rest.prefix(11).prefix {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x21
        }
        let name = String(decoding: letters, as: UTF8.self).lowercased()
        guard let after = rest.dropFirst(letters.count).first else { return false }
        if known.contains(name) { return after == 0x3E || after == 0x2F || after <= 0x20 }
        guard knownByAttributes.contains(name), after <= 0x20 else { return false }
        guard let equals = equals.position(from: start), equals - start <= maximumTagLength else { return false }
        return equals < closes.position(from: start) ?? source.count
    }

    static func hasReference(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        while let ampersand = bytes.firstIndex(of: 0x26) {
            bytes = bytes[(ampersand + 1)...]
            var name = bytes.prefix(32)
            if name.first == 0x23 { name = name.dropFirst() }
            let body = name.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
            if !body.isEmpty, bytes.dropFirst(body.endIndex - bytes.startIndex).first == 0x3B { return true }
        }
        return false
    }
}
