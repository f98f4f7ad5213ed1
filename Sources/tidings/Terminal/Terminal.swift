import Foundation

/// The one way to standard output and standard error: `scripts/check-sources` forbids every other in the commands.
enum Terminal {
    /// A line, or several, on standard output. It is written at once: in a pipe it would wait in a buffer otherwise.
    static func print(_ text: TerminalText = "") { write(text + "\n") }

    /// The same without a line end of its own.
    static func write(_ text: TerminalText) { writeData(Data(text.text.utf8), on: .standardOutput) }

    /// A line about what is wrong, on standard error.
    static func printError(_ text: TerminalText) { writeData(Data("tidings: \(text.text)\n".utf8), on: .standardError) }

    /// A line beside what a command prints, on standard error, so that a script does not read it.
    static func printNote(_ text: TerminalText) { writeData(Data("\(text.text)\n".utf8), on: .standardError) }

    /// A document for a program (JSON, OPML, HTML), byte by byte as it is.
    static func write(document bytes: some Sequence<UInt8>) { writeData(Data(bytes), on: .standardOutput) }

    private static func writeData(_ data: Data, on handle: FileHandle) {
        // It fails when nobody reads any more (a closed pipe): then there is nobody to tell either.
        try? handle.write(contentsOf: data)
    }
}

/// Bold and dim, only where a terminal shows them (NO_COLOR is heeded).
enum TerminalStyle {
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
