import Markup

/// The rules for names and one-line texts of packs.
enum PackNameRules {
    static let rule =
        "use up to 100 lower-case letters (a to z), digits, “-” and “_”, and begin with a letter or digit."

    static func isSlug(_ text: String) -> Bool {
        guard (1...100).contains(text.utf8.count), let first = text.utf8.first else { return false }
        return isAlphanumeric(first) && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// Returns a slug similar to the text; empty if the text has no ASCII letter or digit.
    static func slug(from text: some StringProtocol) -> String {
        var slug: [UInt8] = []
        for byte in text.lowercased().utf8 {
            if isAlphanumeric(byte) || (byte == 0x5F && !slug.isEmpty) {
                slug.append(byte)
            } else if let last = slug.last, last != 0x2D {
                slug.append(0x2D)
            }
        }
        slug = Array(slug.prefix(100))
        while slug.last == 0x2D { slug.removeLast() }
        return String(decoding: slug, as: UTF8.self)
    }

    /// Returns true for a file name, without folder, that is safe on every system.
    static func isPhotoName(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && !text.hasPrefix(".")
            && !text.unicodeScalars.contains { $0 == "/" || $0 == "\\" || PrintableText.isUnprintable($0) }
    }

    static func isLanguage(_ tag: String) -> Bool {
        (2...35).contains(tag.utf8.count)
            && tag.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { isAlphanumeric($0 | 0x20) || isAlphanumeric($0) }
            }
    }

    /// Returns the rest of a sentence such as "The title …"; nil if the text is valid.
    static func problem(of text: String, longest: Int) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "is missing. Write one." }
        if text.utf8.count > longest { return "is longer than \(longest) bytes. Shorten it." }
        if text.unicodeScalars.contains(where: PrintableText.isUnprintable) {
            return "has characters that cannot be seen. Write it anew."
        }
        return nil
    }
}
