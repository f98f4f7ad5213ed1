import Foundation

/// Bold and dim, only where a terminal shows them (NO_COLOR is heeded).
enum Style {
    static let isTerminal = isatty(STDOUT_FILENO) == 1
    private static let isPlain = !isTerminal || ProcessInfo.processInfo.environment["NO_COLOR"] != nil

    static func bold(_ text: String) -> String { wrap(text, "1") }
    static func dim(_ text: String) -> String { text.isEmpty ? "" : wrap(text, "2") }
    static func underline(_ text: String) -> String { wrap(text, "4") }

    private static func wrap(_ text: String, _ code: String) -> String {
        isPlain ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// Columns of the terminal, between 40 and 100; 80 where there is none.
    static var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, max(40, Int(size.ws_col)))
    }

    /// Text from an origin, made harmless for a terminal: control characters, which could move the cursor or set a
    /// title, are dropped.
    static func clean(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    scalar == "\n"
                        || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value))
                }))
    }
}
