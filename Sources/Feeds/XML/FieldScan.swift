/// A classification of a field in one pass, so that most fields skip expensive processing.
///
/// The scans do not use `SIMD16`, whose comparisons are slow calls in Swift 6.3.
struct FieldScan {
    /// True if the field has characters that XML forbids.
    private(set) var hasControlCharacters = false
    private(set) var hasNonASCII = false
    /// True if the field contains `<` or `&`.
    private(set) var mayBeMarkup = false
    /// True if the field has white space other than single spaces.
    private(set) var hasExtraWhitespace = false

    /// Scans a one-line field. Each load repeats the previous one's last byte, so that no pair of spaces is missed, and
    /// begins at or before `count - 8`.
    init(line bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 8, let base = bytes.baseAddress else {
            scan(at: bytes)
            return
        }
        let raw = UnsafeRawPointer(base)
        let last = bytes.count - 8
        var (all, low, markup, double): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var at = 0
        while true {
            let eight = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            all |= eight
            low |= (eight &- Self.repeated(0x20)) & ~eight
            markup |= Self.zeroBytes(eight ^ Self.repeated(0x3C)) | Self.zeroBytes(eight ^ Self.repeated(0x26))
            let spaces = Self.zeroBytes(eight ^ Self.repeated(0x20))
            double |= spaces & spaces << 8
            guard at < last else { break }
            at = min(at + 7, last)
        }
        // Control characters are rare enough for a second pass.
        if low & Self.repeated(0x80) != 0 {
            scan(at: bytes)
            return
        }
        (hasNonASCII, mayBeMarkup, hasExtraWhitespace) = (all & Self.repeated(0x80) != 0, markup != 0, double != 0)
    }

    private mutating func scan(at bytes: UnsafeBufferPointer<UInt8>) {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x20 ? previous == 0x20 : byte.isSpace { hasExtraWhitespace = true }
            if byte < 0x20, !byte.isSpace { hasControlCharacters = true }
            if byte >= 0x80 { hasNonASCII = true }
            if byte == 0x3C || byte == 0x26 { mayBeMarkup = true }
            previous = byte
        }
    }

    @inline(__always)
    private static func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// Sets the high bit of exactly the zero bytes.
    @inline(__always)
    private static func zeroBytes(_ eight: UInt64) -> UInt64 {
        ~((eight & repeated(0x7F)) &+ repeated(0x7F) | eight | repeated(0x7F))
    }

    /// Scans a long text, without branches, so that the compiler vectorises the loop.
    init(text bytes: UnsafeBufferPointer<UInt8>) {
        var (all, controls): (UInt8, UInt8) = (0, 0)
        for byte in bytes {
            all |= byte
            controls |= (byte < 0x20 ? 1 : 0) & ~Self.lineSpace(byte)
        }
        (hasControlCharacters, hasNonASCII) = (controls != 0, all >= 0x80)
    }

    @inline(__always)
    private static func lineSpace(_ byte: UInt8) -> UInt8 {
        (byte == 0x0A ? 1 : 0) | (byte == 0x09 ? 1 : 0) | (byte == 0x0D ? 1 : 0)
    }
}
