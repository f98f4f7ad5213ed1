public import News

/// An edition's file, parsed.
public struct EditionFile: Sendable, Identifiable {
    /// The result of parsing.
    public enum ParseResult: Sendable {
        case valid(Edition)
        /// This build lacks source kinds.
        case unsupported(Edition, missing: [SourceKind])
        /// With at least one diagnostic, sorted by line.
        case invalid([EditionDiagnostic])
    }

    /// Without its folder: `harbour.yaml`.
    public var name: String
    public var isBundled: Bool
    public var result: ParseResult
    /// As far as readable, else made from the file's name.
    public var id: EditionID

    public init(name: String, isBundled: Bool, result: ParseResult, id: EditionID) {
        self.name = name
        self.isBundled = isBundled
        self.result = result
        self.id = id
    }

    /// The edition's title, else the file's name.
    public var title: String {
        switch result {
        case .valid(let edition), .unsupported(let edition, _): edition.title
        case .invalid: name
        }
    }

    public var diagnostics: [EditionDiagnostic] {
        if case .invalid(let diagnostics) = result { diagnostics } else { [] }
    }
}

/// An error in an edition's file.
public struct EditionDiagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// In characters, from 1.
    public var column: Int
    /// Plain English that ends with what to do.
    public var message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// `12:5: …`, which editors can jump to.
    public var description: String { "\(line):\(column): \(message)" }

    public static func < (a: EditionDiagnostic, b: EditionDiagnostic) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}
