import Markup

/// What may be written to a terminal. Literals are our own words and stand as they are; whatever is put into them is made
/// harmless first, so that no command can forget it:
///
/// ```swift
/// Terminal.print("You follow \(feed.title).")     // whatever the title holds, it is one line of plain text
/// Terminal.print(Style.bold("\(title)") + " · \(count) stories")
/// ```
struct TerminalText: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    private init(trusted text: String) { self.text = text }

    /// Text of several lines from outside, made harmless.
    init(lines text: String) { self.text = PrintableText.lines(text) }

    /// The same between a terminal's codes for a style (ECMA-48 §8.3.117, SGR).
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
