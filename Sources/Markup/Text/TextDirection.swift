/// The writing direction of a text.
public enum TextDirection: String, Sendable, Hashable, Codable {
    /// Left to right.
    case ltr
    /// Right to left.
    case rtl
}

/// The bidirectional classes L, R and AL (Unicode UAX 9; block boundaries from DerivedBidiClass).
enum BidiClass {
    static func direction(of scalar: Unicode.Scalar) -> TextDirection? {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: .ltr
        case 0...0xA9: nil
        case 0x200E: .ltr
        case 0x200F, 0x061C: .rtl
        case 0x0600...0x0605, 0x0660...0x0669, 0x066A...0x066C, 0x06DD, 0x06F0...0x06F9: nil
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            scalar.properties.isAlphabetic ? .rtl : nil
        default: scalar.properties.isAlphabetic ? .ltr : nil
        }
    }
}
