/// The checks of an inline style that need no CSS parser.
enum InlineStyle {
    static func hides(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        guard style.count >= 12 else { return false }
        return anyDeclaration(of: style) { name, value in
            switch name.count {
            case 7: Self.equals(name, "display") && Self.equals(value, "none")
            case 10: Self.equals(name, "visibility") && (Self.equals(value, "hidden") || Self.equals(value, "collapse"))
            case 8: Self.equals(name, "mso-hide") && Self.equals(value, "all")
            case 18: Self.equals(name, "content-visibility") && Self.equals(value, "hidden")
            default: false
            }
        }
    }

    /// Returns true for a size of a pixel or less.
    static func isTiny(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        guard style.count >= 7 else { return false }
        return anyDeclaration(of: style) { name, value in
            guard
                name.count == 5 && Self.equals(name, "width") || name.count == 6 && Self.equals(name, "height")
                    || name.count == 9 && Self.equals(name, "max-width")
                    || name.count == 10 && Self.equals(name, "max-height")
            else { return false }
            guard let first = value.first, first == 0x30 || first == 0x31, value.count <= 3 else { return false }
            return value.count == 1 ? first == 0x30 : Self.equals(value.dropFirst(), "px")
        }
    }

    /// Returns the elements that an inline style stands for: `b`, `i`, `sup`, `sub`.
    static func fontElements(_ style: UnsafeBufferPointer<UInt8>) -> [SafeHTMLElement] {
        let values: [(StaticString, [StaticString], SafeHTMLElement)] = [
            ("font-weight", ["bold", "bolder", "600", "700", "800", "900"], .b),
            ("font-style", ["italic", "oblique"], .i), ("vertical-align", ["super"], .sup),
            ("vertical-align", ["sub"], .sub),
        ]
        return values.compactMap { name, words, element in
            let isSet = anyDeclaration(of: style) { found, value in
                Self.equals(found, name) && words.contains { Self.equals(value, $0) }
            }
            return isSet ? element : nil
        }
    }

    /// Returns true for a style that takes the boldness or the slant of its element back.
    static func isUpright(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
        anyDeclaration(of: style) { name, value in
            Self.equals(name, "font-weight") && (Self.equals(value, "normal") || Self.equals(value, "400"))
                || Self.equals(name, "font-style") && Self.equals(value, "normal")
        }
    }

    private typealias ByteSlice = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns true if any declaration fits; `!important` is not part of the value.
    private static func anyDeclaration(of style: UnsafeBufferPointer<UInt8>, _ fits: (ByteSlice, ByteSlice) -> Bool)
        -> Bool
    {
        var rest = style.prefix(4_096)
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x3B) ?? rest.endIndex
            let declaration = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
            guard let colon = declaration.firstIndex(of: 0x3A) else { continue }
            let value = declaration[(colon + 1)...].prefix { $0 != 0x21 }
            if fits(trimmed(declaration[..<colon]), trimmed(value)) { return true }
        }
        return false
    }

    private static func trimmed(_ part: ByteSlice) -> ByteSlice {
        var part = part
        while let first = part.first, first <= 0x20 { part.removeFirst() }
        while let last = part.last, last <= 0x20 { part.removeLast() }
        return part
    }

    private static func equals(_ part: ByteSlice, _ word: StaticString) -> Bool {
        guard part.count == word.utf8CodeUnitCount else { return false }
        var index = 0
        for byte in part {
            guard (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
            index += 1
        }
        return true
    }
}
