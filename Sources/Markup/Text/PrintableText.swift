/// A filter that makes untrusted text safe for a terminal: the text cannot move the cursor, set a title, begin a
/// command, reorder other text, or hide.
///
/// Removes C0, C1 and DEL (ECMA-48), bidirectional marks, embeddings and isolates (UAX 9 §2), U+206A to U+206F,
/// zero-width characters, annotation marks, tags (U+E0000 to U+E007F). Keeps the two joiners, which Persian, Indic
/// scripts and emoji need.
public enum PrintableText {
    /// Filters a text; line ends become spaces, tabs stay.
    public static func line(_ text: some StringProtocol) -> String { printable(text, lineEnd: " ") }

    /// Filters a text; line ends become line feeds, tabs stay.
    public static func lines(_ text: some StringProtocol) -> String { printable(text, lineEnd: "\n") }

    /// Returns true for characters that are invisible or meaningful to a terminal, including line feed and tab.
    public static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F: true
        case ..<0x061C: scalar.value == 0xAD
        case 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: false
        }
    }

    private static func printable(_ text: some StringProtocol, lineEnd: Unicode.Scalar) -> String {
        guard text.unicodeScalars.contains(where: isUnprintable) else { return String(text) }
        var clean = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09: clean.append(scalar)
            case 0x0A where previous == "\r": break
            case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: clean.append(lineEnd)
            default: if !isUnprintable(scalar) { clean.append(scalar) }
            }
            previous = scalar
        }
        return String(clean)
    }
}
