import Foundation

/// The one way to standard output and standard error: `scripts/check-sources` forbids every other in the commands.
enum Terminal {
    /// A line, or several, on standard output. It is written at once: in a pipe it would wait in a buffer otherwise.
    static func print(_ text: TerminalText = "") { write(text + "\n") }

    /// The same without a line end of its own.
    static func write(_ text: TerminalText) { put(Data(text.text.utf8), on: .standardOutput) }

    /// A line about what is wrong, on standard error.
    static func complain(_ text: TerminalText) { put(Data("tidings: \(text.text)\n".utf8), on: .standardError) }

    /// A line beside what a command prints, on standard error, so that a script does not read it.
    static func note(_ text: TerminalText) { put(Data("\(text.text)\n".utf8), on: .standardError) }

    /// A document for a program (JSON, OPML, HTML), byte by byte as it is.
    static func write(document bytes: some Sequence<UInt8>) { put(Data(bytes), on: .standardOutput) }

    private static func put(_ data: Data, on handle: FileHandle) {
        // It fails when nobody reads any more (a closed pipe): then there is nobody to tell either.
        try? handle.write(contentsOf: data)
    }
}
