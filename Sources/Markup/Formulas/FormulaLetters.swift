/// The letters of the styles that `mathvariant` names, as separate characters (MathML Core, appendix C). Most browsers
/// support no other value of `mathvariant` than `normal`.
enum FormulaLetters {
    /// Converts a text to a style; nil if the style has no character for any of the text.
    static func styled(_ text: [UInt8], _ variant: String) -> [UInt8]? {
        guard let style = styles[variant] else { return nil }
        var isChanged = false
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar -> Unicode.Scalar in
            guard let letter = style.letter(scalar.value).flatMap({ Unicode.Scalar($0) }) else { return scalar }
            isChanged = true
            return letter
        }
        guard isChanged else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return Array(String(view).utf8)
    }

    /// The first code points of a style's letters, digits and Greek letters.
    private struct Style {
        var capital: UInt32
        var small: UInt32
        var digit: UInt32?
        var greekCapital: UInt32?
        var greekSmall: UInt32?
        /// The letters that Unicode had before these blocks.
        var others: [UInt32: UInt32] = [:]

        func letter(_ value: UInt32) -> UInt32? {
            if let other = others[value] { return other }
            switch value {
            case 0x41...0x5A: return capital + value - 0x41
            case 0x61...0x7A: return small + value - 0x61
            case 0x30...0x39: return digit.map { $0 + value - 0x30 }
            case 0x391...0x3A9: return greekCapital.map { $0 + value - 0x391 }
            case 0x3B1...0x3C9: return greekSmall.map { $0 + value - 0x3B1 }
            default: return nil
            }
        }
    }

    private static func letters(_ pairs: KeyValuePairs<Character, UInt32>) -> [UInt32: UInt32] {
        Dictionary(pairs.map { (UInt32($0.key.asciiValue ?? 0), $0.value) }) { first, _ in first }
    }

    private static let styles: [String: Style] = [
        "bold": Style(capital: 0x1D400, small: 0x1D41A, digit: 0x1D7CE, greekCapital: 0x1D6A8, greekSmall: 0x1D6C2),
        "italic": Style(
            capital: 0x1D434, small: 0x1D44E, greekCapital: 0x1D6E2, greekSmall: 0x1D6FC, others: letters(["h": 0x210E])
        ),
        "bold-italic": Style(capital: 0x1D468, small: 0x1D482, greekCapital: 0x1D71C, greekSmall: 0x1D736),
        "script": Style(
            capital: 0x1D49C, small: 0x1D4B6,
            others: letters([
                "B": 0x212C, "E": 0x2130, "F": 0x2131, "H": 0x210B, "I": 0x2110, "L": 0x2112, "M": 0x2133, "R": 0x211B,
                "e": 0x212F, "g": 0x210A, "o": 0x2134,
            ])),
        "bold-script": Style(capital: 0x1D4D0, small: 0x1D4EA),
        "fraktur": Style(
            capital: 0x1D504, small: 0x1D51E,
            others: letters(["C": 0x212D, "H": 0x210C, "I": 0x2111, "R": 0x211C, "Z": 0x2128])),
        "bold-fraktur": Style(capital: 0x1D56C, small: 0x1D586),
        "double-struck": Style(
            capital: 0x1D538, small: 0x1D552, digit: 0x1D7D8,
            others: letters([
                "C": 0x2102, "H": 0x210D, "N": 0x2115, "P": 0x2119, "Q": 0x211A, "R": 0x211D, "Z": 0x2124,
            ])),
        "sans-serif": Style(capital: 0x1D5A0, small: 0x1D5BA, digit: 0x1D7E2),
        "bold-sans-serif": Style(
            capital: 0x1D5D4, small: 0x1D5EE, digit: 0x1D7EC, greekCapital: 0x1D756, greekSmall: 0x1D770),
        "sans-serif-italic": Style(capital: 0x1D608, small: 0x1D622),
        "sans-serif-bold-italic": Style(
            capital: 0x1D63C, small: 0x1D656, greekCapital: 0x1D790, greekSmall: 0x1D7AA),
        "monospace": Style(capital: 0x1D670, small: 0x1D68A, digit: 0x1D7F6),
    ]
}
