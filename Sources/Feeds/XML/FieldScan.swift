/// Classifies a field's bytes in one pass, so that most fields skip expensive processing.
///
/// No `SIMD16`: its comparisons are function calls in Swift 6.3, and many times slower.
struct FieldScan {
    /// Contains control characters that XML forbids.
    private(set) var hasControlCharacters = false
    /// Contains non-ASCII bytes.
    private(set) var hasNonASCII = false
    /// Contains `<` or `&`.
    private(set) var mayBeMarkup = false
    /// Contains white space other than single spaces.
    private(set) var hasExtraWhitespace = false

    /// Checks everything, for one-line fields.
    ///
    /// Reads eight bytes as one number, then the next seven and the last again, so that no pair of neighbours is
    /// missed; every load begins at or before `count - 8`.
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
        // Control characters and line ends are rare enough for a second check.
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

    /// Repeats a byte eight times.
    @inline(__always)
    private static func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// Sets the high bit of exactly the bytes that are zero.
    @inline(__always)
    private static func zeroBytes(_ eight: UInt64) -> UInt64 {
        ~((eight & repeated(0x7F)) &+ repeated(0x7F) | eight | repeated(0x7F))
    }

    /// Checks long texts for control characters and non-ASCII bytes. Combining bits without a branch lets the compiler
    /// vectorise.
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
