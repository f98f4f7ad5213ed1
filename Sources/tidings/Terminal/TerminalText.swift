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
