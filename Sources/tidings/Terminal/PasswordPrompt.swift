import Foundation

/// A reader of secrets that does not show them, and never takes them from arguments, which other processes can see.
enum PasswordPrompt {
    /// Reads a new password.
    ///
    /// - Throws: `CLIError` if the password is empty or not repeated.
    static func ask() throws -> String {
        if let line = try readPipedLine("password") { return line }
        let first = try readHiddenLine("New password: ", "password")
        guard try readHiddenLine("Once more: ", "password") == first else {
            throw CLIError(.usage, "The two passwords were not the same.")
        }
        return first
    }

    /// Reads the key of a news service.
    ///
    /// - Throws: `CLIError` if the key is empty.
    static func askKey(of site: String) throws -> String {
        try readPipedLine("key") ?? readHiddenLine("Key for \(site): ", "key")
    }

    /// Reads the password of an account at a site.
    ///
    /// - Throws: `CLIError` if the password is empty.
    static func askPassword(_ name: String, at site: String) throws -> String {
        try readPipedLine("password") ?? readHiddenLine("Password of \(name) at \(site): ", "password")
    }

    /// Reads the cookie of a browser's session at a site.
    ///
    /// - Throws: `CLIError` if the cookie is empty.
    static func askCookie(of site: String) throws -> String {
        try readPipedLine("cookie") ?? readHiddenLine("Cookie of \(site): ", "cookie")
    }

    /// Reads a line of standard input; returns nil at a terminal.
    private static func readPipedLine(_ secret: String) throws -> String? {
        guard isatty(STDIN_FILENO) != 1 else { return nil }
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw CLIError(.usage, "No \(secret) was given. Type it at a terminal, or send it to standard input.")
        }
        return line
    }

    /// Reads a line without echo. getpass(3) blocks signals, so echo is always restored; Ctrl-C arrives as a character.
    private static func readHiddenLine(_ prompt: String, _ secret: String) throws -> String {
        guard let line = getpass(prompt) else { throw CLIError(.usage, "The terminal could not be read.") }
        let text = String(cString: line)
        guard !text.contains("\u{3}") else { throw CLIError(.usage, "Nothing was changed.") }
        guard !text.isEmpty else { throw CLIError(.usage, "No \(secret) was given.") }
        return text
    }
}
