/// A minifier of our own scripts and style sheets, run at every start: removes comments, indentation and redundant
/// spaces.
///
/// Requires, as a test checks, that script comments are on lines of their own and that no string or template literal
/// spans lines.
public enum AssetMinifier {
    /// Removes the comments and indentation of a script.
    public static func script(_ bytes: [UInt8]) -> [UInt8] {
        withoutIndentation(bytes) { $0.starts(with: [slash, slash]) }
    }

    /// Removes the comments and meaningless spaces of a style sheet.
    public static func stylesheet(_ bytes: [UInt8]) -> [UInt8] {
        withoutSpaces(withoutComments(bytes))
    }

    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            guard bytes[at] == slash, at + 1 < bytes.count, bytes[at + 1] == star else {
                kept.append(bytes[at])
                at += 1
                continue
            }
            at += 2
            while at + 1 < bytes.count, bytes[at] != star || bytes[at + 1] != slash { at += 1 }
            at += 2
        }
        return kept
    }

    /// Keeps quoted text, and one space before a colon, which may be a descendant combinator.
    private static func withoutSpaces(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var isQuoted = false
        for byte in bytes {
            if byte == quote { isQuoted.toggle() }
            if isQuoted {
                kept.append(byte)
                continue
            }
            if byte == space || byte == newline {
                if let last = kept.last, last != space, !needsNoSpaceAfter(last) { kept.append(space) }
                continue
            }
            if needsNoSpaceBefore(byte), kept.last == space { kept.removeLast() }
            if byte == closingBrace, kept.last == semicolon { kept.removeLast() }
            kept.append(byte)
        }
        if kept.last == space { kept.removeLast() }
        return kept
    }

    /// Removes indentation, empty lines and the lines for which `isRemoved`, called without the indentation, returns
    /// true.
    private static func withoutIndentation(
        _ bytes: [UInt8], isRemoved: (ArraySlice<UInt8>) -> Bool
    ) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count + 1)
        var at = 0
        while at < bytes.count {
            while at < bytes.count, bytes[at] == space { at += 1 }
            let line = bytes[at...].prefix { $0 != newline }
            if !line.isEmpty, !isRemoved(line) {
                kept.append(contentsOf: line)
                kept.append(newline)
            }
            at = line.endIndex + 1
        }
        return kept
    }

    @inline(__always) private static func needsNoSpaceAfter(_ byte: UInt8) -> Bool {
        switch byte {
        case openingBrace, closingBrace, semicolon, colon, comma: true
        default: false
        }
    }

    @inline(__always) private static func needsNoSpaceBefore(_ byte: UInt8) -> Bool {
        byte == openingBrace || byte == closingBrace
    }

    private static var quote: UInt8 { UInt8(ascii: "\"") }
    private static var openingBrace: UInt8 { UInt8(ascii: "{") }
    private static var closingBrace: UInt8 { UInt8(ascii: "}") }
    private static var semicolon: UInt8 { UInt8(ascii: ";") }
    private static var colon: UInt8 { UInt8(ascii: ":") }
    private static var comma: UInt8 { UInt8(ascii: ",") }
    private static var slash: UInt8 { UInt8(ascii: "/") }
    private static var star: UInt8 { UInt8(ascii: "*") }
    private static var space: UInt8 { UInt8(ascii: " ") }
    private static var newline: UInt8 { UInt8(ascii: "\n") }
}
