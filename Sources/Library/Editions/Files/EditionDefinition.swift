public import News

/// A parsed edition file.
public struct EditionDefinition: Sendable, Identifiable {
    /// The result of parsing.
    public enum ParseResult: Sendable {
        /// A valid edition.
        case valid(Edition)
        /// A valid edition with source kinds that this build lacks.
        case unsupported(Edition, missing: [SourceKind])
        /// A file with errors: at least one diagnostic, sorted by line.
        case invalid([EditionDiagnostic])
    }

    /// The file name without its folder, such as `harbour.yaml`.
    public var name: String
    /// True if the file comes with Tidings.
    public var isBundled: Bool
    /// The result of parsing the file.
    public var result: ParseResult
    /// The ID in the file if readable, else one derived from the file name.
    public var id: EditionID

    public init(name: String, isBundled: Bool, result: ParseResult, id: EditionID) {
        self.name = name
        self.isBundled = isBundled
        self.result = result
        self.id = id
    }

    /// The title of the edition, or the file name if the file is invalid.
    public var title: String {
        switch result {
        case .valid(let edition), .unsupported(let edition, _): edition.title
        case .invalid: name
        }
    }

    /// The errors of the file; empty if valid.
    public var diagnostics: [EditionDiagnostic] {
        if case .invalid(let diagnostics) = result { diagnostics } else { [] }
    }
}

/// An error in an edition file.
public struct EditionDiagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line number, from 1.
    public var line: Int
    /// The column number in characters, from 1.
    public var column: Int
    /// A message in plain English that ends with what to do.
    public var message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// The position and the message as `12:5: …`, a format that text editors understand.
    public var description: String { "\(line):\(column): \(message)" }

    public static func < (a: EditionDiagnostic, b: EditionDiagnostic) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}
