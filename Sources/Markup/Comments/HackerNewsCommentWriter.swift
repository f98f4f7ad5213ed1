// bounded throughout: scan positions only grow.

/// A writer of the HTML that Hacker News makes of a comment (Arc's `markdown`; news.ycombinator.com/formatdoc).
struct HackerNewsCommentWriter {
    private let lines: [ArraySlice<UInt8>]
    private var output: [UInt8] = []

    private static let shownLength = 60
    private static let asterisk = UInt8(ascii: "*")

    init(_ bytes: [UInt8]) { lines = CommentTextRenderer.lines(of: bytes) }

    /// Returns the HTML, not yet sanitised.
    mutating func html() -> [UInt8] {
        var paragraph: [UInt8] = []
        var index = 0
        var isAfterBlank = true
        while index < lines.count {
            let line = lines[index]
            if isAfterBlank, Self.isCode(line) {
                write(paragraph)
                paragraph = []
                index = writeCode(from: index)
                isAfterBlank = true
                continue
            }
            isAfterBlank = CommentTextRenderer.isBlank(line)
            if isAfterBlank {
                write(paragraph)
                paragraph = []
            } else {
                if !paragraph.isEmpty { paragraph.append(0x0A) }
                paragraph += line
            }
            index += 1
        }
        write(paragraph)
        return output
    }

    private static func isCode(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: [0x20, 0x20]) && !CommentTextRenderer.isBlank(line)
    }

    /// Writes code up to the next line without indentation, including blank lines between, and returns the line after.
    private mutating func writeCode(from start: Int) -> Int {
        var end = start
        var index = start
        while index < lines.count, Self.isCode(lines[index]) || CommentTextRenderer.isBlank(lines[index]) {
            if Self.isCode(lines[index]) { end = index + 1 }
            index += 1
        }
        output += Array("<pre><code>".utf8)
        for line in lines[start..<end] {
            CommentTextRenderer.append(line, to: &output)
            output.append(0x0A)
        }
        output += Array("</code></pre>".utf8)
        return end
    }

    // MARK: A paragraph

    private mutating func write(_ text: [UInt8]) {
        guard !text.isEmpty else { return }
        output += Array("<p>".utf8)
        let last = text.lastIndex(of: Self.asterisk) ?? -1
        var isItalic = false
        var index = 0
        while index < text.count {
            let next = index + 1 < text.count ? text[index + 1] : nil
            if text[index] == UInt8(ascii: "\\"), next == Self.asterisk {
                output.append(Self.asterisk)
                index += 2
            } else if text[index] == Self.asterisk, next == Self.asterisk {
                output.append(Self.asterisk)
                index += 2
            } else if text[index] == Self.asterisk, isItalic || opens(next, at: index, last) {
                output += Array((isItalic ? "</i>" : "<i>").utf8)
                isItalic.toggle()
                index += 1
            } else {
                index = writeAddressOrByte(of: text, at: index)
            }
        }
        output += Array((isItalic ? "</i></p>" : "</p>").utf8)
    }

    private func opens(_ next: UInt8?, at index: Int, _ last: Int) -> Bool {
        guard let next else { return false }
        return !HTMLCharacters.isSpace(next) && last > index
    }

    private mutating func writeAddressOrByte(of text: [UInt8], at index: Int) -> Int {
        let isBracketed = text[index] == 0x3C
        let start = isBracketed ? index + 1 : index
        if start < text.count, text[start] == UInt8(ascii: "h"), isBracketed || canBegin(at: index, in: text),
            let end = TypedLinkFinder.end(in: text, from: start),
            // An address in angle brackets keeps its final punctuation.
            case let close = isBracketed ? text[end...].prefix(8).firstIndex(of: 0x3E) : nil,
            !isBracketed || close != nil
        {
            CommentTextRenderer.appendLink(text[start..<(close ?? end)], limit: Self.shownLength, to: &output)
            return close.map { $0 + 1 } ?? end
        }
        CommentTextRenderer.append(text[index...index], to: &output)
        return index + 1
    }

    private func canBegin(at index: Int, in text: [UInt8]) -> Bool {
        TypedLinkFinder.canFollow(index > 0 ? text[index - 1] : nil)
    }
}
