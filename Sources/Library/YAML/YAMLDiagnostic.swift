/// Why a YAML file cannot be used, and where.
public struct YAMLDiagnostic: Error, Sendable, Hashable {
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    /// Plain words that end with what to do.
    public var sentence: String

    init(line: Int, column: Int = 1, _ sentence: String) {
        (self.line, self.column, self.sentence) = (line, column, sentence)
    }
}
