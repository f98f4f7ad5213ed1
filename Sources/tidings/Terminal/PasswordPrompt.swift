import Foundation

/// Reads a new password from a terminal or from standard input.
enum PasswordPrompt {
    /// - Throws: `CLIError` when none was given, or the two entries differ.
    static func ask() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw CLIError(.usage, "No password was given. Type it at a terminal, or send it to standard input.")
            }
            return line
        }
        let first = try readHiddenLine("New password: ")
        guard try readHiddenLine("Once more: ") == first else {
            throw CLIError(.usage, "The two passwords were not the same.")
        }
        return first
    }

    /// Reads one line without echo. getpass(3) blocks signals, so that the terminal is never left without echo; Ctrl-C
    /// arrives as a character.
    private static func readHiddenLine(_ prompt: String) throws -> String {
        guard let line = getpass(prompt) else { throw CLIError(.usage, "The terminal could not be read.") }
        let text = String(cString: line)
        guard !text.contains("\u{3}") else { throw CLIError(.usage, "Nothing was changed.") }
        guard !text.isEmpty else { throw CLIError(.usage, "No password was given.") }
        return text
    }
}
