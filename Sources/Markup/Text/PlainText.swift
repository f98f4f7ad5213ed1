import CGumbo
import Untrusted

/// The conversion of HTML to plain text, excerpts and the writing direction.
public enum PlainText {
    /// Returns the text without tags, scripts, styles, ruby readings, control characters and invisible break
    /// opportunities. References are decoded once; white space is collapsed, with one space between blocks.
    public static func of(html: String) -> String {
        var copy = html
        return copy.withUTF8 { source in
            guard source.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return collapsed(source) }
            return TextExtractor.text(of: source)
        }
    }

    /// Returns true if there is a tag of HTML, a comment or a declaration; any other `<` belongs to text, as in `a <
    /// b`, `Vec<u8>` or `<me@mail.example>`.
    public static func hasTags(_ html: String) -> Bool {
        var copy = html
        return copy.withUTF8 { source in
            source.indices.contains { source[$0] == 0x3C && beginsTag(source[($0 + 1)...]) }
        }
    }

    private static func beginsTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if rest.first == 0x21 || rest.first == 0x3F { return true }
        let name = rest.drop { $0 == 0x2F }.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D }
        guard let first = name.first, ASCII.isLetter(first), name.endIndex < rest.endIndex else { return false }
        let after = rest[name.endIndex]
        guard after == 0x3E || after == 0x2F || after <= 0x20 else { return false }
        // Custom elements have a hyphen.
        return name.contains(0x2D) || isElement(name)
    }

    private static func isElement(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        String(decoding: name, as: UTF8.self).withCString { gumbo_tag_enum($0) } != GUMBO_TAG_UNKNOWN
    }

    /// Returns the plain text of a title, which feeds escape once, twice or not at all: removes known tags, keeps any
    /// other `<`, decodes references, up to twice.
    public static func of(possiblyHTMLTitle title: String) -> String {
        var copy = title
        let once = copy.withUTF8 { source -> String in
            guard source.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return collapsed(source) }
            let escaped = TitleMarkup.html(source)
            return escaped.withUnsafeBufferPointer { TextExtractor.text(of: $0) }
        }
        guard TitleMarkup.hasReference(once) else { return once }
        let literal = Array(once.utf8).flatMap { $0 == 0x3C ? Array("&lt;".utf8) : [$0] }
        return literal.withUnsafeBufferPointer { TextExtractor.text(of: $0) }
    }

    /// Cuts a text at a word, with an ellipsis; `limit` is the number of characters.
    public static func excerpt(of text: String, limit: Int) -> String {
        guard limit > 0, let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            end < text.endIndex
        else { return limit > 0 ? text : "" }
        let head = text[..<end]
        var cut = end
        if !text[end].isWhitespace, let space = head.lastIndex(where: \.isWhitespace),
            text.distance(from: space, to: end) < max(24, limit / 3)
        {
            cut = space
        }
        var kept = text[..<cut]
        while let last = kept.last, last.isWhitespace || ",;:–—-(".contains(last) { kept = kept.dropLast() }
        return kept + "…"
    }

    /// Returns the direction of the first strong letter (Unicode UAX 9, P2 and P3). For a right-to-left language one
    /// such letter near the start suffices, since brand names often come first.
    public static func direction(of text: String, language: String?) -> TextDirection {
        let isRightToLeft = language.map(isRightToLeft(language:)) ?? false
        var seen = 0
        var first: TextDirection?
        for scalar in text.unicodeScalars {
            if let strong = BidiClass.direction(of: scalar) {
                if first == nil { first = strong }
                if strong == .rtl, isRightToLeft { return .rtl }
                if !isRightToLeft { return strong }
            }
            seen += 1
            if seen > 400 { break }
        }
        return first ?? (isRightToLeft ? .rtl : .ltr)
    }

    /// Returns true if a language (BCP 47) is usually written from right to left.
    public static func isRightToLeft(language: String) -> Bool {
        let tag = language.lowercased()
        let primary = tag.prefix { $0 != "-" && $0 != "_" }
        if tag.contains("latn") || tag.contains("cyrl") { return false }
        if tag.contains("arab") || tag.contains("hebr") { return true }
        return ["ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "arc", "syr", "nqo", "ji"]
            .contains(String(primary))
    }

    static func collapsed(_ source: UnsafeBufferPointer<UInt8>) -> String {
        var out = PlainTextBuffer(reserving: source.count)
        out.append(source)
        return out.finished
    }
}
