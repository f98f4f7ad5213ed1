import Foundation

/// Bold and dim, only where a terminal shows them (NO_COLOR is heeded).
enum Style {
    static let isTerminal = isatty(STDOUT_FILENO) == 1
    private static let isPlain = !isTerminal || ProcessInfo.processInfo.environment["NO_COLOR"] != nil

    static func bold(_ text: TerminalText) -> TerminalText { wrap(text, "1") }
    static func dim(_ text: TerminalText) -> TerminalText { text.isEmpty ? "" : wrap(text, "2") }
    static func underline(_ text: TerminalText) -> TerminalText { wrap(text, "4") }

    private static func wrap(_ text: TerminalText, _ code: StaticString) -> TerminalText {
        isPlain ? text : text.styled(code)
    }

    /// Columns of the terminal, between 40 and 100; 80 where there is none.
    static var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, max(40, Int(size.ws_col)))
    }
}
