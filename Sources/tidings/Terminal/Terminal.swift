import Foundation

/// The writer of all output; `scripts/check-sources` forbids other ways.
enum Terminal {
    /// Prints a line, unbuffered; on a terminal, broken under its own indentation.
    static func print(_ text: TerminalText = "") { write(text.wrapped(width: TerminalStyle.lineWidth) + "\n") }

    static func write(_ text: TerminalText) { writeData(Data(text.output.utf8), on: .standardOutput) }

    static func printError(_ text: TerminalText) { printNote("tidings: " + text) }

    /// Prints a note to standard error, apart from output for scripts.
    static func printNote(_ text: TerminalText) {
        let lines = text.wrapped(width: TerminalStyle.lineWidth(of: STDERR_FILENO))
        writeData(Data((lines + "\n").output.utf8), on: .standardError)
    }

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

    private static func wrap(_ text: TerminalText, _ code: StaticString) -> TerminalText {
        isPlain ? text : text.styled(code)
    }

    /// The columns of a line of standard output; nil without a terminal, whose lines are left whole for other programs.
    static var lineWidth: Int? { lineWidth(of: STDOUT_FILENO) }

    /// The columns of a line of text to read, such as a story's.
    static var textWidth: Int { min(76, lineWidth ?? 76) }

    /// Returns the columns of a terminal's line, 20 to 100; nil if the file is none.
    static func lineWidth(of file: Int32) -> Int? {
        var size = winsize()
        guard isatty(file) == 1 else { return nil }
        guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, max(20, Int(size.ws_col)))
    }
}
