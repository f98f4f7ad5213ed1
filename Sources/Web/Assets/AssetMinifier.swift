/// Removes comments, indentation and redundant spaces.
///
/// Requires, as a test checks, that script comments are on lines of their own and that no string or template literal
/// spans lines.
enum AssetMinifier {
    static func script(_ bytes: [UInt8]) -> [UInt8] {
        lines(bytes) { line in line.starts(with: [slash, slash]) ? nil : line }
    }

    static func stylesheet(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        while let start = commentStart(in: rest) {
            kept.append(contentsOf: rest[..<start])
            var end = start + 2
            while end + 1 < rest.endIndex, rest[end] != star || rest[end + 1] != slash { end += 1 }
            rest = rest[min(end + 2, rest.endIndex)...]
        }
        kept.append(contentsOf: rest)
        return lines(withoutSpaces(kept)) { $0 }
    }

    private static func commentStart(in bytes: ArraySlice<UInt8>) -> Int? {
        var at = bytes.startIndex
        while at + 1 < bytes.endIndex {
            if bytes[at] == slash, bytes[at + 1] == star { return at }
            at += 1
        }
        return nil
    }

    /// Keeps quoted text, and spaces before a colon, which may be descendant combinators.
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
