import Markup

/// Text that may stand in a line of a log.
public enum LogText {
    /// The text on one line: line ends, other control characters, what turns the direction of writing and what nobody can
    /// see (`PrintableText.isHidden`) become `?`, and what is longer than the limit is cut.
    /// - Parameter limit: the most Unicode scalars.
    public static func clean(_ text: String, limit: Int = 300) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) { clean.append(PrintableText.isHidden(scalar) ? "?" : scalar) }
        return String(clean) + (text.unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
    }
}
