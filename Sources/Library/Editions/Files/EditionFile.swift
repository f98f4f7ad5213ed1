public import News

/// One edition's file, as it was found.
public struct EditionFile: Sendable, Identifiable {
    /// What came of reading it.
    public enum ParseResult: Sendable {
        case valid(Edition)
        /// It is well written, but asks for kinds of source that this build cannot read.
        case unsupported(Edition, missing: [SourceKind])
        /// It cannot be used; the complaints, at least one, in the order of the lines.
        case invalid([EditionDiagnostic])
    }

    /// `harbour.yaml`, without its folder.
    public var name: String
    /// Whether it came with Tidings, and not from the operator's folder.
    public var isBundled: Bool
    public var result: ParseResult
    /// The edition's, as far as it could be read; else made from the file's name.
    public var id: EditionID

    public init(name: String, isBundled: Bool, result: ParseResult, id: EditionID) {
        self.name = name
        self.isBundled = isBundled
        self.result = result
        self.id = id
    }

    /// What it is called: the edition's title, else the file's name.
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

/// What is wrong in an edition's file, where, and what to do about it.
public struct EditionDiagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    /// Plain words that end with what to do.
    public var message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// `12:5: …`, after which editors find their way.
    public var description: String { "\(line):\(column): \(message)" }

    public static func < (a: EditionDiagnostic, b: EditionDiagnostic) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}
