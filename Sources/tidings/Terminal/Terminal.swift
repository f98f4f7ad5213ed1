import Foundation

/// All output to standard output and standard error; `scripts/check-sources` forbids other ways.
enum Terminal {
    /// Prints a line to standard output, without buffering, also into a pipe.
    static func print(_ text: TerminalText = "") { write(text + "\n") }

    /// Prints without a newline.
    static func write(_ text: TerminalText) { writeData(Data(text.text.utf8), on: .standardOutput) }

    /// Prints an error to standard error.
    static func printError(_ text: TerminalText) { writeData(Data("tidings: \(text.text)\n".utf8), on: .standardError) }

    /// Prints a note to standard error, so that scripts do not read it as output.
    static func printNote(_ text: TerminalText) { writeData(Data("\(text.text)\n".utf8), on: .standardError) }

    /// Writes a document for a program (JSON, OPML, HTML) unchanged.
    static func write(document bytes: some Sequence<UInt8>) { writeData(Data(bytes), on: .standardOutput) }

    private static func writeData(_ data: Data, on handle: FileHandle) {
        // Fails only when the reader has closed the pipe, and then the failure cannot be reported either.
        try? handle.write(contentsOf: data)
    }
}

/// Text styles, applied only on a terminal and without NO_COLOR.
enum TerminalStyle {
    static let isTerminal = isatty(STDOUT_FILENO) == 1
    private static let isPlain = !isTerminal || ProcessInfo.processInfo.environment["NO_COLOR"] != nil

    static func bold(_ text: TerminalText) -> TerminalText { wrap(text, "1") }
    static func dim(_ text: TerminalText) -> TerminalText { text.isEmpty ? "" : wrap(text, "2") }
    static func underline(_ text: TerminalText) -> TerminalText { wrap(text, "4") }

    private static func wrap(_ text: TerminalText, _ code: StaticString) -> TerminalText {
        isPlain ? text : text.styled(code)
    }

    /// The terminal's width in columns, clamped to 40…100; 80 without a terminal.
    static var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, max(40, Int(size.ws_col)))
    }
}
