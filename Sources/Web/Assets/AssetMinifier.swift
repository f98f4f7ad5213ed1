/// Removes comments and indentation from scripts and style sheets, a sixth of their compressed size, and spaces around
/// punctuation from style sheets. Nothing else changes but line numbers.
///
/// It relies on two conventions of the files in `assets`, which a test checks: a script's comments are on lines of
/// their own, and no string or template literal spans lines.
enum AssetMinifier {
    static func script(_ bytes: [UInt8]) -> [UInt8] {
        lines(bytes) { line in line.starts(with: [slash, slash]) ? nil : line }
    }

    static func stylesheet(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        while let start = rest.indices.first(where: { at in
            rest[at] == slash && at + 1 < rest.endIndex && rest[at + 1] == star
        }) {
            kept.append(contentsOf: rest[..<start])
            var end = start + 2
            while end + 1 < rest.endIndex, rest[end] != star || rest[end + 1] != slash { end += 1 }
            rest = rest[min(end + 2, rest.endIndex)...]
        }
        kept.append(contentsOf: rest)
        return lines(withoutSpaces(kept)) { $0 }
    }

    /// Removes spaces around punctuation, and the semicolon before a brace; quoted text stays as it is. A space before
    /// a colon stays, as it may be a descendant combinator.
    private static func withoutSpaces(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var isQuoted = false
        for (at, byte) in bytes.enumerated() {
            if byte == quote { isQuoted.toggle() }
            if !isQuoted, byte == space, at + 1 < bytes.count {
                if let last = kept.last, closing.contains(last) || opening.contains(bytes[at + 1]) { continue }
            }
            if !isQuoted, byte == UInt8(ascii: "}"), kept.last == UInt8(ascii: ";") { kept.removeLast() }
            kept.append(byte)
        }
        return kept
    }

    private static let quote = UInt8(ascii: "\"")
    /// A space is redundant after `closing`, and before `opening`.
    private static let closing = Array("{};:,".utf8)
    private static let opening = Array("{}".utf8)
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let space = UInt8(ascii: " ")

    private static func lines(_ bytes: [UInt8], _ transform: (ArraySlice<UInt8>) -> ArraySlice<UInt8>?) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let line = transform(line.drop { $0 == space }), !line.isEmpty else { continue }
            kept.append(contentsOf: line)
            kept.append(UInt8(ascii: "\n"))
        }
        return kept
    }
}
