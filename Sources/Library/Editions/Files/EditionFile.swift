public import News

/// One edition's file and its parse result.
public struct EditionFile: Sendable, Identifiable {
    /// The result of parsing the file.
    public enum ParseResult: Sendable {
        case valid(Edition)
        /// Well formed, but uses kinds of source that this build does not support.
        case unsupported(Edition, missing: [SourceKind])
        /// Unusable; at least one diagnostic, sorted by line.
        case invalid([EditionDiagnostic])
    }

    /// The file's name without its folder, such as `harbour.yaml`.
    public var name: String
    /// Whether it is bundled with Tidings rather than from the operator's folder.
    public var isBundled: Bool
    public var result: ParseResult
    /// The edition's id as far as it could be read, else made from the file's name.
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

/// An error in an edition's file, with its position and how to mend it.
public struct EditionDiagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Counted from 1.
    public var line: Int
    /// In characters, counted from 1.
    public var column: Int
    /// Plain English that ends with what to do.
    public var message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// `12:5: …`, a form that editors can jump to.
    public var description: String { "\(line):\(column): \(message)" }

    public static func < (a: EditionDiagnostic, b: EditionDiagnostic) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}
