/// The TeX of a formula, cleaned of the surrounding syntax in the document.
struct TeXSource {
    private var text: [UInt8]
    private var isDisplayed = false

    /// The maximum length in bytes; longer texts are not formulas.
    static let maximumLength = 20_000

    /// Reads a script's text, which may also be written for XML: with references, in a `CDATA` section.
    init(script: [UInt8]) {
        let decoded = script.withUnsafeBufferPointer(HTMLEscaping.unescaped)
        self.init(annotation: Array(decoded.replacing("<![CDATA[", with: "").replacing("]]>", with: "").utf8))
    }

    init(annotation: [UInt8]) {
        self.init(written: annotation)
        // Each step reads the whole text, and formulas have one or two wrappings.
        var count = 0
        while count < 4, removeWrapping() { count += 1 }
    }

    /// Reads text that was cleaned before: comments are left out and white space is collapsed.
    init(written: [UInt8]) {
        guard written.count <= Self.maximumLength else {
            text = []
            return
        }
        text = Self.collapsed(Self.withoutComments(written))
        // A character that is left out may have been between a backslash and another character.
        if Self.hasComment(text) { text = Self.collapsed(Self.withoutComments(text)) }
    }

    /// Reads text in delimiters; nil if they do not surround the whole text.
    init?(delimited: [UInt8]) {
        self.init(written: delimited)
        guard removeDelimiters() else { return nil }
    }

    /// Returns the formula; nil if the text is empty or too long.
    func formula(isBlock: Bool) -> Formula? {
        guard !text.isEmpty, text.count <= Self.maximumLength else { return nil }
        return Formula(content: .tex(text), isBlock: isBlock || isDisplayed)
    }

    private static func collapsed(_ text: [UInt8]) -> [UInt8] {
        Array(text.withUnsafeBufferPointer(PlainText.collapsed).utf8)
    }

    static func hasComment(_ text: [UInt8]) -> Bool { withoutComments(text).count < text.count }

    /// Removes comments, which extend from `%` to the end of the line.
    private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(0x25) else { return text }
        var out: [UInt8] = []
        var isEscaped = false
        var isComment = false
        for byte in text {
            if isComment {
                isComment = byte != 0x0A && byte != 0x0D
                if !isComment { out.append(0x20) }
                continue
            }
            isComment = byte == 0x25 && !isEscaped
            isEscaped = byte == 0x5C && !isEscaped
            if !isComment { out.append(byte) }
        }
        return out
    }

    private mutating func removeWrapping() -> Bool {
        for (open, close) in [("{\\displaystyle ", "}"), ("{\\textstyle ", "}")] where unwrap(open, close) {
            return true
        }
        return removeDelimiters()
    }

    private mutating func removeDelimiters() -> Bool {
        for (open, close) in [("\\[", "\\]"), ("$$", "$$")] where unwrap(open, close) {
            isDisplayed = true
            return true
        }
        return unwrap("\\(", "\\)") || unwrap("$", "$")
    }

    /// Removes a prefix and suffix, unless the text between also has delimiters, which may belong to two formulas.
    private mutating func unwrap(_ open: String, _ close: String) -> Bool {
        guard text.count > open.utf8.count + close.utf8.count, text.starts(with: open.utf8),
            text.reversed().starts(with: close.utf8.reversed())
        else { return false }
        // bounded: longer than both, tested before
        let inner = Array(text[open.utf8.count..<(text.count - close.utf8.count)])
        guard close == "}" ? Self.isBalanced(inner) : !inner.contains(0x24) && !Self.hasDelimiter(inner) else {
            return false
        }
        text = Self.collapsed(inner)
        return !text.isEmpty
    }

    private static func hasDelimiter(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { HTMLEscaping.contains($0, "\\(") || HTMLEscaping.contains($0, "\\[") }
    }

    private static func isBalanced(_ text: [UInt8]) -> Bool {
        var depth = 0
        for byte in text {
            if byte == 0x7B { depth += 1 }
            if byte == 0x7D { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }
}
