import Foundation

/// The input of a text that a person writes in an editor, or sends to standard input.
enum TextEditor {
    /// The line below which nothing is sent.
    static let mark = "------------------------ >8 ------------------------"

    /// Reads standard input to its end.
    ///
    /// - Throws: `CLIError` for more than a megabyte, and for text that is not UTF-8.
    static func readStandardInput() throws -> String {
        let data = try FileHandle.standardInput.read(upToCount: (1 << 20) + 1) ?? Data()
        guard data.count <= 1 << 20, let text = String(bytes: data, encoding: .utf8) else {
            throw CLIError(.unreadable, "Standard input is no text in UTF-8 of at most one megabyte.")
        }
        return trimmed(text)
    }

    /// Opens `$VISUAL` or `$EDITOR` on a text.
    ///
    /// - Parameter remarks: text to show below the mark.
    /// - Returns: the text above the mark when the editor ends.
    /// - Throws: `CLIError` without an editor, and if it fails.
    static func edit(_ text: String, remarks: String) throws -> String {
        let editor = try editor()
        let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { removeFolder(folder) }
        let file = folder.appending(path: "text.txt")
        let document = "\(text)\n\n\(mark)\n\(remarks)\n"
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(document.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CLIError(.cannotCreate, "\(file.path) cannot be written. Is the temporary folder full?") }
        // The editor runs in a shell, because the variable may have options; signals go to the editor meanwhile (POSIX,
        // system).
        guard system("\(editor) '\(file.path.replacing("'", with: "'\\''"))'") == 0,
            let data = FileManager.default.contents(atPath: file.path), data.count <= 1 << 20,
            let written = String(bytes: data, encoding: .utf8)
        else { throw CLIError(.unreadable, "The editor (\(editor)) failed. Nothing was sent.") }
        // The remarks are removed also if the mark is gone.
        let above = written.components(separatedBy: mark).first ?? ""
        return trimmed(above.components(separatedBy: remarks).first ?? "")
    }

    private static func editor() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
        if let named { return named }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CLIError(.usage, "There is no editor. Set EDITOR, or send the text to standard input with “-”.")
        }
        return "vi"
    }

    private static func removeFolder(_ folder: URL) {
        // The system deletes temporary data that is left.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func trimmed(_ text: String) -> String {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
        let body = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return body.joined(separator: "\n")
    }
}
