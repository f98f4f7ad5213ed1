/// A set of lower-case phrases to find in texts.
struct PhraseSet {
    private let byFirstByte: [[[UInt8]]]

    /// Creates a set.
    /// - Parameter phrases: separated by `|` or line ends.
    init(_ phrases: String) {
        var table = [[[UInt8]]](repeating: [], count: 256)
        for phrase in phrases.split(whereSeparator: { $0 == "|" || $0.isNewline }) {
            let bytes = Array(String(phrase).trimmed.utf8)
            if let first = bytes.first { table[Int(first)].append(bytes) }
        }
        byFirstByte = table
    }

    /// Returns the rest of a text that begins with one of the phrases; nil for other texts.
    func remainder(of text: String) -> Substring? {
        guard let first = text.utf8.first,
            let phrase = byFirstByte[Int(first)].first(where: { text.utf8.starts(with: $0) })
        else { return nil }
        return Substring(text.utf8.dropFirst(phrase.count))
    }

    /// Returns the number of different phrases in the text, each at the start of a word.
    func count(in text: some StringProtocol) -> Int {
        var copy = String(text)
        return copy.withUTF8 { bytes in
            var found = Set<[UInt8]>()
            // bounded: counts
            for index in 0..<bytes.count where index == 0 || !Self.isWordByte(bytes[index - 1]) {
                for phrase in byFirstByte[Int(bytes[index])]
                where bytes.dropFirst(index).starts(with: phrase) { found.insert(phrase) }
            }
            return found.count
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
    }
}
