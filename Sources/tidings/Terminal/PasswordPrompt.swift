import Foundation

enum PasswordPrompt {
    /// - Throws: `CLIError` when empty or not repeated.
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

    /// getpass(3) blocks signals, so echo is always restored; Ctrl-C arrives as a character.
    private static func readHiddenLine(_ prompt: String) throws -> String {
        guard let line = getpass(prompt) else { throw CLIError(.usage, "The terminal could not be read.") }
        let text = String(cString: line)
        guard !text.contains("\u{3}") else { throw CLIError(.usage, "Nothing was changed.") }
        guard !text.isEmpty else { throw CLIError(.usage, "No password was given.") }
        return text
    }
}
