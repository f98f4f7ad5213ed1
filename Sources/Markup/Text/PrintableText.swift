/// Makes untrusted text safe for a terminal: it cannot move the cursor, set a title, begin a terminal command, change
/// the direction of text beside it, or hide.
///
/// Removed: C0 and C1 controls and DEL (ECMA-48, so no escape sequence survives), marks, embeddings and isolates of the
/// bidirectional algorithm (UAX 9 §2), its deprecated relatives U+206A to U+206F, zero-width characters that join
/// nothing, annotation marks, and tags (U+E0000 to U+E007F). The two joiners stay: Persian, Indic scripts and emoji
/// need them.
public enum PrintableText {
    /// The safe text on one line: line ends of every kind become a space, tabs stay.
    public static func line(_ text: some StringProtocol) -> String { cleaned(text, lineEnd: " ") }

    /// The safe text with its lines: line ends of every kind become a line feed, tabs stay.
    public static func lines(_ text: some StringProtocol) -> String { cleaned(text, lineEnd: "\n") }

    /// Whether a terminal may interpret the code point or it is invisible. True for line feed and tab too: whether they
    /// are allowed depends on the context.
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

    private static func cleaned(_ text: some StringProtocol, lineEnd: Unicode.Scalar) -> String {
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
