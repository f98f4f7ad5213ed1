/// Judges markup by the rules of the normal form, knowing nothing of the code that made it.
enum SafeHTMLChecker {
    /// The first thing in `html` that the normal form does not allow, nil when all is well.
    static func violation(in html: String) -> String? {
        var judge = StructureChecker(bytes: Array(html.utf8))
        return judge.violation()
    }

    private static let attributes: [String: Set<String>] = [
        "a": ["href", "rel", "class", "data-player"], "img": ["src", "alt", "srcset", "sizes", "width", "height"],
        "source": ["srcset", "sizes", "media", "type"], "ol": ["start", "reversed", "type"], "li": ["value"],
        "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan", "scope"], "code": ["class"], "pre": ["class"],
        "details": ["open"], "time": ["datetime"],
    ]
    /// MathML: tokens hold text only, the others elements only.
    private static let tokens: Set<String> = ["mi", "mn", "mo", "ms", "mtext"]
    private static let layout: Set<String> = [
        "mspace", "mrow", "mfrac", "msqrt", "mroot", "mstyle", "merror", "mpadded", "mphantom", "msub", "msup",
        "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "mtable", "mtr", "mtd",
    ]
    private static let mathAttributes: Set<String> = [
        "display", "displaystyle", "scriptlevel", "dir", "mathvariant", "stretchy", "fence", "separator", "symmetric",
        "largeop", "movablelimits", "form", "minsize", "maxsize", "lspace", "rspace", "width", "height", "depth",
        "voffset", "linethickness", "accent", "accentunder", "columnspan", "rowspan",
    ]
    private static let everywhere: Set<String> = ["id", "dir", "lang", "title"]
    private static let void: Set<String> = ["br", "hr", "img", "wbr", "source"]
    private static let elements: Set<String> = [
        "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre",
        "figure",
        "figcaption", "aside", "details", "summary", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th",
        "a", "b",
        "strong", "i", "em", "u", "s", "code", "small", "span", "del", "ins", "sub", "sup", "mark", "q", "cite", "dfn",
        "abbr", "kbd", "samp", "var", "time", "ruby", "rt", "rp", "bdi", "bdo", "picture", "br", "hr", "img", "wbr",
        "source",
    ]
    private static let blocks: Set<String> = [
        "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre",
        "figure",
        "figcaption", "aside", "details", "summary", "table", "hr",
    ]
    private static let skeleton: [String: Set<String>] = [
        "table": ["caption", "thead", "tbody", "tfoot"], "thead": ["tr"], "tbody": ["tr"], "tfoot": ["tr"],
        "tr": ["td", "th"], "picture": ["source", "img"],
    ]

    private struct StructureChecker {
        let bytes: [UInt8]
        var index = 0
        var open: [String] = []

        mutating func violation() -> String? {
            while index < bytes.count {
                if let offence = bytes[index] == 0x3C ? tag() : text() { return offence }
            }
            return open.isEmpty ? nil : "never closed: \(open)"
        }

        private mutating func text() -> String? {
            let start = index
            while index < bytes.count, bytes[index] != 0x3C { index += 1 }
            let run = bytes[start..<index]
            if let parent = open.last, SafeHTMLChecker.skeleton[parent] != nil || SafeHTMLChecker.holdsElements(parent)
            {
                return "text in \(parent)"
            }
            return SafeHTMLChecker.badText(run)
        }

        private mutating func tag() -> String? {
            let start = index + 1
            while index < bytes.count, bytes[index] != 0x3E { index += 1 }
            guard index < bytes.count else { return "a tag without end" }
            let inner = Array(bytes[start..<index])
            index += 1
            if inner.first == 0x2F {
                let name = String(decoding: inner.dropFirst(), as: UTF8.self)
                return open.popLast() == name ? nil : "unexpected end of \(name)"
            }
            let name = String(decoding: inner.prefix { $0 != 0x20 }, as: UTF8.self)
            if let offence = SafeHTMLChecker.misplaced(name, in: open) { return offence }
            if !SafeHTMLChecker.void.contains(name) { open.append(name) }
            return SafeHTMLChecker.badAttributes(name, inner.dropFirst(name.utf8.count))
        }
    }

    private static func holdsElements(_ name: String) -> Bool { name == "math" || layout.contains(name) }

    private static func misplaced(_ name: String, in open: [String]) -> String? {
        if let parent = open.last, tokens.contains(parent) { return "\(name) in \(parent)" }
        if tokens.contains(name) || layout.contains(name) {
            return open.last.map(holdsElements) == true ? nil : "\(name) outside of math"
        }
        if open.last.map(holdsElements) == true { return "\(name) in a formula" }
        if name == "math" { return open.last.flatMap { skeleton[$0] } == nil ? nil : "math in \(open)" }
        guard elements.contains(name) else { return "the element \(name)" }
        if let parent = open.last, let allowed = skeleton[parent], !allowed.contains(name) {
            return "\(name) in \(parent)"
        }
        if name == "source", open.last != "picture" { return "source outside of picture" }
        if skeleton.values.contains(where: { $0.contains(name) }), name != "img",
            open.last.map({ skeleton[$0] == nil }) ?? true
        {
            return "\(name) outside of its parent"
        }
        let scope = open.reversed().prefix { !["td", "th", "caption", "table"].contains($0) }
        if blocks.contains(name), scope.contains("p") { return "\(name) in p" }
        if name == "a", open.contains("a") { return "a link in a link" }
        if open.contains("pre"), blocks.contains(name) { return "\(name) in pre" }
        return open.count < 256 ? nil : "too deep"
    }

    private static func badAttributes(_ element: String, _ text: ArraySlice<UInt8>) -> String? {
        var rest = text
        var seen: Set<String> = []
        while !rest.isEmpty {
            guard rest.first == 0x20, let equals = rest.firstIndex(of: 0x3D) else { return "attributes of \(element)" }
            let name = String(decoding: rest[(rest.startIndex + 1)..<equals], as: UTF8.self)
            let isMath = element == "math" || tokens.contains(element) || layout.contains(element)
            let isAllowed =
                isMath
                ? mathAttributes.contains(name)
                : everywhere.contains(name) || attributes[element]?.contains(name) == true
            guard isAllowed, seen.insert(name).inserted else {
                return "the attribute \(name) of \(element)"
            }
            rest = rest[(equals + 1)...]
            guard rest.first == 0x22, let close = rest.dropFirst().firstIndex(of: 0x22) else {
                return "no quotes: \(name)"
            }
            let value = rest[(rest.startIndex + 1)..<close]
            if let offence = badText(value) ?? badValue(name, String(decoding: value, as: UTF8.self)) { return offence }
            rest = rest[(close + 1)...]
        }
        return nil
    }

    private static func badValue(_ name: String, _ value: String) -> String? {
        switch name {
        case "src" where !value.hasPrefix("http"): "src=\(value)"
        case "srcset" where value.split(separator: ",").isEmpty || !value.hasPrefix("http"): "srcset=\(value)"
        case "href" where !isHarmless(value): "href=\(value)"
        case "id" where !value.hasPrefix("s-"): "id=\(value)"
        case "class" where !["player", "tex", "tex-block"].contains(value) && !value.hasPrefix("language-"):
            "class=\(value)"
        default: nil
        }
    }

    private static func isHarmless(_ address: String) -> Bool {
        let schemes = [
            "https://", "http://", "#s-", "mailto:", "tel:", "magnet:", "ftp:", "sms:", "geo:", "news:", "irc:", "apt:",
            "skype:", "spotify:", "feed:", "svn+ssh:", "bitcoin:", "xmpp:", "webcal:", "itms-apps:", "steam:",
        ]
        return schemes.contains { address.hasPrefix($0) }
    }

    private static func badText(_ text: ArraySlice<UInt8>) -> String? {
        var rest = text
        while let byte = rest.first {
            if byte == 0x3E || byte == 0x3C || (byte < 0x20 && byte != 0x0A && byte != 0x09) || byte == 0x7F {
                return "the byte \(byte)"
            }
            if byte == 0x26, !["&amp;", "&lt;", "&gt;", "&quot;"].contains(where: { rest.starts(with: $0.utf8) }) {
                return "a bare ampersand"
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
