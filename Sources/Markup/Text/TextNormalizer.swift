import Foundation

/// The normalisation of text for comparison: lower case, no accents.
public enum TextNormalizer {
    /// Returns the text without accents, and in lower case unless `keepsCase`.
    public static func normalize(_ text: String, keepsCase: Bool = false) -> String {
        let text = keepsCase ? text : text.lowercased()
        // The usual case needs no Unicode tables.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var normalized = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: continue
            default: normalized.append(scalar)
            }
        }
        return String(normalized)
    }

    /// Returns a sort key for lists by name: "Post 2" is before "Post 19".
    public static func sortKey(_ name: String) -> String {
        let normalized = normalize(name)
        guard normalized.utf8.contains(where: isDigit) else { return normalized }
        var (key, digits): ([UInt8], [UInt8]) = ([], [])
        func endNumber() {
            guard !digits.isEmpty else { return }
            let number = digits.drop { $0 == UInt8(ascii: "0") }
            key += Array(repeating: UInt8(ascii: "0"), count: max(0, 20 - number.count)) + number
            digits = []
        }
        for byte in normalized.utf8 {
            if isDigit(byte) {
                digits.append(byte)
            } else {
                endNumber()
                key.append(byte)
            }
        }
        endNumber()
        return String(decoding: key, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns the runs of letters and digits; ideographs are words.
    public static func words(_ text: String, keepsCase: Bool = false) -> [String] {
        var text = normalize(text, keepsCase: keepsCase)
        let asciiWords = text.withUTF8 { wordsOfASCII($0) }
        if let asciiWords { return asciiWords }
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if isIdeograph(scalar) {
                end()
                words.append(String(scalar))
            } else if isWordCharacter(scalar) {
                word.append(scalar)
            } else {
                end()
            }
        }
        end()
        return words
    }

    /// Returns the words of an ASCII text; nil if there are other characters.
    private static func wordsOfASCII(_ text: UnsafeBufferPointer<UInt8>) -> [String]? {
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        return text.split { !isWordCharacter(Unicode.Scalar($0)) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the first letters, digits and marks, in lower case, for comparisons regardless of spaces and
    /// punctuation. Accents stay.
    /// - Parameter limit: about the maximum number of characters.
    public static func letters(_ text: String, limit: Int) -> [Unicode.Scalar] {
        var letters: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where isWordCharacter(scalar) {
            if letters.count >= limit { break }
            if scalar.value < 0x80 {
                let isUppercase = (65...90).contains(scalar.value)
                letters.append(isUppercase ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
            } else {
                letters.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return letters
    }

    /// Returns true for the word characters of FTS5's unicode61 tokenizer.
    public static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            return (48...57).contains(scalar.value) || (65...90).contains(scalar.value)
                || (97...122).contains(scalar.value)
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .privateUse:
            return true
        default: return false
        }
    }

    /// Returns true for Han, kana and hangul, where spaces do not separate words.
    @inlinable
    public static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x20000...0x323AF:
            true
        default: false
        }
    }
}
