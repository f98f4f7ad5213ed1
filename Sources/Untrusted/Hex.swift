/// Hexadecimal encoding of bytes; ``ASCII/hexValue(_:)`` reads a single digit.
public enum Hex {
    /// Encodes each byte as two digits, in lower case by default.
    public static func encode(_ bytes: some Sequence<UInt8>, isUppercase: Bool = false) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            text.append(isUppercase ? uppercaseDigit(byte >> 4) : digit(byte >> 4))
            text.append(isUppercase ? uppercaseDigit(byte) : digit(byte))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Encodes an integer with its leading zeros, in lower case.
    public static func encode(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
        withUnsafeBytes(of: number.bigEndian) { encode($0) }
    }

    /// Decodes digits of either case; nil for an odd number of digits or any other character.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let value = ASCII.hexValue(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Returns the digit of a byte's lower four bits, in lower case.
    @inlinable
    public static func digit(_ byte: UInt8) -> UInt8 {
        let value = byte & 15
        return value < 10 ? 0x30 + value : 0x57 + value
    }

    /// Returns the upper-case digit of a byte's lower four bits, for percent-encoding (RFC 3986 §2.1).
    @inlinable
    public static func uppercaseDigit(_ byte: UInt8) -> UInt8 {
        let value = byte & 15
        return value < 10 ? 0x30 + value : 0x37 + value
    }
}
