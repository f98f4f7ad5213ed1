import Markup

/// A text that is safe for a terminal: interpolated values lose control characters and line breaks.
///
/// ```swift
/// Terminal.print("You follow \(feed.title).")     // one line, whatever the title
/// ```
struct TerminalText: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    private init(trusted text: String) { self.text = text }

    /// Returns the text in a style's escape sequences (ECMA-48 §8.3.117, SGR).
    func styled(_ code: StaticString) -> TerminalText {
        TerminalText(trusted: "\u{1B}[\(code)m\(text)\u{1B}[0m")
    }

    var isEmpty: Bool { text.isEmpty }

    /// The characters to write: a space that no line may break at is a plain one, so that a command can be copied.
    var output: String { text.replacing("\u{A0}", with: " ") }

    static func + (a: TerminalText, b: TerminalText) -> TerminalText { TerminalText(trusted: a.text + b.text) }
    static func += (a: inout TerminalText, b: TerminalText) { a.text += b.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: TerminalText) { text += value.text }
        mutating func appendInterpolation(_ value: some StringProtocol) { text += PrintableText.line(value) }
        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += PrintableText.line(value.description)
        }
    }
}

extension Sequence where Element == TerminalText {
    func joined(separator: TerminalText = "") -> TerminalText {
        var all: TerminalText = ""
        for (index, text) in enumerated() { all += index == 0 ? text : separator + text }
        return all
    }
}

extension TerminalText {
    /// The number of columns on a terminal: wide characters take two, combining marks and styles none.
    var columns: Int { Self.words(of: text).reduce(0) { $0 + $1.columns + $1.spacing.count } }

    /// Returns the text in lines of at most `width` columns, broken at spaces and between wide characters. A longer word,
    /// such as an address, has a line of its own. Runs of spaces become one.
    ///
    /// - Parameters:
    ///   - width: columns of a line; nil leaves the text in one line.
    ///   - first: begins the first line; nil means `indent`.
    ///   - indent: begins each further line.
    func lines(
        width: Int?, first: TerminalText? = nil, indent: TerminalText = ""
    ) -> [TerminalText] {
        var lines: [TerminalText] = []
        var line = first ?? indent
        var used = line.columns
        var isFresh = true
        let indentColumns = indent.columns
        for word in Self.words(of: text) where !word.text.isEmpty {
            let space = isFresh || word.spacing.isEmpty ? 0 : 1
            if let width, !isFresh, used + space + word.columns > width {
                lines.append(line)
                (line, used, isFresh) = (indent, indentColumns, true)
            } else if space > 0 {
                line.text += " "
                used += 1
            }
            line.text += word.text
            used += word.columns
            isFresh = isFresh && word.columns == 0
        }
        if !isFresh { lines.append(line) }
        return lines
    }

    /// Returns each line of the text, broken at `width` under its own indentation; lines that fit stay as they are.
    func wrapped(width: Int?) -> TerminalText {
        guard let width else { return self }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = TerminalText(trusted: String(line))
            guard line.columns > width else { return line }
            let indent = TerminalText(trusted: String(line.text.prefix { $0 == " " }))
            return line.lines(width: width, indent: indent).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns the text filled with spaces to `width` columns, behind it or before it.
    func padded(to width: Int, isRightAligned: Bool = false) -> TerminalText {
        let padding = TerminalText(trusted: String(repeating: " ", count: max(0, width - columns)))
        return isRightAligned ? padding + self : self + padding
    }

    /// A part of a text that no line break divides, with the spaces before it.
    private struct Word {
        var spacing = ""
        var text = ""
        var columns = 0

        /// The characters to write: a space that no line may break at is a plain one, so that a command can be copied.
        var output: String { text.replacing("\u{A0}", with: " ") }
    }

    /// Returns the words of a text, the last one empty if the text ends with spaces. A style's escape sequence belongs to the word that it stands before or behind.
    private static func words(of text: String) -> [Word] {
        var (words, word, isEscape): ([Word], Word, Bool) = ([], Word(), false)
        var wasWide = false
        func end() {
            words.append(word)
            word = Word()
        }
        for character in text {
            if character == "\u{1B}" || isEscape {
                isEscape = character != "m"
                word.text.append(character)
            } else if character == " " || character == "\t" || character == "\n" {
                if !word.text.isEmpty { end() }
                word.spacing.append(" ")
            } else {
                let columns = Self.columns(of: character)
                if word.columns > 0, wasWide || columns == 2, !closingMarks.contains(character) { end() }
                word.text.append(character)
                word.columns += columns
                wasWide = columns == 2
            }
        }
        end()
        return words
    }

    /// Marks that no line begins with, behind a wide character (JIS X 4051: characters not to begin a line).
    private static let closingMarks: Set<Character> = Set("、。，．・：；？！）」』】〉》〕］｝…‥ー々,.;:!?)]}’”»%")

    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.generalCategory == .nonspacingMark { return 0 }
        let isWide = character.unicodeScalars.contains { Self.isWide($0) || $0.value == 0xFE0F }
        return isWide ? 2 : 1
    }

    /// Returns true for characters of two columns (UAX #11, East Asian Wide and Fullwidth, and emoji).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
