/// What is wrong in an edition's file, where, and what to do about it.
public struct EditionComplaint: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    /// Plain words that end with what to do.
    public var sentence: String

    public init(line: Int, column: Int, sentence: String) {
        self.line = line
        self.column = column
        self.sentence = sentence
    }

    /// `12:5: …`, after which editors find their way.
    public var description: String { "\(line):\(column): \(sentence)" }

    public static func < (a: EditionComplaint, b: EditionComplaint) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}
