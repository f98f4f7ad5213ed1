import Foundation

/// The writer of all output; `scripts/check-sources` forbids other ways.
enum Terminal {
    /// Prints a line, unbuffered.
    static func print(_ text: TerminalText = "") { write(text + "\n") }

    static func write(_ text: TerminalText) { writeData(Data(text.text.utf8), on: .standardOutput) }

    static func printError(_ text: TerminalText) { writeData(Data("tidings: \(text.text)\n".utf8), on: .standardError) }

    /// Prints a note to standard error, apart from output for scripts.
    static func printNote(_ text: TerminalText) { writeData(Data("\(text.text)\n".utf8), on: .standardError) }

    static func write(document bytes: some Sequence<UInt8>) { writeData(Data(bytes), on: .standardOutput) }

    private static func writeData(_ data: Data, on handle: FileHandle) {
        // Writing fails only if the pipe is closed.
        try? handle.write(contentsOf: data)
    }
}

/// The styles of text, applied on a terminal without NO_COLOR.
enum TerminalStyle {
    static let isTerminal = isatty(STDOUT_FILENO) == 1
    private static let isPlain = !isTerminal || ProcessInfo.processInfo.environment["NO_COLOR"] != nil

    static func bold(_ text: TerminalText) -> TerminalText { wrap(text, "1") }
    static func dim(_ text: TerminalText) -> TerminalText { text.isEmpty ? "" : wrap(text, "2") }
    static func underline(_ text: TerminalText) -> TerminalText { wrap(text, "4") }

    private static func wrap(_ text: TerminalText, _ code: StaticString) -> TerminalText {
        isPlain ? text : text.styled(code)
    }

    /// The width in columns, 40 to 100; 80 without a terminal.
    static var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, max(40, Int(size.ws_col)))
    }
}
