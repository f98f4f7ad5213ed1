import Foundation

/// A new password from a person or from a script.
enum PasswordPrompt {
    /// - Throws: `Trouble` when nothing was given or the two differ.
    static func ask() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw CLIError(.usage, "No password was given: type it at the terminal, or send it to standard input.")
            }
            return line
        }
        let first = try readHiddenLine("New password: ")
        guard try readHiddenLine("Once more: ") == first else { throw CLIError(.usage, "The two were not the same.") }
        return first
    }

    /// One line without echo. The system's own call keeps the signals off meanwhile, so that the terminal cannot be left
    /// without echo; the character of Ctrl-C then stands in the line.
    private static func readHiddenLine(_ prompt: String) throws -> String {
        guard let line = getpass(prompt) else { throw CLIError(.usage, "The terminal could not be read.") }
        let text = String(cString: line)
        guard !text.contains("\u{3}") else { throw CLIError(.usage, "Nothing was changed.") }
        guard !text.isEmpty else { throw CLIError(.usage, "No password was given.") }
        return text
    }
}
