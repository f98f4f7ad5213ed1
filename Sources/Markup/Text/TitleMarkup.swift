import Untrusted

/// The distinction of markup from text in a title: titles of feeds may be HTML, and titles about HTML name its
/// elements.
///
/// A tag with attributes is markup; one without is markup if its element ends later or the tag adjoins a word, like
/// `<b>` in “<b>Half”. Anything else is text: “How to use the <b> element”.
struct TitleMarkup {
    private let source: UnsafeBufferPointer<UInt8>
    private let tags: [Tag]
    /// The indices in `tags` of each name's last end tag.
    private let lastEnds: [String: Int]
    private let lastCommentEnd: Int?
    private let namesElements: Bool
    private var output: [UInt8] = []
    /// True if there was anything besides markup.
    private var hasText = false
    /// The numbers of open elements whose start tags are markup.
    private var openCounts: [String: Int] = [:]

    /// The maximum length of a tag in bytes.
    private static let maximumTagLength = 1024

    /// Returns HTML in which every `<` that begins no markup is escaped, and tags that would swallow the rest are left
    /// out.
    static func html(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var pass = TitleMarkup(source)
        pass.run()
        return pass.output
    }

    private init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        let tags = source.indices.lazy.filter { source[$0] == 0x3C }.compactMap { Tag(source, at: $0) }
        self.tags = Array(tags)
        lastEnds = self.tags.enumerated().reduce(into: [:]) { ends, tag in
            if tag.element.isEnd { ends[tag.element.name] = tag.offset }
        }
        lastCommentEnd = source.indices.last { source[$0] == 0x3E && source[..<$0].suffix(2).elementsEqual("--".utf8) }
        namesElements = !self.tags.isEmpty && Self.namesElements(source)
        output.reserveCapacity(source.count + 16)
    }

    private mutating func run() {
        var at = 0
        for (index, tag) in tags.enumerated() where tag.start >= at {
            appendText(to: tag.start, from: at)
            at = tag.start
            if let end = endOfFormula(index) {
                output.append(contentsOf: source[at..<end])  // bounded: a formula ends behind its start
                at = end
                hasText = true
                continue
            }
            guard isMarkup(tag, index) else { continue }
            note(tag)
            let isSwallowing = Self.structures.contains(tag.name) || !tag.isEnd && !ends(tag, index)
            // A tag without an end is written as its `<` only.
            let end = tag.end ?? tag.start + 1
            if isSwallowing, tag.end != nil {
                output.append(0x20)
            } else {
                output.append(contentsOf: source[tag.start..<end])  // bounded: a tag ends behind its start
            }
            at = end
        }
        appendText(to: source.count, from: at)
    }

    private mutating func appendText(to end: Int, from start: Int) {
        var at = start
        while at < end {
            if source[at] == 0x3C, !beginsComment(at) {
                output.append(contentsOf: "&lt;".utf8)
            } else {
                output.append(source[at])
            }
            if source[at] > 0x20 { hasText = true }
            at += 1
        }
    }

    private func beginsComment(_ at: Int) -> Bool {
        guard let lastCommentEnd, lastCommentEnd > at else { return false }
        return source[at...].starts(with: "<!--".utf8)
    }

    private mutating func note(_ tag: Tag) {
        openCounts[tag.name] = max(0, openCounts[tag.name, default: 0] + (tag.isEnd ? -1 : 1))
    }

    // MARK: Deciding

    private func isMarkup(_ tag: Tag, _ index: Int) -> Bool {
        if tag.name == "!doctype" { return tag.end != nil && !hasText }
        if Self.breaks.contains(tag.name) { return tag.hasAttributes || !(namesElements && stands(tag)) }
        if tag.isEnd {
            return openCounts[tag.name, default: 0] > 0 || Self.phrases.contains(tag.name) && followsWord(tag)
        }
        if tag.hasAttributes { return true }
        guard tag.end != nil, !Self.mentioned.contains(tag.name) else { return false }
        let isAtWord = !hasText || precedesWord(tag)
        guard !hasText || !Self.others.contains(tag.name) else { return false }
        guard Self.phrases.contains(tag.name) else { return isAtWord && hasEnd(tag, index) }
        return isAtWord || hasEnd(tag, index) && !(namesElements && stands(tag))
    }

    private func hasEnd(_ tag: Tag, _ index: Int) -> Bool { lastEnds[tag.name].map { $0 > index } ?? false }

    /// Returns true if the parser continues the title after the element.
    private func ends(_ tag: Tag, _ index: Int) -> Bool {
        Self.phrases.contains(tag.name) || Self.breaks.contains(tag.name) || Self.voids.contains(tag.name)
            || hasEnd(tag, index)
    }

    private func precedesWord(_ tag: Tag) -> Bool {
        guard let end = tag.end, end < source.count else { return false }
        return ASCII.isLetter(source[end]) || ASCII.isDigit(source[end]) || source[end] >= 0x80 || source[end] == 0x26
    }

    private func followsWord(_ tag: Tag) -> Bool { tag.start > 0 && source[tag.start - 1] > 0x20 }

    /// Returns true if a tag is like a word, with spaces around.
    private func stands(_ tag: Tag) -> Bool { !precedesWord(tag) && !followsWord(tag) }

    /// Returns true if the title mentions elements, as in “The <br> element”.
    private static func namesElements(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        let words = source.split { !ASCII.isLetter($0) }.lazy.map { String(decoding: $0, as: UTF8.self).lowercased() }
        return words.contains { ["html", "element", "elements", "tag", "tags", "css", "markup"].contains($0) }
    }

    // MARK: Formulas

    /// Returns the end of MathML whose elements are all whole; “the <math> and </math> tags” are text.
    private func endOfFormula(_ index: Int) -> Int? {
        let tag = tags[index]
        guard tag.name == "math", !tag.isEnd, let start = tag.end, index + 1 < tags.count else { return nil }
        let close = tags[index + 1]
        guard close.name == "math", close.isEnd, source[start...].first(where: { $0 > 0x20 }) == 0x3C else {
            return nil
        }
        let content = source[tag.start..<close.start].split(separator: 0x3C)  // bounded: tags are in order
        return content.count > 1 && content.allSatisfy(Self.beginsInMathML) ? close.end : nil
    }

    /// Returns true for a tag of MathML.
    /// - Parameter text: the text after a `<`.
    private static func beginsInMathML(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let end = text.firstIndex(of: 0x3E) else { return false }
        let tag = text[..<end]
        let name = tag.first == 0x2F ? tag.dropFirst() : tag
        // No other HTML element with such a beginning holds raw text.
        let isKnown = ["m", "semantics", "annotation"].contains { name.starts(with: $0.utf8) }
        return isKnown && [0x22, 0x27].allSatisfy { quote in tag.count(where: { $0 == quote }).isMultiple(of: 2) }
    }

    // MARK: Elements

    private static let voids: Set<String> = [
        "base", "col", "embed", "frame", "img", "input", "link", "meta", "param", "source", "!doctype",
    ]

    private static let breaks: Set<String> = ["br", "hr", "wbr", "p", "nobr"]

    private static let phrases: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "div", "em", "font", "h1", "h2",
        "h3", "h4", "h5", "h6", "i", "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span",
        "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "li", "ul", "ol", "pre", "blockquote", "center",
    ]

    /// The elements whose tags are dropped but whose text stays, which a parser would leave out.
    private static let structures: Set<String> = [
        "html", "head", "body", "title", "textarea", "noscript", "template", "select", "option", "button",
    ]

    /// The elements that titles mention more often than they use: markup only with an attribute.
    private static let mentioned: Set<String> = [
        "article", "aside", "base", "button", "canvas", "col", "dd", "details", "dl", "dt", "embed", "figure", "footer",
        "form", "frame", "frameset", "header", "img", "input", "label", "link", "main", "map", "math", "meta", "nav",
        "option", "param", "picture", "section", "select", "source", "summary", "template",
    ]

    /// The elements that without an attribute are markup only at the start of a title, as their content is no text.
    private static let others: Set<String> = [
        "script", "style", "svg", "iframe", "table", "tr", "td", "object", "video", "audio", "applet", "blink",
        "marquee",
    ]

    private static let known = voids.union(breaks).union(phrases).union(structures).union(mentioned).union(others)

    /// A tag of a known element.
    private struct Tag {
        /// The offset of the tag's `<`.
        let start: Int
        /// The offset after the tag's `>`; nil if it is not closed soon.
        let end: Int?
        /// The name in lower case.
        let name: String
        let isEnd: Bool
        let hasAttributes: Bool

        init?(_ source: UnsafeBufferPointer<UInt8>, at start: Int) {
            var rest = source[(start + 1)...]
            isEnd = rest.first == 0x2F
            if isEnd { rest = rest.dropFirst() }
            let letters = rest.prefix(11).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x21 }
            name = String(decoding: letters, as: UTF8.self).lowercased()
            rest = rest.dropFirst(letters.count)
            guard TitleMarkup.known.contains(name), let after = rest.first,
                after == 0x3E || after == 0x2F || after <= 0x20
            else { return nil }
            // The limit prevents quadratic time with many unclosed tags.
            let attributes = rest.prefix(TitleMarkup.maximumTagLength).prefix { $0 != 0x3E && $0 != 0x3C }
            hasAttributes = !isEnd && attributes.contains(0x3D)
            let close = attributes.endIndex
            end = close < source.count && source[close] == 0x3E ? close + 1 : nil
            self.start = start
        }
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
