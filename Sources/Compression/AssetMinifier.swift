/// Removes comments, indentation and redundant spaces from scripts and style sheets of our own, at every start.
///
/// Requires, as a test checks, that script comments are on lines of their own and that no string or template literal
/// spans lines.
public enum AssetMinifier {
    /// A script without its comments and indentation.
    public static func script(_ bytes: [UInt8]) -> [UInt8] {
        withoutIndentation(bytes) { $0.starts(with: [slash, slash]) }
    }

    /// A style sheet without its comments, and without spaces that mean nothing.
    public static func stylesheet(_ bytes: [UInt8]) -> [UInt8] {
        withoutIndentation(withoutSpaces(withoutComments(bytes))) { _ in false }
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

    /// Keeps quoted text, and spaces before a colon, which may be descendant combinators.
    private static func withoutSpaces(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var isQuoted = false
        for at in bytes.indices {
            let byte = bytes[at]
            if byte == quote { isQuoted.toggle() }
            if !isQuoted, let last = kept.last {
                let next = at + 1 < bytes.count ? bytes[at + 1] : byte
                if byte == space, needsNoSpaceAfter(last) || needsNoSpaceBefore(next) { continue }
                if byte == closingBrace, last == semicolon { kept.removeLast() }
            }
            kept.append(byte)
        }
        return kept
    }

    /// Without empty lines, and without those that `isRemoved`, which are given without their indentation.
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
